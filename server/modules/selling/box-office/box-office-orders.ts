import type { Agorot } from '@kartis/domain/money.ts'
import { isHolding } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { holdDirect, sellDirect } from '../inventory/index.ts'
import { completeOrders } from '../checkout/index.ts'
import {
  insertOrder,
  lockOrder,
  type NewLine,
  type NewOrder,
  type OrderKey,
  orderToken,
  type OrderRow,
  refuseUnlessOpen,
  stockOf,
  tokenHash,
  updateOrder,
} from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'

/** Somebody at the counter need not say who he is; with a phone the tickets are sent to it. */
export interface CounterBuyer {
  readonly name: string | null
  /** E.164 */
  readonly phone: string | null
}

export interface CounterOrder {
  readonly eventId: string
  readonly accountId: string
  /** Of one ticket type each. */
  readonly lines: readonly NewLine[]
  readonly total: Agorot
  readonly buyer: CounterBuyer
  readonly lang: string
  readonly userId: string
}

const insert = (
  platform: Platform,
  tx: Tx,
  { userId, ...sale }: CounterOrder,
  state: NewOrder['state'],
  now: Date,
): Promise<OrderRow> => {
  const id = platform.newId()
  const token = tokenHash(platform.keys, orderToken(platform.keys, sale.eventId, id))
  const record = { kind: state.status, detail: { channel: 'cashier' }, userId, now }
  return insertOrder(platform, tx, { ...sale, id, tokenHash: token, channel: 'cashier', state, record })
}

/**
 * Sold over the counter and paid already: stock, order and tickets in the caller's transaction, and their link where
 * there is a phone. `sold_out` names what is left.
 */
export const sellAtCounter = async (
  platform: Platform,
  tx: Tx,
  sale: CounterOrder,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const refused = await sellDirect(tx, sale.eventId, stockOf(sale.lines))
  if (isRefusal(refused)) return refused
  const order = await insert(platform, tx, sale, { status: 'paid' }, now)
  await issueTickets(platform, tx, sale.eventId, [{ orderId: order.id, lines: sale.lines }], now)
  return order
}

/**
 * An order whose card is being read: its tickets are held as those of a buyer at the gateway, so that settling, looking up
 * and expiring are the same. `sold_out` names what is left.
 */
export const holdAtCounter = async (
  platform: Platform,
  tx: Tx,
  sale: CounterOrder,
  expiresAt: Date,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const refused = await holdDirect(tx, sale.eventId, stockOf(sale.lines))
  if (isRefusal(refused)) return refused
  return insert(platform, tx, sale, { status: 'pending_payment', expiresAt }, now)
}

/** Locks a held counter order that may still be paid: `hold_expired`, `order_state` when it may not. */
export const lockOpenOrder = async (tx: Tx, key: OrderKey, now: Date): Promise<OrderRow | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order) return refuse('not_found')
  return refuseUnlessOpen(order, now) ?? order
}

/** Cash came for a held order after all. The caller holds its lock. */
export const completeAtCounter = async (platform: Platform, tx: Tx, order: OrderRow, now: Date): Promise<void> => {
  if (!isHolding(order.status)) throw new Error(`order ${order.id} holds nothing`)
  await completeOrders(platform, tx, [{ order, detail: { channel: 'cashier' } }], { fromHold: true, now })
}

/** Where the tickets go from now on. The caller holds the order's lock. */
export const setBuyerPhone = (tx: Tx, key: OrderKey, phone: string): Promise<void> =>
  updateOrder(tx, key, { buyer_phone: phone })

/** The card is being read again: the tickets stay held so long. The caller holds the order's lock. */
export const keepHolding = (tx: Tx, key: OrderKey, until: Date): Promise<void> =>
  updateOrder(tx, key, { expires_at: until })
