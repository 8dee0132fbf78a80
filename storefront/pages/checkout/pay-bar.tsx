import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import { usePayText } from './summary.tsx'
import type { Checkout } from './use-checkout.ts'

/** On a phone the sum and the pay button stay at the bottom of the screen. */
export const PayBar = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const free = checkout.order.total_amount === 0
  const text = usePayText(checkout)
  return (
    <section className={bar.bar} aria-label={t('checkout.summary.next')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>
          {free ? t('checkout.summary.free') : t('checkout.summary.to_pay')}
        </span>
        {!free && <Money shekels={checkout.order.total_amount} />}
      </div>
      <button type="submit" form="details" className={`${parts.btn} ${parts.pay}`} aria-busy={checkout.busy}>
        {!free && !checkout.phone.needsCode && <Icon name="lock" />}
        {text}
      </button>
    </section>
  )
}
