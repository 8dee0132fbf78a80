import type { Plugin } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { buyingRoutes } from './routes.ts'
import { customerRoutes } from '../order-management/index.ts'
import { keepEventFacts } from '../orders/index.ts'
import { orderAccess } from './order-access.ts'
import { scheduleExpiry } from './schedule-expiry.ts'
import { passRoutes } from '../ticketing/index.ts'
import { producerRoutes } from '../order-management/index.ts'
import { createReservations } from './reserve.ts'
import { settlementQueueOf } from './settle-batch.ts'

export { expireOrders } from './expire-orders.ts'
export { releaseOrder } from './release-order.ts'
export { settlePayment } from './settle-batch.ts'

/** Orders: reserve, pay, issue, give back; the hold engine's keeper and the settlement of payments. */
export const createCheckout =
  (payments: Payments): Plugin =>
  async (app, platform) => {
    app.authorizer.orderAccess = orderAccess(platform)
    keepEventFacts(platform, app.sharedReadMs)
    const reservations = createReservations(platform)
    buyingRoutes(app, reservations, payments)
    passRoutes(app)
    producerRoutes(app)
    customerRoutes(app)
    scheduleExpiry(app, platform, payments)
    app.addHook('onClose', async () => {
      await reservations.idle()
      await settlementQueueOf(platform).idle()
    })
  }

export { completeOrders } from './complete-order.ts'
