import { isHolding, type OrderState } from '@kartis/domain/order.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { endHold } from './release-expired-holds.ts'
import { lockOrder, moveOrders, type OrderKey, stateNow } from '../orders/index.ts'

/**
 * The buyer gives up the hold. Doing it again, or after the hold has ended, changes nothing. `order_state` once the
 * order is paid. A payment that is confirmed afterwards is returned when it is settled.
 */
export const releaseOrder = (platform: Platform, key: OrderKey, now: Date): Promise<OrderState | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const state = stateNow(order, now)
    if (state === 'cancelled' || state === 'expired') return state
    if (!isHolding(state)) return refuse('order_state', { detail: { status: state } })
    await moveOrders(platform, tx, [{ order }], { to: 'cancelled', kind: 'released', now })
    await endHold(tx, order)
    return 'cancelled'
  })

/**
 * Gives back an order that is reserved and not at the gateway; true when it holds nothing any more. False for one that is
 * being paid, or was paid.
 */
export const releaseReserved = (platform: Platform, key: OrderKey): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const order = await lockOrder(tx, key)
    if (!order) return true
    const state = stateNow(order, now)
    if (state === 'cancelled' || state === 'expired') return true
    if (state !== 'reserved') return false
    await moveOrders(platform, tx, [{ order }], { to: 'cancelled', kind: 'released', now })
    await endHold(tx, order)
    return true
  })
