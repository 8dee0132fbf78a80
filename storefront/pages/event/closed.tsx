import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { ticketPad } from '../../shared/ticket.tsx'
import type { EventView } from '../../state/event-state.ts'
import type { Cart } from './use-cart.ts'

interface Props {
  readonly event: EventView
  readonly cart: Cart
}

type Why = 'over' | 'not_started' | 'sold_out' | 'ended'

const whyClosed = (event: EventView, cart: Cart): Why => {
  if (event.phase === 'over') return 'over'
  if (cart.kinds.some((kind) => kind.state === 'not_started')) return 'not_started'
  if (cart.kinds.some((kind) => kind.state === 'sold_out')) return 'sold_out'
  return 'ended'
}

/** Nothing to buy now: why, and what one can do instead. */
export const Closed = ({ event, cart }: Props) => {
  const { say } = usePage()
  const [looking, setLooking] = useState(false)
  const why = whyClosed(event, cart)
  const text =
    why === 'not_started' ? say('sale.closed.not_started_text', { when: event.opens }) : say(`sale.closed.${why}_text`)
  return (
    <div className={`${ticketPad} ${parts.state}`} aria-live="polite">
      <h3>{say(`sale.closed.${why}_title`)}</h3>
      <p className={`${parts.quiet} ${parts.small}`}>{text}</p>
      {why === 'sold_out' ? (
        <button
          type="button"
          className={`${parts.btn} ${parts.soft} ${parts.thin}`}
          aria-busy={looking}
          onClick={() => {
            setLooking(true)
            void cart.refresh().then(() => setLooking(false))
          }}
        >
          <Icon name={looking ? 'wait' : 'undo'} turning={looking} />
          {say('sale.closed.check_again')}
        </button>
      ) : (
        <a className={`${parts.btn} ${parts.soft} ${parts.thin}`} href="/order">
          {say('sale.closed.see_others')}
        </a>
      )}
    </div>
  )
}
