import type { Order } from '@kartis/contract/orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { cancellationFee } from '@kartis/domain/cancellation.ts'
import { refundable } from '@kartis/domain/dispute.ts'
import { CANCELLATION } from '@kartis/domain/limits.ts'

const agorot = (shekels: number): number => Math.round(shekels * 100)

type Prices = readonly Pick<Ticket, 'price'>[]

const priceOf = (tickets: Prices): number => tickets.reduce((sum, { price }) => sum + agorot(price), 0)

/** The refund for these tickets in agorot: their prices, limited to what is left of the order's payments. */
export const refundFor = (tickets: Prices, { payments = [] }: Pick<Order, 'payments'>): number => {
  const held = payments
    .filter(({ status }) => status === 'paid')
    .reduce(
      (sum, { amount, refunded, disputed }) =>
        sum + refundable({ amount: agorot(amount), refunded: agorot(refunded), disputed: agorot(disputed) }),
      0,
    )
  return Math.min(priceOf(tickets), held)
}

/** The lawful fee in agorot that may be retained when these tickets are cancelled, as the server computes it. */
export const feeFor = (
  tickets: Prices,
  { cancellation_fee_left: left }: Pick<Order, 'cancellation_fee_left'>,
): number => cancellationFee(priceOf(tickets), CANCELLATION.maxFeeAgorot - agorot(left))
