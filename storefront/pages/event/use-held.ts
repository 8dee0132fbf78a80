import { useEffect, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { readHold, type SavedHold } from '../../shared/saved-hold.ts'
import type { TicketTypeView } from '../../state/event-state.ts'
import { quantitiesOf } from '../../shared/saved-cart.ts'

/** The live hold of this browser for the event, also while its payment is awaited; undefined until the page is hydrated. */
export const useHeld = (event: string) => {
  const [held, setHeld] = useState<SavedHold>()
  useEffect(() => {
    const read = () => {
      const hold = readHold(event)
      setHeld(hold && new Date(hold.paying ?? hold.expires).getTime() > serverTime() ? hold : undefined)
    }
    read()
    // The back button shows the page as it was left.
    addEventListener('pageshow', read)
    return () => removeEventListener('pageshow', read)
  }, [event])
  return [held, setHeld] as const
}

/** The ticket types with the tickets of this browser's own hold, which another cart would give back first. */
export const withOwnHold = (
  ticketTypes: readonly TicketTypeView[],
  held: SavedHold | undefined,
): readonly TicketTypeView[] => {
  if (!held || held.paying) return ticketTypes
  const own = quantitiesOf(held)
  return ticketTypes.map((ticketType) => {
    const count = own[ticketType.uuid] ?? 0
    if (count === 0) return ticketType
    return {
      ...ticketType,
      state: ticketType.state === 'sold_out' ? 'on_sale' : ticketType.state,
      left: ticketType.left === null ? null : ticketType.left + count,
      max: Math.max(ticketType.max, count),
    }
  })
}
