import type { Order } from '@kartis/contract/orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'

const agorot = (shekels: number): number => Math.round(shekels * 100)

/** The refund for these tickets in agorot: their prices, limited to what is left of the order's payments. */
export const refundFor = (
  tickets: readonly Pick<Ticket, 'price'>[],
  { payments = [] }: Pick<Order, 'payments'>,
): number => {
  const prices = tickets.reduce((sum, { price }) => sum + agorot(price), 0)
  const held = payments
    .filter(({ status }) => status === 'paid')
    .reduce((sum, payment) => sum + agorot(payment.amount) - agorot(payment.refunded), 0)
  return Math.min(prices, held)
}
