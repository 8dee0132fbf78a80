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
import type { Basket } from './use-cart.ts'

interface Props {
  readonly event: EventView
  readonly basket: Basket
}

const HeldNote = ({ basket }: { readonly basket: Basket }) => {
  const frame = usePage()
  const { say, now } = frame
  const left = useSecondsLeft(basket.held?.expires ?? null, now)
  if (!basket.held || left === 0) return null
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
            href={pathIn(frame, `/order/checkout/${basket.held.order}`, basket.held.token)}
          >
            {say('sale.buy.held_go')}
          </a>
          <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={basket.dropHeld}>
            {say('sale.buy.held_drop')}
          </button>
        </p>
      </div>
    </div>
  )
}

const Sum = ({ basket }: { readonly basket: Basket }) => {
  const { say } = usePage()
  return (
    <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
      <p className={parts.sum} aria-live="polite">
        <span className={parts.strong}>
          {basket.count > 0 ? say('sale.buy.count', { count: basket.count }) : say('sale.buy.none')}
        </span>
        <Money shekels={basket.total} />
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>{say('sale.buy.all_in')}</p>
      {basket.total > 0 && <CouponField basket={basket} />}
      {basket.problem && (
        <p className={`${parts.note} ${parts.bad}`} role="alert">
          <Icon name="warn" />
          <span>{basket.problem}</span>
        </p>
      )}
      <button
        className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesk}`}
        type="submit"
        disabled={basket.count === 0}
        aria-busy={basket.busy}
      >
        {basket.busy ? say('sale.buy.going') : say('sale.buy.go')}
        {!basket.busy && (
          <span className={parts.mirror}>
            <Icon name="go" />
          </span>
        )}
      </button>
    </div>
  )
}

/** What one may take, and what it comes to. */
export const BuyPanel = ({ event, basket }: Props) => {
  const { say } = usePage()
  const over = event.phase === 'over'
  return (
    <section className={`${page.buy} ${parts.stack}`} aria-labelledby="buy-title">
      <RoomNote event={event} room={basket.room} />
      <HeldNote basket={basket} />
      <form
        onSubmit={(submit) => {
          submit.preventDefault()
          basket.submit()
        }}
      >
        <Ticket
          get={
            <>
              <div className={`${ticketPad} ${parts.apart} ${css.title}`}>
                <h2 id="buy-title">{say('sale.buy.title')}</h2>
                {basket.open && event.orderLimit !== null && (
                  <span className={`${parts.small} ${parts.quiet}`}>
                    {say(event.perPhone ? 'sale.buy.limit_phone' : 'sale.buy.limit_order', { count: event.orderLimit })}
                  </span>
                )}
              </div>
              <ul className={css.kinds}>
                {basket.kinds.map((kind) => (
                  <KindRow key={kind.uuid} kind={kind} basket={basket} over={over} />
                ))}
              </ul>
            </>
          }
          give={basket.open ? <Sum basket={basket} /> : <Closed event={event} basket={basket} />}
        />
      </form>
      {basket.open && (
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
