import { clockText } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { boldClock, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import { PayAgain } from './pay-again.tsx'
import { StageHeading } from './stage-heading.tsx'
import type { Checkout } from './use-checkout.ts'

/** The payment was declined: nothing was charged, the tickets are still held, and the buyer may try again. */
export const Failed = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t, lang } = usePageContext()
  const { order } = checkout
  const reason = order.payment?.decline_reason
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`} role="alert">
      <div className={`${parts.seal} ${parts.fail}`}>
        <Icon name="cross" />
      </div>
      <StageHeading checkout={checkout} className={css.heading}>
        {t('checkout.failed.title')}
      </StageHeading>
      <p className={parts.quiet}>
        <Rich text={t('checkout.failed.text', { left: clockText(checkout.seconds) })} parts={{ n: boldClock }} />
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>
        {reason ? t('checkout.failed.reason', { reason }) : t('checkout.failed.refused')}
        {order.payment_ways?.bit && ` ${t('checkout.failed.bit')}`}
      </p>
      <PayAgain checkout={checkout} text={t('checkout.failed.again', { sum: priceText(order.total_amount, lang) })} />
    </section>
  )
}
