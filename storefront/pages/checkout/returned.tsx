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

/** The charge was of a sum from before the order changed: it is refunded, and the tickets wait for their own sum. */
export const Returned = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t, lang } = usePageContext()
  const { returned_payment: returned, total_amount: total } = checkout.order
  const sum = priceText(total, lang)
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`} role="alert">
      <div className={`${parts.seal} ${parts.late}`}>
        <Icon name="undo" />
      </div>
      <StageHeading checkout={checkout} className={css.heading}>
        {t('checkout.returned.title')}
      </StageHeading>
      <p className={parts.quiet}>
        {t('checkout.returned.text', { charged: priceText(returned?.amount ?? 0, lang), sum })}
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t('checkout.returned.left', { left: clockText(checkout.seconds) })} parts={{ n: boldClock }} />
      </p>
      <PayAgain checkout={checkout} text={t('checkout.returned.pay', { sum })} />
    </section>
  )
}
