import { type Agorot, sum } from '@kartis/domain/money.ts'
import { isSold, type OrderState } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { moveUses } from '../coupons/index.ts'
import { returnSold } from '../inventory/index.ts'
import { readPaymentsOf, requestRefund } from '../../payments/payments/index.ts'
import { changeOrderState, recordOrderChange } from '../orders/index.ts'
import { lockOrder, type OrderKey, type OrderRow } from '../orders/index.ts'
import { uncountEntries } from '../ticketing/index.ts'
import { notifyCancelled } from '../orders/index.ts'
import { lockTickets, markCancelled, type TicketRow } from '../ticketing/index.ts'

export interface CancelInput {
  /** Every valid ticket of the order unless told. */
  readonly ticketIds?: readonly string[]
  /** Send the price of the cancelled tickets back. */
  readonly refund: boolean
  /** Kept back of it (the lawful fee); agorot. */
  readonly fee?: Agorot
  readonly reason: string
  readonly userId: string | null
}

export interface Cancelled {
  readonly status: OrderState
  readonly tickets: number
  /** agorot on their way back */
  readonly refunded: Agorot
  readonly refundIds: readonly string[]
}

const chosen = (valid: readonly TicketRow[], ids: readonly string[] | undefined): TicketRow[] | Refusal => {
  if (!ids) return [...valid]
  const byId = new Map(valid.map((ticket) => [ticket.id, ticket]))
  const found = [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => byId.get(id))
  return found.every((ticket) => ticket !== undefined)
    ? found
    : refuse('validation', { fields: { ticket_uuids: ['unknown_option'] } })
}

/** Takes the sum from the order's payments, the newest first; a payment gives what it still holds. */
const sendBack = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  amount: Agorot,
  reason: string,
): Promise<{ ids: string[] } | Refusal> => {
  const ids: string[] = []
  let rest = amount
  for (const payment of await readPaymentsOf(tx, order.event_id, order.id)) {
    const part = payment.status === 'paid' ? Math.min(rest, payment.amount - payment.refunded) : 0
    if (part <= 0) continue
    const input = { eventId: order.event_id, paymentId: payment.id, amount: part, reason }
    const refund = await requestRefund(platform, tx, input)
    if (isRefusal(refund)) return refund
    ids.push(refund.id)
    rest -= part
  }
  return rest === 0 ? { ids } : refuse('refund_failed')
}

const statusAfter = (order: OrderRow, left: number, refunded: Agorot): OrderState => {
  if (left > 0) return refunded > 0 ? 'partially_refunded' : order.status
  return order.total > 0 && refunded >= order.total ? 'refunded' : 'cancelled'
}

/** Everything that has gone back of an order so far. */
const refundedOf = async (tx: Tx, order: OrderRow): Promise<Agorot> => {
  const paid = (await readPaymentsOf(tx, order.event_id, order.id)).filter((payment) => payment.status === 'paid')
  const kept = sum(paid.map((payment) => payment.amount - payment.refunded))
  return paid.length === 0 ? 0 : Math.max(0, order.total - kept)
}

const write = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  status: OrderState,
  entry: { kind: string; detail: Readonly<Record<string, unknown>>; userId: string | null },
  now: Date,
): Promise<void> => {
  if (status === order.status && status !== 'partially_refunded')
    return recordOrderChange(platform, tx, order, entry.kind, now, entry)
  const isOver = status === 'refunded' || status === 'cancelled'
  return changeOrderState(platform, tx, order, { to: status, ...entry, columns: isOver ? { closed_at: now } : {} }, now)
}

/**
 * Cancels tickets of a paid order in the caller's transaction: their codes stop working, the stock comes back, the money
 * goes back where wished, the buyer is told. A refusal must undo the transaction. `order_state`, `refund_failed`.
 */
export const cancelTickets = async (
  platform: Platform,
  tx: Tx,
  key: OrderKey,
  input: CancelInput,
  now: Date,
): Promise<Cancelled | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order) return refuse('not_found')
  if (!isSold(order.status)) return refuse('order_state', { detail: { status: order.status } })
  const valid = (await lockTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.status === 'valid')
  const tickets = chosen(valid, input.ticketIds)
  if (isRefusal(tickets)) return tickets
  if (tickets.length === 0) return refuse('order_state', { detail: { status: order.status } })
  const price = sum(tickets.map((ticket) => ticket.price))
  const amount = input.refund ? Math.max(0, price - (input.fee ?? 0)) : 0
  const sent = amount > 0 ? await sendBack(platform, tx, order, amount, input.reason) : { ids: [] }
  if (isRefusal(sent)) return sent
  const ids = tickets.map((ticket) => ticket.id)
  await markCancelled(tx, key.eventId, ids, now)
  if (tickets.some((ticket) => ticket.redeemed_at)) await uncountEntries(tx, key.eventId, ids)
  const status = statusAfter(order, valid.length - tickets.length, await refundedOf(tx, order))
  const detail = { tickets: ids, amount, reason: input.reason }
  await write(platform, tx, order, status, { kind: 'tickets_cancelled', detail, userId: input.userId }, now)
  await notifyCancelled(platform, tx, order, tickets.length, amount)
  await returnSold(
    tx,
    key.eventId,
    tickets.map((ticket) => ({ typeId: ticket.ticket_type_id, quantity: 1 })),
  )
  const isOver = valid.length === tickets.length
  if (isOver && order.coupon_id) await moveUses(tx, key.eventId, [{ couponId: order.coupon_id, held: 0, used: -1 }])
  return { status, tickets: tickets.length, refunded: amount, refundIds: sent.ids }
}
