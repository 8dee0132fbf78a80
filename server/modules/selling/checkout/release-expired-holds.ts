import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { releaseHeld, releaseSeats, type StockChange } from '../inventory/index.ts'
import { expireReserved, type OrderRow, hasSeats, readLinesOf, stockOf } from '../orders/index.ts'

/**
 * Ends at most `max` reservations of an event whose time is over and returns what they held: seats, tickets, then uses
 * of coupons. Answers how many tickets of each type came back.
 */
export const endExpiredHolds = async (
  tx: Tx,
  eventId: string,
  now: Date,
  max: number,
): Promise<readonly StockChange[]> => {
  const { stock, uses, seated } = await expireReserved(tx, eventId, now, max)
  await releaseSeats(tx, eventId, seated)
  await releaseHeld(tx, eventId, stock)
  await moveUses(
    tx,
    eventId,
    uses.map(({ couponId, quantity }) => ({ couponId, held: -quantity, used: 0 })),
  )
  return stock
}

/** Returns what one order held. The caller has locked the order and changed its state. */
export const endHold = (tx: Tx, order: HoldingOrder): Promise<void> => endHolds(tx, order.event_id, [order])

type HoldingOrder = Pick<OrderRow, 'event_id' | 'id' | 'coupon_id'>

/** Returns what orders of one event held: seats, tickets, then uses of coupons. The caller has locked them and changed their state. */
export const endHolds = async (tx: Tx, eventId: string, orders: readonly HoldingOrder[]): Promise<void> => {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return
  const lines = await readLinesOf(tx, eventId, ids)
  if (hasSeats(lines)) await releaseSeats(tx, eventId, ids)
  await releaseHeld(tx, eventId, stockOf(lines))
  const coupons = orders.flatMap(({ coupon_id }) => coupon_id ?? [])
  await moveUses(
    tx,
    eventId,
    coupons.map((couponId) => ({ couponId, held: -1, used: 0 })),
  )
}
