import { pathIn } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import { Price } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import type { EventView } from '../../state/event-state.ts'
import { goToTickets, TICKETS_ID } from './go-to-tickets.ts'
import { priceFrom } from './price-from.ts'
import { seatsAt } from './seats-at.ts'
import { useInView } from './use-in-view.ts'
import { listKindOf, type SignUp } from './sale-closed.tsx'
import type { Cart } from './use-cart.ts'

/** Before anything is chosen: the price, and the way to the ticket types. */
const Choose = ({ event, cart }: Pick<Props, 'event' | 'cart'>) => {
  const frame = usePageContext()
  const { t } = frame
  const from = priceFrom(cart.ticketTypes)
  return (
    <>
      {from && (
        <div>
          <span className={`${parts.small} ${parts.quiet}`}>{t(`sale.buy.${from.label}`)}</span>
          <Price shekels={from.price} />
        </div>
      )}
      {event.hasSeats ? (
        <a className={`${parts.btn} ${parts.pay}`} href={pathIn(frame, seatsAt(event))}>
          {t('sale.seats.choose')}
        </a>
      ) : (
        <button className={`${parts.btn} ${parts.pay}`} type="button" onClick={goToTickets}>
          {t('sale.buy.choose')}
          <Icon name="down" />
        </button>
      )}
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
  const areTypesInView = useInView(TICKETS_ID)
  const kind = listKindOf(event, cart)
  if (kind)
    return signUp.isOpen || signUp.isOn ? null : (
      <section className={bar.bar} aria-label={t(`sale.waiting_list.title_${kind}`)}>
        <button className={`${parts.btn} ${parts.tall}`} type="button" onClick={signUp.open}>
          <Icon name="bell" />
          {t(`sale.waiting_list.join_${kind}`)}
        </button>
      </section>
    )
  if (!cart.open) return null
  return (
    // The way to the ticket types would cover them where they are in view already.
    <section
      className={bar.bar}
      aria-label={t('sale.buy.chosen')}
      data-hidden={(areTypesInView && cart.count === 0) || undefined}
    >
      {cart.count === 0 || event.hasSeats ? (
        <Choose event={event} cart={cart} />
      ) : (
        <>
          <div>
            <span className={`${parts.small} ${parts.quiet}`}>{t('sale.buy.count', { count: cart.count })}</span>
            <Price shekels={cart.total} />
          </div>
          <button className={`${parts.btn} ${parts.pay}`} type="button" aria-busy={cart.busy} onClick={cart.submit}>
            {cart.busy ? t('sale.site.working') : t('sale.buy.go')}
          </button>
        </>
      )}
    </section>
  )
}
