import { isOnSale } from '@kartis/domain/event.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { reacquireUse } from '../coupons/index.ts'
import { returnSold, sellDirect } from '../inventory/index.ts'
import { type OrderRow, readLines, stockOf } from '../orders/index.ts'
import { refuseOverPhoneLimit } from './phone-limit.ts'
import { readPhoneLimits } from './phone-limit-queries.ts'
import { eventOf } from '../orders/index.ts'

const isOverLimit = async (tx: Tx, order: OrderRow, now: Date): Promise<boolean> => {
  if (order.limit_phone === null) return false
  const limits = await readPhoneLimits(tx, order.event_id)
  return (await refuseOverPhoneLimit(tx, order, order.limit_phone, limits, now)) !== undefined
}

/**
 * Sells the tickets of an order whose hold had ended, when all of them are still there, the limit of its phone allows it
 * and a use of its coupon is left. All or nothing; true when sold. The caller holds the order's lock.
 */
export const reacquireStock = async (tx: Tx, order: OrderRow, now: Date): Promise<boolean> => {
  const { event_id: eventId, coupon_id: couponId } = order
  const event = await eventOf(tx, eventId)
  if (!isOnSale({ status: event.status, startsAt: event.starts_at, endsAt: event.ends_at }, now)) return false
  const stock = stockOf(await readLines(tx, { eventId, orderId: order.id }))
  if (await sellDirect(tx, eventId, stock)) return false
  const isAllowed =
    !(await isOverLimit(tx, order, now)) && (couponId === null || (await reacquireUse(tx, eventId, couponId)))
  if (!isAllowed) await returnSold(tx, eventId, stock)
  return isAllowed
}
