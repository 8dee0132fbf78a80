export { showBuyerOrder, showBuyerOrders, showWhole } from './show-buyer-orders.ts'
export {
  readHeldOrder,
  readOrderRows,
  readShownOrder,
  readWholeOrder,
  type HeldOrder,
  type WholeOrder,
  writeDetails,
} from './buyer-orders-queries.ts'
export { customerRoutes } from './customer-routes.ts'
export { producerRoutes } from './producer-routes.ts'
export { refundedOf, viewItems } from './buyer-order-view.ts'
export { cancelOrderTickets } from './cancel-order.ts'
export { cancelTickets, type CancelInput, type Cancelled } from './cancel-tickets.ts'
export { viewOrderPayment } from './producer-order-view.ts'
export { resendOrder } from './resend-order.ts'
