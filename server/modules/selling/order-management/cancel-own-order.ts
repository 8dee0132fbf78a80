import { lastCancellationDay, mayCancel } from '@kartis/domain/cancellation.ts'
import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { saleOf } from './cancellation-quote.ts'
import { cancelOrderTickets } from './cancel-order.ts'
import { type OrderKey, readOrder } from '../orders/index.ts'
import { EVER, hasEntered, readTickets } from '../ticketing/index.ts'

interface OwnCancellation {
  readonly ticketIds?: readonly string[] | undefined
  readonly reason: string
  readonly userId: string
  /** Where the request came from. */
  readonly network: string
}

/**
 * The buyer's lawful cancellation of tickets of an order (`ticketIds`), or of all valid ones: their price less the lawful
 * fee is refunded to the same card, all of it when the producer has moved the event since. Refusals: `order_state` for an
 * order that is not sold or has a redeemed ticket, `validation` for tickets that are not valid tickets of the order,
 * `cancellation_late` after the last day, `order_state` where other people hold all of them, `refund_failed`.
 */
export const cancelMyOrder = async (
  platform: Platform,
  key: OrderKey,
  input: OwnCancellation,
  now: Date,
): Promise<Refusal | undefined> => {
  const [order, event, tickets] = await Promise.all([
    readOrder(platform.db, key),
    anyEventRow(platform.db, key.eventId),
    readTickets(platform.db, key.eventId, key.orderId),
  ])
  if (!order || !event) return refuse('not_found')
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  if (!isSold(order.status) || valid.some(hasEntered))
    return refuse('order_state', { detail: { status: order.status } })
  const sale = saleOf(platform, order, event, now)
  if (!mayCancel(sale, now)) return refuse('cancellation_late', { detail: { last_day: lastCancellationDay(sale) } })
  const { ticketIds, ...why } = input
  const cancelled = {
    ...why,
    ...(ticketIds && { ticketIds }),
    notEnteredSince: EVER,
    ownOnly: true,
    refund: true,
    keepFee: true,
  }
  const done = await cancelOrderTickets(platform, key, cancelled, now)
  return isRefusal(done) ? done : undefined
}
