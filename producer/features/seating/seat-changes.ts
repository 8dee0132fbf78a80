import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { SEAT_CHANGE } from '@kartis/domain/limits.ts'
import type { SeatStanding } from '@kartis/domain/seats.ts'
import { localText } from '../../shared/local-moment.ts'

export type SeatChange = Omit<BodyIn<typeof updateEventSeats>, 'seat_uuids' | 'opening'>

const { maxSeats: MAX_SEATS } = SEAT_CHANGE

/** The calls that change some seats: as many as one call may name in each. */
export const callsFor = (uuids: readonly string[], change: SeatChange): BodyIn<typeof updateEventSeats>[] =>
  Array.from({ length: Math.ceil(uuids.length / MAX_SEATS) }, (_, part) => ({
    seat_uuids: uuids.slice(part * MAX_SEATS, (part + 1) * MAX_SEATS),
    ...change,
  }))

/** Which of the chosen places get an opening, and whether they are to be blocked until then. */
export interface OpeningPlan {
  readonly places: readonly number[]
  /** All of them are on sale now. */
  readonly blocksFirst: boolean
  /** Chosen places that are on sale now and stay so. */
  readonly left: number
}

/**
 * The opening of chosen places: of those that nobody can buy yet; where everybody can buy all of them, they are blocked
 * until then.
 */
export const openingPlan = (
  standings: readonly (SeatStanding | undefined)[],
  chosen: readonly number[],
): OpeningPlan => {
  const places = chosen.filter((place) => standings[place] !== 'free')
  if (places.length === 0) return { places: chosen, blocksFirst: true, left: 0 }
  return { places, blocksFirst: false, left: chosen.length - places.length }
}

const DAY_MS = 86_400_000

/** The time that is proposed for an opening: ten in the morning of the next day, unless the event is over by then. */
export const usualOpening = (zone: string, now: Date, endsAt: string): string => {
  const morning = `${localText(zone, new Date(now.getTime() + DAY_MS)).slice(0, 10)}T10:00`
  return morning < localText(zone, new Date(endsAt)) ? morning : ''
}

/** What is wrong with the time of an opening; undefined: nothing. */
export const openingWrong = (
  at: string | undefined,
  now: Date,
  endsAt: string,
): 'required' | 'must_be_future' | 'after_event_end' | undefined => {
  if (at === undefined) return 'required'
  if (Date.parse(at) <= now.getTime()) return 'must_be_future'
  return Date.parse(at) < Date.parse(endsAt) ? undefined : 'after_event_end'
}
