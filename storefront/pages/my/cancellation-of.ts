import { cancellationFee } from '@kartis/domain/cancellation.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import type { CustomerOrder } from './order-actions.tsx'

type Ticket = CustomerOrder['tickets'][number]

/** The tickets of an order that its buyer may cancel: valid ones that the buyer still holds. */
export const validTickets = ({ tickets }: CustomerOrder): readonly Ticket[] =>
  tickets.filter(({ status, transfer }) => status === 'valid' && transfer?.state !== 'accepted')

/** Valid tickets of an order that other people hold: its buyer cannot cancel them. */
export const transferredTickets = ({ tickets }: CustomerOrder): readonly Ticket[] =>
  tickets.filter(({ status, transfer }) => status === 'valid' && transfer?.state === 'accepted')

/** What tickets are worth, what is retained of it and what is refunded, in shekels: as the server computes it. */
export const refundFor = (tickets: readonly Ticket[], { cancellation }: CustomerOrder) => {
  const total = tickets.reduce((sum, { price }) => sum + toAgorot(price), 0)
  const fee = Math.min(cancellationFee(total), toAgorot(cancellation.fee_left))
  return { total: toShekels(total), fee: toShekels(fee), refund: toShekels(total - fee) }
}
