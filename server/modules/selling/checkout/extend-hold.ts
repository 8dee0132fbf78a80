import { extendOnce } from '@kartis/domain/hold.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockOrder, type OrderKey, stateNow, updateOrder } from '../orders/index.ts'

export interface ExtendedHold {
  readonly expiresAt: Date
  /** Whether this request changed it. */
  readonly isExtended: boolean
}

/**
 * More time for a buyer who asks for it shortly before the hold ends, once for each order (WCAG 2.2.1). Asking earlier or
 * again changes nothing. `hold_expired`, `order_state` for what is no reservation any more.
 */
export const extendHold = (platform: Platform, key: OrderKey, now: Date): Promise<ExtendedHold | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const state = stateNow(order, now)
    if (state === 'expired') return refuse('hold_expired')
    if (state !== 'reserved' || order.expires_at === null) return refuse('order_state', { detail: { status: state } })
    const until = extendOnce({ createdAt: order.created_at, expiresAt: order.expires_at }, now)
    if (!until) return { expiresAt: order.expires_at, isExtended: false }
    await updateOrder(tx, { eventId: order.event_id, orderId: order.id }, { expires_at: until })
    return { expiresAt: until, isExtended: true }
  })
