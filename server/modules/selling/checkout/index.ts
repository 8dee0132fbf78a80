import type { Plugin } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import type { WaitingRooms } from '../waiting-room/index.ts'
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

/** What a buyer does, from the cart to the tickets: reserve, details, pay, release; and the expiry of holds. */
export const createCheckout =
  (payments: Payments, waitingRooms: WaitingRooms): Plugin =>
  async (app, platform) => {
    app.authorizer.orderAccess = orderAccess(platform)
    keepEventFacts(platform, app.sharedReadMs)
    const reservations = createReservations(platform)
    buyingRoutes(app, { reservations, payments, waitingRooms })
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
