import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { readSeats, sellHeld, sellHeldSeats, type SeatsOfOrders } from '../inventory/index.ts'
import {
  type BuyerDetails,
  hasSeats,
  type LineRow,
  moveOrders,
  type OrderRow,
  readLinesOf,
  stockOf,
} from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'

/** An order to be made paid, the detail of its history entry, and what its buyer typed with the confirmation. */
export interface Completion {
  readonly order: OrderRow
  readonly detail?: Readonly<Record<string, unknown>>
  readonly buyer?: BuyerDetails | undefined
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

/** The seats of those of the orders that have some; the others cost no statement. */
const seatsFor = async (
  platform: Platform,
  tx: Tx,
  eventId: string,
  lines: readonly LineRow[],
  fromHold: boolean,
): Promise<SeatsOfOrders | undefined> => {
  const seated = lines.filter((line) => hasSeats([line]))
  if (seated.length === 0) return undefined
  const ids = [...new Set(seated.map(({ order_id }) => order_id))]
  return fromHold ? sellHeldSeats(platform.db, tx, eventId, ids) : readSeats(platform.db, tx, eventId, ids)
}

/**
 * Makes orders of one event paid and issues their tickets, with the same few statements however many they are.
 * `fromHold` moves what they hold to sold; without it the caller has taken seats, tickets and uses of coupons already. The
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
  const seats = await seatsFor(platform, tx, eventId, lines, fromHold)
  if (fromHold) {
    await sellHeld(tx, eventId, stockOf(lines))
    await moveUses(
      tx,
      eventId,
      orders.flatMap(({ coupon_id }) => (coupon_id === null ? [] : [{ couponId: coupon_id, held: -1, used: 1 }])),
    )
  }
  // Last: it locks the row that numbers the changes of the event's tickets, which everybody locks after all others.
  const issued = ids.map((orderId) => ({ orderId, lines: linesOf.get(orderId) ?? [], seats: seats?.get(orderId) }))
  await issueTickets(platform, tx, eventId, issued, now)
}
