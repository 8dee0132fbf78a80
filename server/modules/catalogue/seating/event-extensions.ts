import { sql } from 'kysely'
import type { EventExtensions, OnDuplicated } from '../events/index.ts'
import type { EventSeats } from './event-seats.ts'
import { seatPrices } from './seating-queries.ts'
import { copySeating } from './copy-seating.ts'

/** What the sale page of an event needs to load its seats; null for an event that has none. */
export const seatMapOf: EventExtensions['seatMap'] = async (db, eventId) => {
  const { rows } = await sql<{ hash: string; rules: { orphans: 'off'; pick: 'both' }; rev: string }>`
    select g.hash, g.rules, c.rev from event_seating g join event_seat_clock c on c.event_id = g.event_id
    where g.event_id = ${eventId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const prices = await seatPrices(db, eventId)
  return {
    hash: row.hash,
    rev: Number(row.rev),
    rules: row.rules,
    prices: prices
      .filter(({ type }) => type === 'regular')
      .map((price) => ({ category: price.category, events_ticket_uuid: price.ticket_type_id })),
  }
}

/** Copies the seating of an event with its prices; every seat of the copy is free. */
export const copySeatingOf =
  (seats: EventSeats): OnDuplicated =>
  (platform, tx, { from, toId, copies }) =>
    copySeating(seats, tx, { fromId: from.id, toId, seating: platform.newId(), copies, now: platform.clock() })
