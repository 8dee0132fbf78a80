import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { pathIn } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { boldClock, linkTo, Rich } from '../../shared/rich.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { EventView } from '../../state/event-state.ts'
import css from './buy-panel.module.css'
import { Closed } from './closed.tsx'
import page from './event-page.module.css'
import { CouponField } from './coupon-field.tsx'
import { KindRow } from './ticket-type-row.tsx'
import { RoomNote } from './waiting-room-note.tsx'
import type { Cart } from './use-cart.ts'

interface Props {
  readonly event: EventView
  readonly cart: Cart
}

const HeldNote = ({ cart }: { readonly cart: Cart }) => {
  const frame = usePage()
  const { say, now } = frame
  const left = useSecondsLeft(cart.held?.expires ?? null, now)
  if (!cart.held || left === 0) return null
  return (
    <div className={`${parts.note} ${parts.info} ${css.held}`}>
      <Icon name="clock" />
      <div>
        <p>
          <Rich text={say('sale.buy.held', { left: clockText(left) })} parts={{ t: boldClock }} />
        </p>
        <p className={parts.line}>
          <a
            className={`${parts.btn} ${parts.thin}`}
            href={pathIn(frame, `/order/checkout/${cart.held.order}`, cart.held.token)}
          >
            {say('sale.buy.held_go')}
          </a>
          <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={cart.dropHeld}>
            {say('sale.buy.held_drop')}
          </button>
        </p>
      </div>
    </div>
  )
}

const Sum = ({ cart }: { readonly cart: Cart }) => {
  const { say } = usePage()
  return (
    <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
      <p className={parts.sum} aria-live="polite">
        <span className={parts.strong}>
          {cart.count > 0 ? say('sale.buy.count', { count: cart.count }) : say('sale.buy.none')}
        </span>
        <Money shekels={cart.total} />
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>{say('sale.buy.all_in')}</p>
      {cart.total > 0 && <CouponField cart={cart} />}
      {cart.problem && (
        <p className={`${parts.note} ${parts.bad}`} role="alert">
          <Icon name="warn" />
          <span>{cart.problem}</span>
        </p>
      )}
      <button
        className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesk}`}
        type="submit"
        disabled={cart.count === 0}
        aria-busy={cart.busy}
      >
        {cart.busy ? say('sale.buy.going') : say('sale.buy.go')}
        {!cart.busy && (
          <span className={parts.mirror}>
            <Icon name="go" />
          </span>
        )}
      </button>
    </div>
  )
}

/** What one may take, and what it comes to. */
export const BuyPanel = ({ event, cart }: Props) => {
  const { say } = usePage()
  const over = event.phase === 'over'
  return (
    <section className={`${page.buy} ${parts.stack}`} aria-labelledby="buy-title">
      <RoomNote event={event} room={cart.room} />
      <HeldNote cart={cart} />
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
                <h2 id="buy-title">{say('sale.buy.title')}</h2>
                {cart.open && event.orderLimit !== null && (
                  <span className={`${parts.small} ${parts.quiet}`}>
                    {say(event.perPhone ? 'sale.buy.limit_phone' : 'sale.buy.limit_order', { count: event.orderLimit })}
                  </span>
                )}
              </div>
              <ul className={css.kinds}>
                {cart.kinds.map((kind) => (
                  <KindRow key={kind.uuid} kind={kind} cart={cart} over={over} />
                ))}
              </ul>
            </>
          }
          give={cart.open ? <Sum cart={cart} /> : <Closed event={event} cart={cart} />}
        />
      </form>
      {cart.open && (
        <p className={parts.note}>
          <Icon name="shield" />
          <span>
            <Rich
              text={
                event.lastDay
                  ? say('sale.buy.cancellation', { last_day: event.lastDay })
                  : say('sale.buy.cancellation_late')
              }
              parts={{ a: linkTo('/order/legal/cancellation') }}
            />
          </span>
        </p>
      )}
    </section>
  )
}
