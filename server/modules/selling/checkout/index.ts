import type { Plugin } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import type { WaitingRooms } from '../waiting-room/index.ts'
import { createEventFacts } from '../orders/index.ts'
import { createHoldBudget } from './hold-budget.ts'
import { createOrderAccess } from './order-access.ts'
import { createOrderPoll } from './order-poll.ts'
import { createOrderReads } from './order-reads.ts'
import { createOrderWrites } from './order-writes.ts'
import { defineEndOfCancelled } from './end-cancelled-event.ts'
import { createReservations } from './reserve.ts'
import { checkoutRoutes } from './routes.ts'
import { scheduleExpiry } from './schedule-expiry.ts'
import type { Settlements } from './settlements.ts'

export { completeOrders } from './complete-order.ts'
export { endOpenOrdersOf } from './end-cancelled-event.ts'
export { limitPhone, refuseItemsOverPhoneLimit, refuseUnprovedPhone } from './phone-limit.ts'
export { readPhoneLimits } from './phone-limit-queries.ts'
export { releaseOrder } from './release-order.ts'
export { createSettlements } from './settlements.ts'

interface CheckoutServices {
  readonly payments: Payments
  readonly settlements: Settlements
  readonly waitingRooms: WaitingRooms
}

/** Checkout: reserve, details, payment, release, and the expiry of holds. */
export const createCheckout =
  ({ payments, settlements, waitingRooms }: CheckoutServices): Plugin =>
  async (app, platform) => {
    const facts = createEventFacts(platform, app.sharedReadMs)
    const poll = createOrderPoll(facts.ttlMs)
    const reads = createOrderReads(platform.db)
    const access = createOrderAccess(platform, reads, poll)
    const reservations = createReservations(platform)
    const holdBudget = createHoldBudget(platform)
    const writes = createOrderWrites(platform)
    const buying = { payments, settlements, waitingRooms, reservations, holdBudget, reads, writes }
    const context = { platform, ...buying, facts, poll, access }
    checkoutRoutes(app, context)
    scheduleExpiry(app, platform, payments)
    defineEndOfCancelled(platform)
    app.addHook('preClose', async () => settlements.outcomes.close())
    app.addHook('onClose', async () => {
      await reservations.idle()
      await writes.idle()
      await settlements.idle()
    })
    return { orderAccess: access.authorize }
  }
