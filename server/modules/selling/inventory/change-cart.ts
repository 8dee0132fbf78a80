import { type Cart, decideCarts, type SeatsByType } from '@kartis/domain/availability.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { seatingOf } from './seats/choose-seats.ts'
import { boardAfterOwnWrites, lockHall } from './seats/halls.ts'
import { numberOf } from './seats/seat-plan.ts'
import { releaseSeats, takeSeats } from './seats/seats-queries.ts'
import { type Snapshot, snapshotOf, stockOf } from './snapshot.ts'
import { addHeld, lockStock, releaseHeld, type StockChange } from './stock-queries.ts'

/** A reserved order whose seats are exchanged: what it holds, and what it is to hold. */
export interface CartChange {
  readonly eventId: string
  readonly orderId: string
  readonly held: readonly StockChange[]
  readonly cart: Cart
  readonly now: Date
  /** Ends expired holds of the event; true when some were ended. Called when the cart would else be refused. */
  readonly releaseExpired: () => Promise<boolean>
}

export interface ChangedCart {
  readonly snapshot: Snapshot
  readonly seats: SeatsByType
}

/**
 * Gives back what an order holds and takes other seats for it, in the caller's transaction, which a refusal must undo: then
 * everything stays held. Seat clock and counters are locked here; the caller holds the order's lock. The refusals are those
 * of `decideCarts`; `order_state` for an event without numbered places.
 */
export const changeCart = async (
  db: Db,
  tx: Tx,
  { eventId, orderId, held, cart, now, releaseExpired }: CartChange,
): Promise<ChangedCart | Refusal> => {
  const hall = await lockHall(db, tx, eventId)
  if (!hall) return refuse('order_state')
  await releaseSeats(tx, eventId, [orderId])
  await releaseHeld(tx, eventId, held)
  const decide = async () => {
    const rows = await (await lockStock(tx, eventId))()
    const seating = seatingOf(hall.plan, await boardAfterOwnWrites(tx, eventId, hall))
    // Whether the buyer may hold was decided with the reservation.
    return { rows, ...decideCarts({ ...stockOf(rows, now), verifiedOnly: false, seating }, [cart]) }
  }
  const first = await decide()
  const refusedFirst = first.refusals[0] !== undefined
  const { rows, refusals, seats, taken } = refusedFirst && (await releaseExpired()) ? await decide() : first
  const [refused] = refusals
  if (refused) return refused
  const chosen: SeatsByType = seats[0] ?? new Map()
  await addHeld(
    tx,
    eventId,
    [...taken].map(([typeId, quantity]) => ({ typeId, quantity })),
  )
  const seatRows = [...chosen].flatMap(([typeId, uuids]) =>
    uuids.map((uuid) => ({ order_id: orderId, type_id: typeId, seat_no: numberOf(hall.plan, uuid) })),
  )
  await takeSeats(tx, eventId, seatRows, 'held')
  return { snapshot: snapshotOf(eventId, rows, now), seats: chosen }
}
