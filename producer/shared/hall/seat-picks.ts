/** Uuids of seats that were chosen on the map, by ticket type. */
export type Picks = Readonly<Record<string, readonly string[]>>

/** A ticket type that seats are chosen for. */
export interface PickType {
  readonly uuid: string
  readonly name: string
  /** How many tickets of it are asked for. */
  readonly quantity: number
}

const picked = (picks: Picks, uuid: string): readonly string[] => picks[uuid] ?? []

export const seatsOf = (picks: Picks): string[] => Object.values(picks).flat()

/** How many tickets of these types have no seat yet. */
export const unseated = (types: readonly PickType[], picks: Picks): number =>
  types.reduce((sum, { uuid, quantity }) => sum + Math.max(0, quantity - picked(picks, uuid).length), 0)

/**
 * Gives seats to the types that may have them, in their order: to those that still lack some, then more of the first.
 * `types` serve the category of every seat.
 */
export const addSeats = (types: readonly PickType[], picks: Picks, seats: readonly string[]): Picks => {
  const next: Record<string, readonly string[]> = { ...picks }
  for (const seat of seats) {
    const type = types.find(({ uuid, quantity }) => picked(next, uuid).length < quantity) ?? types[0]
    if (type) next[type.uuid] = [...picked(next, type.uuid), seat]
  }
  return next
}

export const withoutSeats = (picks: Picks, seats: readonly string[]): Picks =>
  Object.fromEntries(
    Object.entries(picks).flatMap(([type, own]) => {
      const left = own.filter((seat) => !seats.includes(seat))
      return left.length > 0 ? [[type, left]] : []
    }),
  )

/** At most as many seats as tickets: who takes a ticket off takes its seat off, the last one first. */
export const boundedPicks = (picks: Picks, quantityOf: (type: string) => number): Picks =>
  Object.fromEntries(
    Object.entries(picks).flatMap(([type, own]) => {
      const left = own.slice(0, quantityOf(type))
      return left.length > 0 ? [[type, left]] : []
    }),
  )

/** The items of a request: tickets with their seats, and the others, which get the best there are. */
export const itemsWithSeats = (lines: readonly { readonly uuid: string; readonly quantity: number }[], picks: Picks) =>
  lines.flatMap(({ uuid, quantity }) => {
    const seats = picked(picks, uuid).slice(0, quantity)
    const others = quantity - seats.length
    if (seats.length === 0) return [{ events_ticket_uuid: uuid, quantity }]
    return [
      { events_ticket_uuid: uuid, quantity: seats.length, seat_uuids: seats },
      ...(others > 0 ? [{ events_ticket_uuid: uuid, quantity: others, best: {} }] : []),
    ]
  })
