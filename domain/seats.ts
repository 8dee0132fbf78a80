/** Who may sell a seat, by the number that is stored: everybody, nobody but the producer, invitations, the box office. */
export const SEAT_CHANNELS = ['public', 'house', 'invitations', 'box_office'] as const
export type SeatChannel = (typeof SEAT_CHANNELS)[number]

/** What becomes of seats whose holders are moved: the producer's own, or on sale again. */
export const FREED_SEATS = ['house', 'sale'] as const
export type FreedSeats = (typeof FREED_SEATS)[number]

/** The state of a seat, by the number that is stored. */
export const SEAT_STATES = ['free', 'held', 'sold'] as const

/** Whether a party may leave a single free seat beside itself (docs/rules/seats.md). */
export const ORPHAN_RULES = ['off', 'gentle', 'strict'] as const
/** How buyers choose: by "best together", on the map, or as they like. */
export const PICK_RULES = ['best', 'map', 'both'] as const

export interface SeatRules {
  readonly orphans: (typeof ORPHAN_RULES)[number]
  readonly pick: (typeof PICK_RULES)[number]
}

export const DEFAULT_SEAT_RULES: SeatRules = { orphans: 'gentle', pick: 'both' }

/** What a producer sees of a seat: whose it is, else who could get it. */
export const SEAT_STANDINGS = ['free', 'held', 'sold', 'house', 'invitations', 'box_office', 'blocked'] as const
export type SeatStanding = (typeof SEAT_STANDINGS)[number]

/** `state` and `channel` are the numbers that are stored. A seat that is held or sold is that, whatever its channel. */
export const standingOf = (seat: {
  readonly state: number
  readonly channel: number
  readonly forSale: boolean
}): SeatStanding => {
  if (seat.state !== 0) return SEAT_STATES[seat.state] ?? 'sold'
  if (!seat.forSale) return 'blocked'
  return seat.channel === 0 ? 'free' : (SEAT_CHANNELS[seat.channel] as SeatStanding)
}
