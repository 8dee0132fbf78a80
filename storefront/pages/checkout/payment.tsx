import { useEffect, useRef, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { linkTo, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** The greatest height that a gateway's page may request, in CSS px. */
const MAX_HEIGHT = 1600

/** The height that the gateway's page posts, so that nothing of it is cut; other pages scroll in the default frame. */
const useHeight = () => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      const message = data as { kartis?: unknown; height?: unknown } | null
      if (source !== frame.current?.contentWindow || message?.kartis !== 'gateway-height') return
      if (typeof message.height === 'number' && message.height > 0) setHeight(Math.min(message.height, MAX_HEIGHT))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return { frame, height }
}

/** The gateway's own page. Card details are typed there and never pass through here. */
export const Payment = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { buyer } = checkout.answers
  const { frame, height } = useHeight()
  const isFirst = useRef(true)
  // The page of a card's issuer takes the place of the form: its beginning is in view.
  const showBeginning = () => {
    const isAbove = (frame.current?.getBoundingClientRect().top ?? 0) < 0
    if (!isFirst.current && isAbove) frame.current?.scrollIntoView({ block: 'start' })
    isFirst.current = false
  }
  return (
    <>
      <section className={`${parts.card} ${parts.apart} ${css.brief}`}>
        <div>
          <p className={parts.strong}>
            <UserText>{buyer.name}</UserText>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>
            <bdi dir="ltr">{buyer.phone}</bdi>
            {buyer.email && <bdi dir="ltr">{buyer.email}</bdi>}
          </p>
        </div>
        <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={checkout.edit}>
          {t('checkout.details.edit')}
        </button>
      </section>
      <section className={`${parts.card} ${parts.stack}`}>
        <div className={parts.apart}>
          <h1 className={css.heading} ref={heading} tabIndex={-1}>
            {t('checkout.payment.title')}
          </h1>
          <span className={`${parts.tag} ${parts.good}`}>
            <Icon name="lock" />
            {t('checkout.payment.secure')}
          </span>
        </div>
        {/* The gateway's card checks and wallets do not work in a sandboxed frame. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          className={css.gateway}
          style={{ minBlockSize: height }}
          src={checkout.url}
          onLoad={showBeginning}
          title={t('checkout.payment.frame')}
          allow="payment"
        />
        <p className={`${parts.small} ${parts.quiet}`}>
          {t('checkout.payment.how')}{' '}
          <Rich text={t('checkout.payment.slow')} parts={{ a: linkTo(checkout.url, '_top') }} />
        </p>
      </section>
    </>
  )
}
