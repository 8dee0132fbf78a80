import type { Order } from '@kartis/contract/orders.ts'

/** What a list says of how an order was paid, where it is more than one charge of a card. */
export type PaidMeans = { readonly kind: 'bit' } | { readonly kind: 'installments'; readonly count: number } | undefined

/** The payment that bought the order: one that was returned whole bought nothing, unless the order was refunded as well. */
const boughtBy = ({ payments = [], status }: Order) => {
  const paid = payments.filter((payment) => payment.status === 'paid')
  return paid.find(({ amount, refunded }) => refunded < amount) ?? (status === 'refunded' ? paid[0] : undefined)
}

export const paidMeans = (order: Order): PaidMeans => {
  const payment = boughtBy(order)
  if (payment?.wallet === 'bit') return { kind: 'bit' }
  const count = payment?.installments ?? 1
  return count > 1 ? { kind: 'installments', count } : undefined
}
