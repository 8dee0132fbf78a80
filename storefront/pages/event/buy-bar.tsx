import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import type { EventView } from '../../state/event-state.ts'
import { goToTickets } from './go-to-tickets.ts'
import { listKindOf, type SignUp } from './sale-closed.tsx'
import type { Cart } from './use-cart.ts'

/** The lowest price that is on sale now; undefined where nothing is. */
const lowestPrice = ({ ticketTypes }: Cart): number | undefined => {
  const prices = ticketTypes.filter(({ state }) => state === 'on_sale').map(({ price }) => price)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

const hasSeveralPrices = ({ ticketTypes }: Cart): boolean => new Set(ticketTypes.map(({ price }) => price)).size > 1

/** Before anything is chosen: the price, and the way to the ticket types. */
const Choose = ({ cart }: { readonly cart: Cart }) => {
  const { t } = usePageContext()
  const price = lowestPrice(cart)
  return (
    <>
      {price !== undefined && (
        <div>
          <span className={`${parts.small} ${parts.quiet}`}>
            {t(price === 0 || !hasSeveralPrices(cart) ? 'sale.buy.price' : 'sale.buy.price_from')}
          </span>
          {price === 0 ? <span className={parts.money}>{t('sale.buy.free')}</span> : <Money shekels={price} />}
        </div>
      )}
      <button className={`${parts.btn} ${parts.pay}`} type="button" onClick={goToTickets}>
        {t('sale.buy.choose')}
        <Icon name="down" />
      </button>
    </>
  )
}

interface Props {
  readonly event: EventView
  readonly cart: Cart
  readonly signUp: SignUp
}

/** On a phone the next step stays at the bottom of the screen: to the ticket types, then with the sum to the order. */
export const BuyBar = ({ event, cart, signUp }: Props) => {
  const { t } = usePageContext()
  const kind = listKindOf(event, cart)
  if (kind)
    return signUp.isOpen ? null : (
      <section className={bar.bar} aria-label={t(`sale.waiting_list.title_${kind}`)}>
        <button className={`${parts.btn} ${parts.tall}`} type="button" onClick={signUp.open}>
          <Icon name="bell" />
          {t(`sale.waiting_list.join_${kind}`)}
        </button>
      </section>
    )
  if (!cart.open) return null
  return (
    <section className={bar.bar} aria-label={t('sale.buy.chosen')}>
      {cart.count === 0 ? (
        <Choose cart={cart} />
      ) : (
        <>
          <div>
            <span className={`${parts.small} ${parts.quiet}`}>{t('sale.buy.count', { count: cart.count })}</span>
            <Money shekels={cart.total} />
          </div>
          <button className={`${parts.btn} ${parts.pay}`} type="button" aria-busy={cart.busy} onClick={cart.submit}>
            {cart.busy ? t('sale.site.working') : t('sale.buy.go')}
          </button>
        </>
      )}
    </section>
  )
}
