import { type Cart, decideCarts, type SeatsByType } from '@kartis/domain/availability.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { seatingOf } from './seats/choose-seats.ts'
import { boardAfterOwnWrites, lockHall } from './seats/halls.ts'
import { numberOf, type SeatPlan } from './seats/seat-plan.ts'
import { releaseSeats, takeSeats } from './seats/seats-queries.ts'
import { type Snapshot, snapshotOf, stockOf } from './snapshot.ts'
import { addHeld, lockStock, releaseHeld, type StockChange } from './stock-queries.ts'

/** A reserved order whose tickets are exchanged: what it holds, and what it is to hold. */
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
  /** Empty for tickets without numbered places. */
  readonly seats: SeatsByType
}

/** The chosen seats, held for the order. */
const holdSeats = (tx: Tx, { eventId, orderId }: CartChange, plan: SeatPlan, seats: SeatsByType): Promise<void> =>
  takeSeats(
    tx,
    eventId,
    [...seats].flatMap(([typeId, uuids]) =>
      uuids.map((uuid) => ({ order_id: orderId, type_id: typeId, seat_no: numberOf(plan, uuid) })),
    ),
    'held',
  )

/**
 * Gives back what an order holds and takes another cart for it, in the caller's transaction, which a refusal must undo: then
 * everything stays held. Seat clock and counters are locked here; the caller holds the order's lock. The refusals are those
 * of `decideCarts`.
 */
export const changeCart = async (db: Db, tx: Tx, change: CartChange): Promise<ChangedCart | Refusal> => {
  const { eventId, orderId, held, cart, now, releaseExpired } = change
  const hall = await lockHall(db, tx, eventId)
  if (hall) await releaseSeats(tx, eventId, [orderId])
  await releaseHeld(tx, eventId, held)
  const decide = async () => {
    const rows = await (await lockStock(tx, eventId))()
    const seating = hall && seatingOf(hall, await boardAfterOwnWrites(tx, eventId, hall))
    // Whether the buyer may hold was decided with the reservation.
    const stock = { ...stockOf(rows, now), verifiedOnly: false, ...(seating && { seating }) }
    return { rows, ...decideCarts(stock, [cart]) }
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
  if (hall) await holdSeats(tx, change, hall.plan, chosen)
  return { snapshot: snapshotOf(eventId, rows, now), seats: chosen }
}
