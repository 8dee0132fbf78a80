import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { defineRequestJob } from './cancellation-requests.ts'
import { customerRoutes } from './customer-routes.ts'
import { producerRoutes } from './producer-routes.ts'
import { publicRoutes } from './public-routes.ts'

export { showBuyerOrder, showWholeOrder } from './show-buyer-orders.ts'
export {
  readItemRows,
  readOrderRows,
  readShownOrders,
  readWholeOrder,
  type DetailsOfOrder,
  type LoadedOrder,
  type RequestedOrder,
  type WholeOrder,
  writeDetails,
} from './buyer-orders-queries.ts'
export { refundedOf, viewEvent, viewItems } from './buyer-order-view.ts'
export { cancelOrderTickets } from './cancel-order.ts'
export { cancelTickets } from './cancel-tickets.ts'
export { recordReturned } from './record-returned.ts'
export { viewTransfer } from './transfer-view.ts'
export { listOwnOrderKeys, readOwnOrderKey } from './customer-orders-queries.ts'
export { namePartsOf, viewOrderPayment } from './producer-order-view.ts'
export { resendOrder, resentByMember } from './resend-order.ts'

/** Order management: lists, search, export, cancellation, resending and correction, for producers, customers
 * and holders of links. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  defineRequestJob(platform)
  producerRoutes(app)
  customerRoutes(app)
  publicRoutes(app)
}
