import { isOnSale } from '@kartis/domain/event.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { reacquireUse } from '../coupons/index.ts'
import { findSeatsAgain, returnSold, sellDirect } from '../inventory/index.ts'
import {
  hasSeats,
  type LineRow,
  type OrderRow,
  readLines,
  stockOf,
  writeLineSeats,
  writeReplacedSeats,
} from '../orders/index.ts'
import { agreesToEqualSeats } from './equal-seats-queries.ts'
import { refuseOverPhoneLimit } from './phone-limit.ts'
import { readPhoneLimits } from './phone-limit-queries.ts'
import { eventOf } from '../orders/index.ts'

const isOverLimit = async (tx: Tx, order: OrderRow, now: Date): Promise<boolean> => {
  if (order.limit_phone === null) return false
  const limits = await readPhoneLimits(tx, order.event_id)
  return (await refuseOverPhoneLimit(tx, order, order.limit_phone, limits, now)) !== undefined
}

/** The seats of the order, or equal ones where its buyer agreed to them; undefined where there are none. */
const findSeats = async (
  platform: Pick<Platform, 'db'>,
  tx: Tx,
  { event_id: eventId, id: orderId }: OrderRow,
  lines: readonly LineRow[],
) => {
  const key = { eventId, orderId }
  return findSeatsAgain(
    platform.db,
    tx,
    { ...key, mayBeEqual: await agreesToEqualSeats(tx, key) },
    lines.flatMap(({ ticket_type_id, seats }) => (seats ? [{ typeId: ticket_type_id, seats }] : [])),
  )
}

/**
 * Sells the tickets of an order whose hold had ended, when all of them are still there, the limit of its phone allows it
 * and a use of its coupon is left. Numbered seats are the same ones if they are free, else equal ones if the buyer
 * agreed to them. All or nothing;
 * true when sold. The caller holds the order's lock.
 */
export const reacquireStock = async (
  platform: Pick<Platform, 'db'>,
  tx: Tx,
  order: OrderRow,
  now: Date,
): Promise<boolean> => {
  const { event_id: eventId, coupon_id: couponId } = order
  const event = await eventOf(tx, eventId)
  if (!isOnSale({ status: event.status, startsAt: event.starts_at, endsAt: event.ends_at }, now)) return false
  const lines = await readLines(tx, { eventId, orderId: order.id })
  // The seat clock is locked before the counters.
  const seats = hasSeats(lines) ? await findSeats(platform, tx, order, lines) : undefined
  if (hasSeats(lines) && !seats) return false
  const stock = stockOf(lines)
  if (await sellDirect(tx, eventId, stock)) return false
  const isAllowed =
    !(await isOverLimit(tx, order, now)) && (couponId === null || (await reacquireUse(tx, eventId, couponId)))
  if (!isAllowed) {
    await returnSold(tx, eventId, stock)
    return false
  }
  if (seats) {
    await seats.sell()
    const key = { eventId, orderId: order.id }
    await writeLineSeats(tx, key, seats.lines)
    if (seats.replaced.length > 0) await writeReplacedSeats(tx, key, seats.replaced)
  }
  return true
}
