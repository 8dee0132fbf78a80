import { orderLimitOf } from '@kartis/domain/limits.ts'
import { lazy, Suspense } from 'react'
import { pathIn } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import { Price } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { PhoneNote } from '../../shared/phone-note.tsx'
import { linkTo, Rich } from '../../shared/rich.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { EventView } from '../../state/event-state.ts'
import css from './buy-panel.module.css'
import { CartNotes } from './cart-notes.tsx'
import { HeldNote } from './held-note.tsx'
import { SaleClosed, type SignUp } from './sale-closed.tsx'
import page from './event-page.module.css'
import { TICKETS_ID } from './go-to-tickets.ts'
import { seatsAt } from './seats-at.ts'
import { TicketTypeRow } from './ticket-type-row.tsx'
import type { Cart } from './use-cart.ts'

// Needed once something is chosen.
const CouponField = lazy(async () => ({ default: (await import('../../shared/coupon-field.tsx')).CouponField }))
// Few sales have a waiting room, and the weight of the first screen is limited.
const WaitingRoomNote = lazy(async () => ({ default: (await import('./waiting-room-note.tsx')).WaitingRoomNote }))

interface Props {
  readonly event: EventView
  readonly cart: Cart
  readonly signUp: SignUp
}

const Sum = ({ event, cart }: Omit<Props, 'signUp'>) => {
  const { t } = usePageContext()
  return (
    <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
      <HeldNote cart={cart} hasButton={cart.count > 0} />
      <p className={parts.sum} aria-live="polite">
        <span className={parts.strong}>
          {cart.count > 0 ? t('sale.buy.count', { count: cart.count }) : t('sale.buy.none')}
        </span>
        {cart.count > 0 && <Price shekels={cart.total} />}
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>{t(event.hasFee ? 'sale.buy.all_in_fee' : 'sale.buy.all_in')}</p>
      {(cart.total > 0 || cart.coupon.applied || cart.coupon.problem) && (
        <Suspense>
          <CouponField entry={cart.coupon} />
        </Suspense>
      )}
      <CartNotes cart={cart} />
      <button
        className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesktop}`}
        type="submit"
        aria-busy={cart.busy}
      >
        {t(cart.busy ? 'sale.buy.going' : cart.count === 0 ? 'sale.buy.choose' : 'sale.buy.go')}
        {!cart.busy && cart.count > 0 && (
          <span className={parts.mirror}>
            <Icon name="go" />
          </span>
        )}
      </button>
    </div>
  )
}

/** Places are chosen on a page of their own. */
const ToSeats = ({ event, cart }: Omit<Props, 'signUp'>) => {
  const frame = usePageContext()
  const { t } = frame
  return (
    <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
      <HeldNote cart={cart} />
      <p className={`${parts.small} ${parts.quiet}`}>{t(`sale.seats.choose_how.${event.pick}`)}</p>
      <a className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesktop}`} href={pathIn(frame, seatsAt(event))}>
        {t('sale.seats.choose')}
        <span className={parts.mirror}>
          <Icon name="go" />
        </span>
      </a>
    </div>
  )
}

/** The terms of cancellation; where every ticket is free there is no fee, and nothing to give back. */
const Cancellation = ({ event }: Pick<Props, 'event'>) => {
  const { t } = usePageContext()
  const isFree = event.ticketTypes.every(({ price }) => price === 0)
  if (isFree && !event.lastDay) return null
  const text = event.lastDay
    ? t(isFree ? 'sale.buy.cancellation_free' : 'sale.buy.cancellation', { last_day: event.lastDay })
    : t('sale.buy.cancellation_late')
  return (
    <p className={parts.note}>
      <Icon name="shield" />
      <span>
        <Rich text={text} parts={{ a: linkTo('/order/legal/cancellation') }} />
      </span>
    </p>
  )
}

/** The ticket types, the quantities and the sum. */
export const BuyPanel = ({ event, cart, signUp }: Props) => {
  const { t, embed } = usePageContext()
  const over = event.phase === 'over'
  const isOrderFull = cart.open && !event.hasSeats && cart.count >= orderLimitOf(event.orderLimit)
  return (
    <section className={`${page.buy} ${parts.stack}`} aria-labelledby="buy-title">
      {cart.waitingRoom.gate !== 'none' && (
        <Suspense>
          <WaitingRoomNote event={event} waitingRoom={cart.waitingRoom} />
        </Suspense>
      )}
      <form
        onSubmit={(submit) => {
          submit.preventDefault()
          cart.submit()
        }}
      >
        <Ticket
          get={
            <>
              <div className={`${ticketPad} ${parts.apart} ${css.title}`}>
                <h2 id="buy-title">{t('sale.buy.title')}</h2>
                {cart.open && event.orderLimit !== null && (
                  <span className={`${parts.small} ${parts.quiet}`}>
                    {t(event.perPhone ? 'sale.buy.limit_phone' : 'sale.buy.limit_order', { count: event.orderLimit })}
                  </span>
                )}
              </div>
              {cart.open && event.israeliPhone && (
                <div className={css.phone}>
                  <PhoneNote
                    text={t(`sale.buy.israeli_phone_${event.israeliPhone}`)}
                    slug={embed ? event.slug || event.uuid : ''}
                  />
                </div>
              )}
              <ul className={css.ticketTypes} id={event.hasSeats ? undefined : TICKETS_ID}>
                {cart.ticketTypes.map((ticketType) => (
                  <TicketTypeRow
                    key={ticketType.uuid}
                    ticketType={ticketType}
                    cart={event.hasSeats ? undefined : cart}
                    over={over}
                    isOrderFull={isOrderFull}
                  />
                ))}
              </ul>
              <p className={css.reached} role="status">
                {isOrderFull && t('sale.buy.limit_reached', { count: cart.count })}
              </p>
            </>
          }
          give={
            !cart.open ? (
              <SaleClosed event={event} cart={cart} signUp={signUp} />
            ) : event.hasSeats ? (
              <ToSeats event={event} cart={cart} />
            ) : (
              <Sum event={event} cart={cart} />
            )
          }
        />
      </form>
      {cart.open && <Cancellation event={event} />}
    </section>
  )
}
