import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { linkTo, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** The tallest frame that a page may input for, in CSS px. */
const TALLEST = 1600

/** A gateway's page that tells its height gets it, so that nothing of it is cut; others scroll in the usual frame. */
const useHeight = () => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      const word = data as { kartis?: unknown; height?: unknown } | null
      if (source !== frame.current?.contentWindow || word?.kartis !== 'gateway-height') return
      if (typeof word.height === 'number' && word.height > 0) setHeight(Math.min(word.height, TALLEST))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return { frame, height }
}

/** The gateway's own page. Card details are typed there and never pass through here. */
export const Payment = ({ checkout }: { readonly checkout: Checkout }) => {
  const { say } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { buyer } = checkout.answers
  const { frame, height } = useHeight()
  return (
    <>
      <section className={`${parts.card} ${parts.apart} ${css.brief}`}>
        <div>
          <p className={parts.strong}>
            <bdi>{buyer.name}</bdi>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>
            <bdi dir="ltr">{buyer.phone}</bdi>
            {buyer.email && <bdi dir="ltr">{buyer.email}</bdi>}
          </p>
        </div>
        <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={checkout.edit}>
          {say('checkout.details.edit')}
        </button>
      </section>
      <section className={`${parts.card} ${parts.stack}`}>
        <div className={parts.apart}>
          <h1 className={css.heading} ref={heading} tabIndex={-1}>
            {say('checkout.payment.title')}
          </h1>
          <span className={`${parts.tag} ${parts.good}`}>
            <Icon name="lock" />
            {say('checkout.payment.secure')}
          </span>
        </div>
        {/* Card checks and wallets of the gateway need all that a sandbox would take from them. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          className={css.gateway}
          style={{ minBlockSize: height }}
          src={checkout.url}
          title={say('checkout.payment.frame')}
          allow="payment"
        />
        <p className={`${parts.small} ${parts.quiet}`}>
          {say('checkout.payment.how')}{' '}
          <Rich text={say('checkout.payment.slow')} parts={{ a: linkTo(checkout.url, '_top') }} />
        </p>
      </section>
    </>
  )
}
