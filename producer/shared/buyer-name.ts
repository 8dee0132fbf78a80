import type { Order } from '@kartis/contract/orders.ts'
import type { TFunction } from 'i18next'

/** Who bought: a sale of the box office needs no name, and says where it was made instead. */
export const buyerName = (
  { buyer, channel }: Pick<Order, 'buyer' | 'channel'>,
  t: TFunction<['orders', 'states']>,
): string => buyer.name || (channel === 'cashier' ? t('states:channel.cashier') : t('orders:nobody'))
