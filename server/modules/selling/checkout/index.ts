import type { Kernel } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { deskOf } from '../../payments/payments/index.ts'
import { buyingRoutes } from './routes.ts'
import { customerRoutes } from '../order-management/index.ts'
import { keepEventFacts } from '../orders/index.ts'
import { orderHolder } from './order-access.ts'
import { keepTime } from './schedule-expiry.ts'
import { passRoutes } from '../ticketing/index.ts'
import { producerRoutes } from '../order-management/index.ts'
import { lanesOf } from './reserve.ts'
import { settleLanesOf, settlePayment } from './settle-batch.ts'
import { tellWhenMoved } from '../orders/index.ts'

export { expireOrders } from './expire-orders.ts'
export { releaseOrder } from './release-order.ts'

/** Orders: reserve, pay, issue, give back; the hold engine's keeper and the settlement of payments. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  app.gate.orderHolder = orderHolder(kernel)
  deskOf(kernel).settle = settlePayment
  keepEventFacts(kernel, app.keepsReads)
  buyingRoutes(app)
  passRoutes(app)
  producerRoutes(app)
  customerRoutes(app)
  tellWhenMoved(kernel)
  keepTime(app, kernel)
  app.addHook('onClose', async () => {
    await lanesOf(kernel).idle()
    await settleLanesOf(kernel).idle()
  })
}

export { completeOrder } from './complete-order.ts'
