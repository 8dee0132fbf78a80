import type { Order } from '@kartis/contract/orders.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

/** Chip colour of an order's state, the same in list and dialog. */
export const ORDER_STATES: Readonly<Record<Order['status'] | 'refund_waiting', ChipProps['state']>> = {
  refund_waiting: 'warn',
  reserved: 'info',
  pending_payment: 'info',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** When the tickets were bought: an order is opened some minutes before it is paid. */
export const boughtAt = ({ paid_at: paid, created_at: opened }: Pick<Order, 'paid_at' | 'created_at'>): string =>
  paid ?? opened

/** Whether no ticket of the order is valid any more. */
export const isOver = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'refunded' || status === 'cancelled' || status === 'expired'
