import type { Order } from '@kartis/contract/orders.ts'
import { isOver } from '../../shared/order-state.ts'

/** Tickets of the order that are not cancelled; of an order that is over, as many as were ordered. */
export const ticketsLeft = (order: Pick<Order, 'status' | 'tickets' | 'tickets_count'>): number =>
  isOver(order) || !order.tickets || order.tickets.length === 0
    ? order.tickets_count
    : order.tickets.filter(({ status }) => status !== 'cancelled').length
