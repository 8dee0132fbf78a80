import type { Order } from '@kartis/contract/orders.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

/** The colour of an order's state, the same in the list and in its window. */
export const ORDER_STATES: Readonly<Record<Order['status'], ChipProps['state']>> = {
  reserved: 'info',
  pending_payment: 'info',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** Nothing of it is left. */
export const isOver = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'refunded' || status === 'cancelled' || status === 'expired'
