import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { changeTickets as contract } from '@kartis/contract/public-orders.ts'
import { sum } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { seatItemsOf } from '@kartis/domain/seat-items.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { moveUses } from '../coupons/index.ts'
import { changeCart } from '../inventory/index.ts'
import {
  lockOrder,
  type NewReservationLine,
  type OrderKey,
  type OrderRow,
  readLines,
  refuseUnlessOpen,
  replaceLines,
  stockOf,
} from '../orders/index.ts'
import { findCoupon } from './change-coupon.ts'
import { refuseOverPhoneLimit } from './phone-limit.ts'
import { lockPhones, readPhoneLimits } from './phone-limit-queries.ts'
import { linesOf, withCoupon } from './price-cart.ts'
import { endExpiredHolds } from './release-expired-holds.ts'
import { itemsOf } from './reserve.ts'

/** Expired reservations that one change releases. */
const MAX_RELEASED = 1000

/** Refusals of this transaction undo it: what the order held stays held. */
const orUndo = <T>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new RefusalError(result)
  return result
}

/** Uses of coupons when an order has another one. */
const usesBetween = (before: string | null, after: string | null) =>
  before === after
    ? []
    : [
        ...(before === null ? [] : [{ couponId: before, held: -1, used: 0 }]),
        ...(after === null ? [] : [{ couponId: after, held: 1, used: 0 }]),
      ]

/** The lines at their price: with the coupon of this code, or without one (`null`). */
const withPrices = async (
  tx: Tx,
  order: OrderRow,
  code: string | null,
  full: readonly NewReservationLine[],
  now: Date,
) => {
  const typeIds = full.map(({ typeId }) => typeId)
  const coupon = code === null ? undefined : orUndo(await findCoupon(tx, order, code, typeIds, now))
  const lines = coupon ? withCoupon(coupon, full) : full
  const discount = sum(lines.map((line) => line.discount))
  const total = sum(lines.map((line) => line.quantity * line.price)) - discount
  return { lines, discount, total, couponId: coupon?.id ?? null, couponCode: coupon?.code ?? null }
}

/**
 * Exchanges the tickets of a reserved order, and its seats where places are numbered; another number of tickets and other
 * types are possible. `coupon` in the body takes the place of the order's own. Prices are those of this moment; the hold is
 * not extended. `order_state` once a payment has begun, `hold_expired`, those of a reservation and of the coupon. Refused,
 * it changes nothing.
 */
export const changeTickets = (
  platform: Pick<Platform, 'db'>,
  key: OrderKey,
  { items, coupon }: BodyOf<typeof contract>,
  now: Date,
): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const order = orUndo((await lockOrder(tx, key)) ?? refuse('not_found'))
    const closed = refuseUnlessOpen(order, now)
    if (closed) throw new RefusalError(closed)
    if (order.status !== 'reserved') throw new RefusalError(refuse('order_state', { detail: { status: order.status } }))
    const lines = await readLines(tx, key)
    const cart = { items: itemsOf(items), seatItems: seatItemsOf(items), phone: order.limit_phone ?? undefined }
    const releaseExpired = async () => (await endExpiredHolds(tx, key.eventId, now, MAX_RELEASED)).length > 0
    const change = { ...key, held: stockOf(lines), cart, now, releaseExpired }
    const { snapshot, seats } = orUndo(await changeCart(platform.db, tx, change))
    const full = linesOf(cart.items, snapshot).map((line) => ({ ...line, seats: seats.get(line.typeId) ?? null }))
    // Phones are locked before coupons.
    if (order.limit_phone !== null) await lockPhones(tx, key.eventId, [order.limit_phone])
    const priced = await withPrices(tx, order, coupon === undefined ? order.coupon_code : coupon, full, now)
    await replaceLines(tx, key, priced)
    await moveUses(tx, key.eventId, usesBetween(order.coupon_id, priced.couponId))
    if (order.limit_phone === null) return
    const limits = await readPhoneLimits(tx, key.eventId)
    const over = await refuseOverPhoneLimit(tx, order, order.limit_phone, limits, now)
    if (over) throw new RefusalError(over)
  })
