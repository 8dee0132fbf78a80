import { type Sale, mayCancel, refundOf } from '@kartis/domain/cancellation.ts'
import { sum } from '@kartis/domain/money.ts'
import { isSold } from '@kartis/domain/order.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { OrderRow } from '../orders/index.ts'
import type { TicketRow } from '../ticketing/index.ts'

/** The facts that the law looks at; before the payment, as if it were made now. */
export const saleOf = (order: Pick<OrderRow, 'paid_at'>, event: EventRow, now: Date): Sale => ({
  boughtAt: order.paid_at ?? now,
  eventStartsAt: event.starts_at,
  timeZone: event.timezone,
  producerDays: event.settings.cancellation_days ?? null,
  postponedAt: event.postponed_at,
})

/** Whether the buyer may cancel the valid tickets of an order now, with the fee and the refund in agorot. */
export const cancellationNow = (
  order: OrderRow,
  event: EventRow,
  tickets: readonly TicketRow[],
  now: Date,
): { readonly allowed: boolean; readonly fee: number; readonly refund: number } => {
  const sale = saleOf(order, event, now)
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  const left = tickets.length > 0 ? sum(valid.map((ticket) => ticket.price)) : order.total
  const isRedeemed = valid.some((ticket) => ticket.redeemed_at !== null)
  return {
    allowed: isSold(order.status) && valid.length > 0 && !isRedeemed && mayCancel(sale, now),
    ...refundOf(left, sale, order.cancellation_fee),
  }
}
