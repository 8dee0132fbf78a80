import type { SeatItem } from './availability.ts'

/** An item of a request as it names its ticket type and its seats. */
interface RequestedItem {
  readonly events_ticket_uuid: string
  readonly quantity: number
  readonly seat_uuids?: readonly string[] | undefined
  readonly best?: SeatItem['best']
}

/** The items of a request that say where to sit; undefined when none does. */
export const seatItemsOf = (items: readonly RequestedItem[]): SeatItem[] | undefined => {
  const seated = items.flatMap(({ events_ticket_uuid, quantity, seat_uuids, best }, place) => {
    const seats = seat_uuids?.length ? seat_uuids : undefined
    return seats || best ? [{ ticketTypeId: events_ticket_uuid.toLowerCase(), quantity, place, seats, best }] : []
  })
  return seated.length > 0 ? seated : undefined
}
