import type { Order } from '@kartis/contract/orders.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

/** Chip colour of an order's state, the same in list and dialog. */
export const ORDER_STATES: Readonly<Record<Order['status'], ChipProps['state']>> = {
  reserved: 'info',
  pending_payment: 'info',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** Whether no ticket of the order is valid any more. */
export const isOver = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'refunded' || status === 'cancelled' || status === 'expired'
