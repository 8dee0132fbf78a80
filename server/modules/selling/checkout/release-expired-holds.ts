import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { releaseHeld, type StockChange } from '../inventory/index.ts'
import { expireReserved, type OrderRow, readLines, stockOf } from '../orders/index.ts'

/** Ends reservations of an event whose time is over and gives back what they held: tickets, then uses of coupons. */
export const endOldHolds = async (
  tx: Tx,
  eventId: string,
  now: Date,
  most: number,
): Promise<readonly StockChange[]> => {
  const { stock, uses } = await expireReserved(tx, eventId, now, most)
  await releaseHeld(tx, eventId, stock)
  await moveUses(
    tx,
    eventId,
    uses.map(({ couponId, quantity }) => ({ couponId, held: -quantity, used: 0 })),
  )
  return stock
}

/** Gives back what one order held. The caller has its lock and has moved it. */
export const endHold = async (tx: Tx, order: Pick<OrderRow, 'event_id' | 'id' | 'coupon_id'>): Promise<void> => {
  const lines = await readLines(tx, { eventId: order.event_id, orderId: order.id })
  await releaseHeld(tx, order.event_id, stockOf(lines))
  if (order.coupon_id) await moveUses(tx, order.event_id, [{ couponId: order.coupon_id, held: -1, used: 0 }])
}
