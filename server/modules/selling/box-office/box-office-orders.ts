import type { SeatItem } from '@kartis/domain/availability.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { isHolding } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type DirectSeats, takeDirect } from '../inventory/index.ts'
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
  tokenHash,
  updateOrder,
} from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'

/** A buyer at the box office may stay anonymous; with a phone the tickets are sent to it. */
export interface BoxOfficeBuyer {
  readonly name: string | null
  /** E.164 */
  readonly phone: string | null
}

export interface BoxOfficeOrder {
  readonly eventId: string
  readonly accountId: string
  /** One line for each ticket type. */
  readonly lines: readonly NewLine[]
  /** Items that say where to sit; the others get the best there are. */
  readonly seatItems: readonly SeatItem[] | undefined
  /** Whether the places of the event are numbered. */
  readonly isSeated: boolean
  readonly total: Agorot
  readonly buyer: BoxOfficeBuyer
  readonly lang: string
  readonly userId: string
}

const take = (
  platform: Platform,
  tx: Tx,
  { eventId, lines, seatItems, isSeated }: BoxOfficeOrder,
  orderId: string,
  state: 'held' | 'sold',
): Promise<DirectSeats | Refusal> => {
  const items = lines.map((line) => ({ ticketTypeId: line.ticket_type_id, quantity: line.quantity }))
  const sale = { eventId, orderId, items, seatItems, isSeated, channel: 'box_office' as const }
  return takeDirect(platform.db, tx, sale, state)
}

const insert = (
  platform: Platform,
  tx: Tx,
  { userId, seatItems: _seatItems, isSeated: _isSeated, ...sale }: BoxOfficeOrder,
  { id, state, seats }: { readonly id: string; readonly state: NewOrder['state']; readonly seats: DirectSeats },
  now: Date,
): Promise<OrderRow> => {
  const lines = sale.lines.map((line) => ({ ...line, seats: seats.byType.get(line.ticket_type_id) }))
  const token = tokenHash(platform.keys, orderToken(platform.keys, sale.eventId, id))
  const record = { kind: state.status, detail: { channel: 'cashier' }, userId, now }
  return insertOrder(platform, tx, { ...sale, lines, id, tokenHash: token, channel: 'cashier', state, record })
}

/**
 * Records a sale that is paid already: stock, order and tickets in the caller's transaction, and a message with their link
 * where there is a phone. Refusals: those of `takeDirect`.
 */
export const sellAtBoxOffice = async (
  platform: Platform,
  tx: Tx,
  sale: BoxOfficeOrder,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const id = platform.newId()
  const seats = await take(platform, tx, sale, id, 'sold')
  if (isRefusal(seats)) return seats
  const order = await insert(platform, tx, sale, { id, state: { status: 'paid' }, seats }, now)
  await issueTickets(platform, tx, sale.eventId, [{ orderId: id, lines: sale.lines, seats: seats.ofOrder }], now)
  return order
}

/**
 * Holds the tickets of a sale whose card is being read, as those of a buyer at the payment page: settlement, lookup and
 * expiry are the same. Refusals: those of `takeDirect`.
 */
export const holdAtBoxOffice = async (
  platform: Platform,
  tx: Tx,
  sale: BoxOfficeOrder,
  expiresAt: Date,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const id = platform.newId()
  const seats = await take(platform, tx, sale, id, 'held')
  if (isRefusal(seats)) return seats
  return insert(platform, tx, sale, { id, state: { status: 'pending_payment', expiresAt }, seats }, now)
}

/** Locks a held order that may still be paid. Refusals: `hold_expired`, `order_state`. */
export const lockOpenOrder = async (tx: Tx, key: OrderKey, now: Date): Promise<OrderRow | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order) return refuse('not_found')
  return refuseUnlessOpen(order, now) ?? order
}

/** Completes a held order that was paid in cash after all. The caller holds its lock. */
export const completeAtBoxOffice = async (platform: Platform, tx: Tx, order: OrderRow, now: Date): Promise<void> => {
  if (!isHolding(order.status)) throw new Error(`order ${order.id} holds nothing`)
  await completeOrders(platform, tx, [{ order, detail: { channel: 'cashier' } }], { fromHold: true, now })
}

/** Sets the phone that tickets are sent to. The caller holds the order's lock. */
export const setBuyerPhone = (tx: Tx, key: OrderKey, phone: string): Promise<void> =>
  updateOrder(tx, key, { buyer_phone: phone })

/** Extends the hold while the card is read again. The caller holds the order's lock. */
export const extendHold = (tx: Tx, key: OrderKey, until: Date): Promise<void> =>
  updateOrder(tx, key, { expires_at: until })
