import type { Order } from '@kartis/contract/orders.ts'
import type { TFunction } from 'i18next'

/** The payment that bought the order: one that was returned whole bought nothing, unless the order was refunded as well. */
const boughtBy = ({ payments = [], status }: Order) => {
  const paid = payments.filter((payment) => payment.status === 'paid')
  return paid.find(({ amount, refunded }) => refunded < amount) ?? (status === 'refunded' ? paid[0] : undefined)
}

/** What a list says of how an order was paid; undefined where it is one charge of a card. */
export const paidMeansText = (order: Order, t: TFunction<'orders'>): string | undefined => {
  const payment = boughtBy(order)
  if (payment?.wallet === 'bit') return t('order.bit')
  const count = payment?.installments ?? 1
  return count > 1 ? t('order.installments', { count }) : undefined
}
