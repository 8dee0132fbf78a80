import { isHoldOver } from '@kartis/domain/hold.ts'
import { isHolding, type OrderState } from '@kartis/domain/order.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { OrderRow } from './orders-queries.ts'

/** The state as it is at this second: a hold whose time is over has expired, whether or not somebody has swept it yet. */
export const stateNow = (order: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): OrderState =>
  isHolding(order.status) && order.expires_at !== null && isHoldOver(order.expires_at, now) ? 'expired' : order.status

/** Whether the buyer may still change or pay the order: `hold_expired` or `order_state` when not. */
export const refuseUnlessOpen = (order: OrderRow, now: Date): Refusal | undefined => {
  const state = stateNow(order, now)
  if (isHolding(state)) return undefined
  return state === 'expired' ? refuse('hold_expired') : refuse('order_state', { detail: { status: state } })
}
