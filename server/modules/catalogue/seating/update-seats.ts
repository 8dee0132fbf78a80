import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { updateEventSeats } from '@kartis/contract/event-seating.ts'
import type { Reason } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { SEAT_CHANNELS, SEAT_STATES } from '@kartis/domain/seats.ts'
import { seatNumberOf, seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { type EventRow, eventRow } from '../events/index.ts'
import type { SeatingContext } from './context.ts'
import { enqueueOpening } from './open-seats.ts'
import { seatsOfOpening } from './openings-queries.ts'
import { seatingRow } from './seating-queries.ts'
import { readSeats, type SeatInUse } from './seats-queries.ts'

/** Wrong seats that a refusal names. */
const MAX_NAMED = 50

const wrongSeats = (indexes: readonly number[], reason: Reason): Refusal =>
  refuse('validation', {
    fields: Object.fromEntries(indexes.slice(0, MAX_NAMED).map((index) => [`seat_uuids.${index}`, [reason]])),
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

type Body = BodyOf<typeof updateEventSeats>

/** What an opening needs: an event that is held, and a time to come before its end. */
const openingRefusal = (event: EventRow, opensAt: Date, now: Date): Refusal | undefined => {
  const status = event.cancelled_at ? 'cancelled' : event.status
  if (status === 'archived' || status === 'cancelled') return refuse('conflict', { detail: { status } })
  if (opensAt <= now) return refuseField('opens_at', 'must_be_future')
  return opensAt < event.ends_at ? undefined : refuseField('opens_at', 'after_event_end')
}

/** The numbers of the named seats, in the order of their names; -1: no seat of this event. */
const numbersOf = async (
  tx: Tx,
  eventId: string,
  seating: string,
  { seat_uuids: uuids, opening }: Body,
): Promise<readonly number[] | Refusal> => {
  if (opening === undefined) return (uuids ?? []).map((uuid) => seatNumberOf(seating, uuid) ?? -1)
  const numbers = await seatsOfOpening(tx, eventId, new Date(opening))
  // They opened, or somebody gave them another time.
  return numbers.length > 0 ? numbers : refuseField('opening', 'unknown_option')
}

/** What is wrong with changing these seats, as they are behind the clock's lock. */
const changeRefusal = (
  seating: string,
  numbers: readonly number[],
  found: readonly SeatInUse[],
  { for_sale: forSale, channel, opens_at: opensAt }: Body,
): Refusal | undefined => {
  const seats = new Map(found.map((seat) => [seat.seat_no, seat]))
  const indexesOf = (isMeant: (seat: SeatInUse | undefined) => boolean): number[] =>
    [...numbers.keys()].filter((index) => isMeant(seats.get(numbers[index] ?? -1)))
  const unknown = indexesOf((seat) => !seat)
  if (unknown.length > 0) return wrongSeats(unknown, 'unknown_option')
  const taken = found.filter(({ state }) => state !== 0)
  const isMoved = forSale !== undefined || channel !== undefined || opensAt !== undefined
  if (isMoved && taken.length > 0) return inUse(seating, taken)
  if (!opensAt) return undefined
  const open = indexesOf(
    (seat) => (forSale ?? seat?.for_sale) === true && (channel ?? SEAT_CHANNELS[seat?.channel ?? 0]) === 'public',
  )
  return open.length > 0 ? wrongSeats(open, 'already_for_sale') : undefined
}

/**
 * What a change of an opening means for those of its seats that are held, once they are given back: the same time; at once
 * where the others were opened by hand; never where these were closed or allotted. Undefined: it says nothing of that.
 */
const openingOfHeld = (
  { for_sale: forSale, channel }: Body,
  opensAt: Date | null | undefined,
  now: Date,
): Date | null | undefined => {
  if (opensAt !== undefined) return opensAt
  if (forSale === undefined && channel === undefined) return undefined
  return forSale !== false && channel === 'public' ? now : null
}

interface Change {
  readonly accountId: string
  readonly eventId: string
  readonly now: Date
}

/**
 * Sets channel, sale, opening and note of some seats, of all of them or none. A note may be written on any seat. Refusals:
 * `not_found`; `validation` for whatever is no seat of the event, for the time of an opening and for seats that are open
 * already; `seats_in_use` with each seat that is held or sold; `conflict` for an opening in an event that is over.
 */
export const updateSeats = async (
  context: SeatingContext,
  { accountId, eventId, now }: Change,
  body: Body,
): Promise<{ readonly rev: number; readonly changed: number } | Refusal> => {
  const { db, seats } = context
  const event = await eventRow(db, accountId, eventId)
  if (!event) return refuse('not_found')
  const opensAt = typeof body.opens_at === 'string' ? new Date(body.opens_at) : body.opens_at
  const untimely = opensAt && openingRefusal(event, opensAt, now)
  if (untimely) return untimely
  return inTransaction(db, async (tx) => {
    const row = await seatingRow(tx, eventId)
    if (!row) return refuse('not_found')
    await seats.lockClock(tx, eventId)
    // Read again behind the lock: another map may have been taken meanwhile.
    const { seating } = (await seatingRow(tx, eventId)) ?? row
    const numbers = await numbersOf(tx, eventId, seating, body)
    if (isRefusal(numbers)) return numbers
    const found = await readSeats(tx, eventId, numbers)
    const refused = changeRefusal(seating, numbers, found, body)
    if (refused) return refused
    const rev = await seats.nextRevision(tx, eventId)
    const { for_sale, channel, note } = body
    const seatNos = found.map(({ seat_no }) => seat_no)
    await seats.setSale(tx, eventId, seatNos, { for_sale, channel, note, opens_at: opensAt, rev })
    const to = openingOfHeld(body, opensAt, now)
    if (body.opening !== undefined && to !== undefined)
      await seats.moveHeldOpening(tx, eventId, { from: new Date(body.opening), to, rev })
    if (for_sale !== undefined) await seats.boundStock(tx, eventId)
    if (opensAt) await enqueueOpening(context, tx, eventId, opensAt)
    return { rev, changed: found.length }
  })
}
