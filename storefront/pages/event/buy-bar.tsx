import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import type { Basket } from './use-cart.ts'

/** On a phone the sum and the one coral button stay under the thumb. */
export const BuyBar = ({ basket }: { readonly basket: Basket }) => {
  const { say } = usePage()
  if (!basket.open) return null
  return (
    <section className={bar.bar} aria-label={say('sale.buy.chosen')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>
          {basket.count > 0 ? say('sale.buy.count', { count: basket.count }) : say('sale.buy.none')}
        </span>
        {basket.count > 0 && <Money shekels={basket.total} />}
      </div>
      <button
        className={`${parts.btn} ${parts.pay}`}
        type="button"
        disabled={basket.count === 0}
        aria-busy={basket.busy}
        onClick={basket.submit}
      >
        {basket.busy ? say('sale.site.working') : say('sale.buy.go')}
      </button>
    </section>
  )
}
