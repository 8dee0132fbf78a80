import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { SEAT_STATES } from '@kartis/domain/seats.ts'
import { seatNumberOf, seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { eventRow } from '../events/index.ts'
import type { SeatingContext } from './context.ts'
import { seatingRow } from './seating-queries.ts'
import { readSeats, type SeatInUse } from './seats-queries.ts'

/** Unknown seats that a refusal names. */
const MAX_NAMED = 50

const unknownSeats = (indexes: readonly number[]): Refusal =>
  refuse('validation', {
    fields: Object.fromEntries(indexes.slice(0, MAX_NAMED).map((index) => [`seat_uuids.${index}`, ['unknown_option']])),
  })

const inUse = (seating: string, seats: readonly SeatInUse[]): Refusal =>
  refuse('seats_in_use', {
    detail: {
      seats: seats.map(({ seat_no, section, row_label, label, state }) => ({
        seat_uuid: seatUuid(seating, seat_no),
        section,
        row: row_label,
        number: label,
        state: SEAT_STATES[state],
      })),
    },
  })

/**
 * Sets channel, sale and note of some seats, of all of them or none. A note may be written on any seat. Refusals:
 * `not_found`; `validation` for whatever is no seat of the event; `seats_in_use` with each seat that is held or sold.
 */
export const updateSeats = async (
  { db, seats }: SeatingContext,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
  { seat_uuids: uuids, ...sale }: BodyOf<typeof updateEventSeats>,
): Promise<{ readonly rev: number; readonly changed: number } | Refusal> => {
  const event = await eventRow(db, accountId, eventId)
  if (!event) return refuse('not_found')
  return inTransaction(db, async (tx) => {
    const row = await seatingRow(tx, eventId)
    if (!row) return refuse('not_found')
    await seats.lockClock(tx, eventId)
    // Read again behind the lock: another map may have been taken meanwhile.
    const { seating } = (await seatingRow(tx, eventId)) ?? row
    const numbers = uuids.map((uuid) => seatNumberOf(seating, uuid) ?? -1)
    const found = await readSeats(tx, eventId, numbers)
    const existing = new Set(found.map(({ seat_no }) => seat_no))
    const unknown = [...numbers.keys()].filter((index) => !existing.has(numbers[index] ?? -1))
    if (unknown.length > 0) return unknownSeats(unknown)
    const taken = found.filter(({ state }) => state !== 0)
    const isMoved = sale.for_sale !== undefined || sale.channel !== undefined
    if (isMoved && taken.length > 0) return inUse(seating, taken)
    const rev = await seats.nextRevision(tx, eventId)
    await seats.setSale(tx, eventId, [...existing], { ...sale, rev })
    if (sale.for_sale !== undefined) await seats.boundStock(tx, eventId)
    return { rev, changed: existing.size }
  })
}
