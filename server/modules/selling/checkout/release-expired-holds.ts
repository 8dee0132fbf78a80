import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { releaseHeld, releaseSeats, type StockChange } from '../inventory/index.ts'
import { expireReserved, type OrderRow, hasSeats, readLines, stockOf } from '../orders/index.ts'

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
export const endHold = async (tx: Tx, order: Pick<OrderRow, 'event_id' | 'id' | 'coupon_id'>): Promise<void> => {
  const lines = await readLines(tx, { eventId: order.event_id, orderId: order.id })
  if (hasSeats(lines)) await releaseSeats(tx, order.event_id, [order.id])
  await releaseHeld(tx, order.event_id, stockOf(lines))
  if (order.coupon_id) await moveUses(tx, order.event_id, [{ couponId: order.coupon_id, held: -1, used: 0 }])
}
