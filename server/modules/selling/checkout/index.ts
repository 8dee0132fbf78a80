import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { settlementHandlerOf } from '../../payments/payments/index.ts'
import { buyingRoutes } from './routes.ts'
import { customerRoutes } from '../order-management/index.ts'
import { keepEventFacts } from '../orders/index.ts'
import { orderAccess } from './order-access.ts'
import { scheduleExpiry } from './schedule-expiry.ts'
import { passRoutes } from '../ticketing/index.ts'
import { producerRoutes } from '../order-management/index.ts'
import { createReservations } from './reserve.ts'
import { settlementQueueOf, settlePayment } from './settle-batch.ts'

export { expireOrders } from './expire-orders.ts'
export { releaseOrder } from './release-order.ts'

/** Orders: reserve, pay, issue, give back; the hold engine's keeper and the settlement of payments. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  app.authorizer.orderAccess = orderAccess(platform)
  settlementHandlerOf(platform).settle = settlePayment
  keepEventFacts(platform, app.sharedReadMs)
  const reservations = createReservations(platform)
  buyingRoutes(app, reservations)
  passRoutes(app)
  producerRoutes(app)
  customerRoutes(app)
  scheduleExpiry(app, platform)
  app.addHook('onClose', async () => {
    await reservations.idle()
    await settlementQueueOf(platform).idle()
  })
}

export { completeOrders } from './complete-order.ts'
