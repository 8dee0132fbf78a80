import { isHoldOver } from '@kartis/domain/hold.ts'
import { isHolding, type OrderState } from '@kartis/domain/order.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { OrderRow } from './orders-queries.ts'

/** The state at this moment: a hold past its end is expired, whether or not the expiry job has run. */
export const stateNow = (order: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): OrderState =>
  isHolding(order.status) && order.expires_at !== null && isHoldOver(order.expires_at, now) ? 'expired' : order.status

/** Refuses a change or payment of an order that is not held: `hold_expired`, `order_state`. */
export const refuseUnlessOpen = (order: OrderRow, now: Date): Refusal | undefined => {
  const state = stateNow(order, now)
  if (isHolding(state)) return undefined
  return state === 'expired' ? refuse('hold_expired') : refuse('order_state', { detail: { status: state } })
}
