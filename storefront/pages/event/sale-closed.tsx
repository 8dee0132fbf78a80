import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
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
  if (cart.ticketTypes.some((ticketType) => ticketType.state === 'not_started')) return 'not_started'
  if (cart.ticketTypes.some((ticketType) => ticketType.state === 'sold_out')) return 'sold_out'
  return 'ended'
}

/** No tickets on sale: the reason and what the buyer can do instead. */
export const SaleClosed = ({ event, cart }: Props) => {
  const { t } = usePageContext()
  const [checking, setChecking] = useState(false)
  const why = whyClosed(event, cart)
  const text =
    why === 'not_started' ? t('sale.closed.not_started_text', { when: event.opens }) : t(`sale.closed.${why}_text`)
  return (
    <div className={`${ticketPad} ${parts.state}`} aria-live="polite">
      <h3>{t(`sale.closed.${why}_title`)}</h3>
      <p className={`${parts.quiet} ${parts.small}`}>{text}</p>
      {why === 'sold_out' ? (
        <button
          type="button"
          className={`${parts.btn} ${parts.soft} ${parts.compact}`}
          aria-busy={checking}
          onClick={() => {
            setChecking(true)
            void cart.refresh().then(() => setChecking(false))
          }}
        >
          <Icon name={checking ? 'wait' : 'undo'} turning={checking} />
          {t('sale.closed.check_again')}
        </button>
      ) : (
        <a className={`${parts.btn} ${parts.soft} ${parts.compact}`} href="/order">
          {t('sale.closed.see_others')}
        </a>
      )}
    </div>
  )
}
