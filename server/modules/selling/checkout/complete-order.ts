import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { sellHeld } from '../inventory/index.ts'
import { type LineRow, moveOrders, type OrderRow, readLinesOf, stockOf } from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'

/** An order to be made paid, and the detail of its history entry. */
export interface Completion {
  readonly order: OrderRow
  readonly detail?: Readonly<Record<string, unknown>>
}

const byOrder = (lines: readonly LineRow[]): Map<string, LineRow[]> => {
  const byId = new Map<string, LineRow[]>()
  for (const line of lines) {
    const ofOrder = byId.get(line.order_id)
    if (ofOrder) ofOrder.push(line)
    else byId.set(line.order_id, [line])
  }
  return byId
}

/**
 * Makes orders of one event paid and issues their tickets, with the same few statements however many they are.
 * `fromHold` moves what they hold to sold; without it the caller has taken tickets and uses of coupons already. The
 * caller holds the orders' locks.
 */
export const completeOrders = async (
  platform: Platform,
  tx: Tx,
  completions: readonly Completion[],
  { fromHold, now }: { readonly fromHold: boolean; readonly now: Date },
): Promise<void> => {
  const orders = completions.map(({ order }) => order)
  const eventId = orders[0]?.event_id
  if (eventId === undefined) return
  const ids = orders.map(({ id }) => id)
  const lines = await readLinesOf(tx, eventId, ids)
  const linesOf = byOrder(lines)
  await moveOrders(platform, tx, completions, { to: 'paid', now })
  const issued = ids.map((orderId) => ({ orderId, lines: linesOf.get(orderId) ?? [] }))
  await issueTickets(platform, tx, eventId, issued, now)
  if (!fromHold) return
  // The most contended rows come last, so that they are locked for the shortest time.
  await sellHeld(tx, eventId, stockOf(lines))
  await moveUses(
    tx,
    eventId,
    orders.flatMap(({ coupon_id }) => (coupon_id === null ? [] : [{ couponId: coupon_id, held: -1, used: 1 }])),
  )
}
