import { refundOf } from '@kartis/domain/cancellation.ts'
import { refundable } from '@kartis/domain/dispute.ts'
import { type Agorot, sum, toShekels } from '@kartis/domain/money.ts'
import { isSold, type OrderState } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { moveUses } from '../coupons/index.ts'
import { returnSold, returnTicketSeats } from '../inventory/index.ts'
import { readPaymentsOf, requestRefund } from '../../payments/payments/index.ts'
import { lockOrder, moveOrders, type OrderKey, type OrderRow, recordOrderChange, updateOrder } from '../orders/index.ts'
import {
  cancelTicketRows,
  enteredSince,
  heldTickets,
  lockTickets,
  recordCancelled,
  type TicketRow,
} from '../ticketing/index.ts'

export interface CancelInput {
  /** All valid tickets of the order unless given. */
  readonly ticketIds?: readonly string[]
  /** Refuses with `order_state` when somebody has entered with the order since; with `ownOnly` on tickets of the buyer. */
  readonly notEnteredSince?: Date
  /** With how many of the tickets somebody had entered, as the caller read it: refuses where it is more by now. */
  readonly entered?: number | undefined
  /** Only tickets that the buyer still holds; those of other people stay. */
  readonly ownOnly?: boolean
  /** Refund the price of the cancelled tickets. */
  readonly refund: boolean
  /** Withhold the lawful cancellation fee from the refund; there is none after the event was moved. */
  readonly keepFee?: boolean
  readonly reason: string
  /** A person has handed the money back, as far as something was left of the payments. */
  readonly byHand?: boolean
  /** agorot that went back already, outside Kartis: nothing more is refunded, and the buyer reads this sum. */
  readonly returned?: Agorot
  /** The buyer was told already: no message follows. */
  readonly quiet?: boolean
  /** Other people who held the tickets at this instant were notified already: none of them gets a message. */
  readonly holdersNotifiedAt?: Date | undefined
  readonly userId: string | null
  /** Where the request came from. */
  readonly network?: string | null
}

export interface Cancelled {
  readonly status: OrderState
  readonly tickets: number
  /** agorot on their way back */
  readonly refunded: Agorot
  /** agorot withheld from the refund */
  readonly fee: Agorot
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

/** Refunds an amount from the order's payments, the newest first, each up to what is left of it. */
const requestRefunds = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  amount: Agorot,
  { reason, byHand = false }: Pick<CancelInput, 'reason' | 'byHand'>,
): Promise<{ ids: string[]; amount: Agorot } | Refusal> => {
  const ids: string[] = []
  let [left, disputed] = [amount, 0]
  for (const payment of await readPaymentsOf(tx, order.event_id, order.id)) {
    if (payment.status !== 'paid') continue
    disputed += payment.disputed
    const part = Math.min(left, refundable(payment))
    if (part <= 0) continue
    const input = { eventId: order.event_id, paymentId: payment.id, amount: part, reason, byHand }
    const refund = await requestRefund(platform, tx, input)
    if (isRefusal(refund)) return refund
    ids.push(refund.id)
    left -= part
  }
  if (left === 0 || byHand) return { ids, amount: amount - left }
  return disputed > 0 ? refuse('charge_disputed', { detail: { amount: toShekels(disputed) } }) : refuse('refund_failed')
}

/** The lawful fee for cancelling tickets of this price, within what may still be retained of the order. */
const lawfulFee = async (tx: Tx, order: OrderRow, price: Agorot, now: Date): Promise<Agorot> => {
  const event = await anyEventRow(tx, order.event_id)
  return event
    ? refundOf(price, { boughtAt: order.paid_at ?? now, postponedAt: event.postponed_at }, order.cancellation_fee).fee
    : 0
}

const statusAfter = (order: OrderRow, left: number, refunded: Agorot): OrderState => {
  if (left > 0) return refunded > 0 ? 'partially_refunded' : order.status
  return order.total > 0 && refunded >= order.total ? 'refunded' : 'cancelled'
}

/** Everything refunded of an order so far, requested refunds included. Agorot. */
const refundedOf = async (tx: Tx, order: OrderRow): Promise<Agorot> => {
  const paid = (await readPaymentsOf(tx, order.event_id, order.id)).filter((payment) => payment.status === 'paid')
  const remaining = sum(paid.map((payment) => payment.amount - payment.refunded))
  return paid.length === 0 ? 0 : Math.max(0, order.total - remaining)
}

interface Change {
  readonly status: OrderState
  readonly tickets: readonly string[]
  /** Tickets that stay valid. */
  readonly left: number
  /** Of those, tickets that other people hold. */
  readonly held: number
  readonly refund: Agorot
  /** Withheld from the refund. */
  readonly fee: Agorot
}

/** The order's row, history and events. The reason is free text: it goes into the history, not into the event. */
const writeOrder = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { status, tickets, left, held, refund, fee }: Change,
  { reason, quiet, userId, now }: Pick<CancelInput, 'reason' | 'quiet' | 'userId'> & { readonly now: Date },
): Promise<void> => {
  const detail = { tickets, amount: refund, reason, ...(fee > 0 && { fee }) }
  const data = { tickets: tickets.length, refund, left, held, fee, ...(quiet && { quiet }) }
  const event = { type: 'order.tickets_cancelled', data } as const
  const entry = { kind: 'tickets_cancelled', userId, now }
  if (status === order.status && status !== 'partially_refunded')
    await recordOrderChange(platform, tx, order, { ...entry, detail, event })
  else await moveOrders(platform, tx, [{ order, detail, event }], { ...entry, to: status })
}

const logRefund = (
  platform: Platform,
  tx: Tx,
  { id: target, account_id: accountId, number }: OrderRow,
  amount: Agorot,
  { userId, network = null, now }: Pick<CancelInput, 'userId' | 'network'> & { readonly now: Date },
): Promise<void> =>
  logSecurity(platform, tx, {
    act: 'refund.refunded',
    userId,
    network,
    accountId,
    target,
    detail: { number, amount },
    now,
  })

/**
 * Cancels tickets of a sold order in the caller's transaction: their codes stop working, the stock comes back, and the
 * price is refunded where `refund` says so. A refusal must undo the transaction. `order_state`, `refund_failed`,
 * `charge_disputed`, `validation` for tickets that are not valid tickets of the order.
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
  const held = await heldTickets(tx, key)
  const own = input.ownOnly ? valid.filter(({ id }) => !held.has(id)) : valid
  const tickets = chosen(own, input.ticketIds)
  if (isRefusal(tickets)) return tickets
  if (tickets.length === 0) return refuse('order_state', { detail: { status: order.status } })
  // Behind the locks of the tickets, so that a scan at the same moment either comes first or finds them cancelled.
  const entered = input.notEnteredSince ? enteredSince(own, input.notEnteredSince) : 0
  if (entered > 0) return refuse('order_state', { detail: { status: order.status, redeemed: entered } })
  // As the producer reads it: what is still to be decided of an entry keeps only buyers from cancelling.
  const inside = tickets.filter(({ redeemed_at: at }) => at !== null).length
  if (input.entered !== undefined && inside > input.entered)
    return refuse('order_state', { detail: { status: order.status, redeemed: inside, reason: 'entered_meanwhile' } })
  const price = sum(tickets.map((ticket) => ticket.price))
  const fee = input.refund && input.keepFee ? await lawfulFee(tx, order, price, now) : 0
  const owed = input.refund ? price - fee : 0
  const sent =
    owed > 0 ? await requestRefunds(platform, tx, order, owed, input) : { ids: [], amount: input.returned ?? 0 }
  if (isRefusal(sent)) return sent
  const { amount } = sent
  const ids = tickets.map((ticket) => ticket.id)
  await cancelTicketRows(platform, tx, order, tickets, { now, holdersNotifiedAt: input.holdersNotifiedAt })
  const left = valid.length - tickets.length
  const heldLeft = valid.filter(({ id }) => held.has(id) && !ids.includes(id)).length
  const status = statusAfter(order, left, await refundedOf(tx, order))
  if (fee > 0) await updateOrder(tx, key, { cancellation_fee: order.cancellation_fee + fee })
  if (order.cancellation_requested_at) await updateOrder(tx, key, { cancellation_requested_at: null })
  await writeOrder(
    platform,
    tx,
    order,
    { status, tickets: ids, left, held: heldLeft, refund: amount, fee },
    { ...input, now },
  )
  await returnTicketSeats(tx, key, tickets)
  await returnSold(
    tx,
    key.eventId,
    tickets.map((ticket) => ({ typeId: ticket.ticket_type_id, quantity: 1 })),
  )
  if (left === 0 && order.coupon_id) await moveUses(tx, key.eventId, [{ couponId: order.coupon_id, held: 0, used: -1 }])
  if (amount > 0) await logRefund(platform, tx, order, amount, { ...input, now })
  await recordCancelled(tx, key.eventId, tickets)
  return { status, tickets: tickets.length, refunded: amount, fee, refundIds: sent.ids }
}
