import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { figure, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import { StageHeading } from './stage-heading.tsx'
import type { Checkout } from './use-checkout.ts'

/** After this long the page explains that the gateway is slow. */
const LONG_SECONDS = 35

/** The gateway's page reported a payment; only its verified webhook makes the order paid. */
export const Waiting = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const long = checkout.waited > LONG_SECONDS
  return (
    <main id="main" className={`${parts.narrow} ${page.main}`}>
      <section className={`${parts.card} ${parts.state} ${parts.rise}`} aria-live="polite">
        <div className={parts.seal}>
          <Icon name="wait" turning />
        </div>
        <StageHeading checkout={checkout} className={css.heading}>
          {t('checkout.waiting.title')}
        </StageHeading>
        <p className={parts.quiet}>{t(long ? 'checkout.waiting.long' : 'checkout.waiting.text')}</p>
        {checkout.order.payment_ways?.bit && (
          <p className={`${parts.small} ${parts.quiet}`}>{t('checkout.waiting.bit')}</p>
        )}
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich text={t('checkout.waiting.order', { number: checkout.order.number })} parts={{ n: figure }} />
        </p>
        <p className={`${parts.note} ${parts.info} ${css.start}`}>
          <Icon name="chat" />
          <span>
            <Rich text={t('checkout.waiting.close', { phone: checkout.answers.buyer.phone })} parts={{ n: figure }} />
          </span>
        </p>
        {long && (
          <button type="button" className={`${parts.btn} ${parts.soft} ${parts.compact}`} onClick={checkout.refresh}>
            {t('checkout.waiting.check')}
          </button>
        )}
      </section>
    </main>
  )
}
