import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import type { Cart } from './use-cart.ts'

/** On a phone the sum and the buy button stay at the bottom of the screen. */
export const BuyBar = ({ cart }: { readonly cart: Cart }) => {
  const { t } = usePageContext()
  if (!cart.open) return null
  return (
    <section className={bar.bar} aria-label={t('sale.buy.chosen')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>
          {cart.count > 0 ? t('sale.buy.count', { count: cart.count }) : t('sale.buy.none')}
        </span>
        {cart.count > 0 && <Money shekels={cart.total} />}
      </div>
      <button
        className={`${parts.btn} ${parts.pay}`}
        type="button"
        disabled={cart.count === 0}
        aria-busy={cart.busy}
        onClick={cart.submit}
      >
        {cart.busy ? t('sale.site.working') : t('sale.buy.go')}
      </button>
    </section>
  )
}
