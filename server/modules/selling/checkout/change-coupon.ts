import { type Coupon, couponKey, couponRefusal } from '@kartis/domain/coupon.ts'
import { sum } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { abandonPayment, readPaymentsOf } from '../../payments/payments/index.ts'
import { lockCoupons, moveUses } from '../coupons/index.ts'
import { lockOrder, type OrderKey, type OrderRow, readLines, refuseUnlessOpen, repriceOrder } from '../orders/index.ts'
import { withCoupon } from './price-cart.ts'

/** The coupon of a code under its lock, or why the order may not use it. The order's own use does not count against it. */
export const findCoupon = async (
  tx: Tx,
  order: OrderRow,
  code: string,
  typeIds: readonly string[],
  now: Date,
): Promise<Coupon | Refusal> => {
  const keys = [...new Set([code, ...(order.coupon_code === null ? [] : [order.coupon_code])].map(couponKey))]
  const coupon = (await lockCoupons(tx, order.event_id, keys)).get(couponKey(code))
  const own = coupon?.id === order.coupon_id ? 1 : 0
  const refused = couponRefusal(coupon, typeIds, (coupon?.taken ?? 0) - own, now)
  return refused ?? coupon ?? refuse('coupon_unknown')
}

/** The gateway's open pages show the earlier sum: the next attempt to pay gets a new one. */
const abandonOpenPayments = async (tx: Tx, { eventId, orderId }: OrderKey): Promise<void> => {
  const payments = await readPaymentsOf(tx, eventId, orderId)
  for (const payment of payments) if (payment.status === 'started') await abandonPayment(tx, payment)
}

/**
 * Uses a coupon for an open order in place of the one it has, or none (`null`); the order's lines and total follow. Another
 * sum closes the attempts to pay that are under way; one that is charged all the same is returned when it is settled.
 * Refusals: `order_state` once the order is paid, `hold_expired`, those of `couponRefusal`; the order then stays as it was.
 */
export const changeCoupon = (
  { db }: Pick<Platform, 'db'>,
  key: OrderKey,
  code: string | null,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const closed = refuseUnlessOpen(order, now)
    if (closed) return closed
    const full = (await readLines(tx, key)).map((line) => ({
      typeId: line.ticket_type_id,
      name: line.name,
      quantity: line.quantity,
      price: line.unit_price,
      discount: 0,
    }))
    const typeIds = full.map(({ typeId }) => typeId)
    const coupon = code === null ? undefined : await findCoupon(tx, order, code, typeIds, now)
    if (coupon && 'refusal' in coupon) return coupon
    const lines = coupon ? withCoupon(coupon, full) : full
    const discount = sum(lines.map((line) => line.discount))
    const total = sum(lines.map((line) => line.quantity * line.price)) - discount
    await repriceOrder(tx, key, {
      lines,
      total,
      discount,
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
    })
    if (total !== order.total && order.status === 'pending_payment') await abandonOpenPayments(tx, key)
    await moveUses(tx, key.eventId, [
      ...(order.coupon_id === null ? [] : [{ couponId: order.coupon_id, held: -1, used: 0 }]),
      ...(coupon ? [{ couponId: coupon.id, held: 1, used: 0 }] : []),
    ])
    return undefined
  })
