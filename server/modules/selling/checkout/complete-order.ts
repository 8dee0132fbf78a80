import { canMove } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { sellHeld } from '../inventory/index.ts'
import { issueTickets } from '../ticketing/index.ts'
import { insertHistory, type LineRow, markOrdersPaid, type OrderRow, readLinesOf, stockOf } from '../orders/index.ts'
import { notifyTicketsReady } from '../orders/index.ts'

/** An order to be made paid, and what its history says of it. */
export interface Completion {
  readonly order: OrderRow
  readonly detail?: Readonly<Record<string, unknown>>
}

const byOrder = (lines: readonly LineRow[]): Map<string, LineRow[]> => {
  const found = new Map<string, LineRow[]>()
  for (const line of lines) {
    const known = found.get(line.order_id)
    if (known) known.push(line)
    else found.set(line.order_id, [line])
  }
  return found
}

const moveToPaid = async (platform: Platform, tx: Tx, eventId: string, all: readonly Completion[], now: Date) => {
  for (const { order } of all)
    if (!canMove(order.status, 'paid')) throw new Error(`an order cannot go from ${order.status} to paid`)
  await markOrdersPaid(
    tx,
    eventId,
    all.map(({ order }) => order.id),
    now,
  )
  await insertHistory(
    tx,
    all.map(({ order, detail = {} }) => ({
      eventId,
      orderId: order.id,
      id: platform.newId(),
      kind: 'paid',
      detail,
      userId: null,
      at: now,
    })),
  )
}

/**
 * Makes orders of one event paid, with the same few statements however many they are: their tickets are issued and their
 * links queued in the same transaction. `fromHold` moves what they hold to sold; without it the caller has taken tickets
 * and uses of coupons already. The caller holds the orders' locks.
 */
export const completeOrders = async (
  platform: Platform,
  tx: Tx,
  eventId: string,
  all: readonly Completion[],
  { fromHold, now }: { fromHold: boolean; now: Date },
): Promise<void> => {
  if (all.length === 0) return
  const orders = all.map(({ order }) => order)
  const lines = await readLinesOf(
    tx,
    eventId,
    orders.map(({ id }) => id),
  )
  const linesOf = byOrder(lines)
  await moveToPaid(platform, tx, eventId, all, now)
  await issueTickets(
    platform,
    tx,
    eventId,
    orders.map(({ id }) => ({ orderId: id, lines: linesOf.get(id) ?? [] })),
    now,
  )
  await notifyTicketsReady(platform, tx, eventId, orders)
  if (!fromHold) return
  // The most contended rows come last, so that they are locked for the shortest time.
  await sellHeld(tx, eventId, stockOf(lines))
  await moveUses(
    tx,
    eventId,
    orders.flatMap(({ coupon_id }) => (coupon_id === null ? [] : [{ couponId: coupon_id, held: -1, used: 1 }])),
  )
}

/** One order, as `completeOrders`. */
export const completeOrder = (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { detail = {}, ...how }: { fromHold: boolean; now: Date; detail?: Readonly<Record<string, unknown>> },
): Promise<void> => completeOrders(platform, tx, order.event_id, [{ order, detail }], how)
