import type { Kernel } from '../../kernel/context.ts'
import type { App } from '../../kernel/route.ts'
import { deskOf } from '../payments/index.ts'
import { buyingRoutes } from './buying-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { keepEventFacts } from './event-facts.ts'
import { orderHolder } from './holder.ts'
import { keepTime } from './keep-time.ts'
import { passRoutes } from './pass/pass-routes.ts'
import { producerRoutes } from './producer-routes.ts'
import { lanesOf } from './reserve.ts'
import { settleLanesOf, settlePayment } from './settle-lane.ts'
import { tellWhenMoved } from './tell-moved.ts'

export { refundedOf, viewItems } from './buyer-order-view.ts'
export { readOrderRows } from './buyer-orders-queries.ts'
export { cancelOrderTickets } from './cancel-order.ts'
export { type CancelWish, type Cancelled, cancelTickets } from './cancel-tickets.ts'
export {
  type CounterBuyer,
  type CounterOrder,
  completeAtCounter,
  holdAtCounter,
  keepHolding,
  lockOpenOrder,
  sellAtCounter,
  setBuyerPhone,
} from './counter.ts'
export { eraseBuyers, lockOrders } from './erase-queries.ts'
export { expireOrders } from './expire-orders.ts'
export { giveTickets } from './give-tickets.ts'
export { issueTickets } from './issue-tickets.ts'
export { moveOrder, noteOrder } from './move-order.ts'
export { stateNow } from './open-order.ts'
export { orderToken, tokenHash } from './order-token.ts'
export { findOrder, lockOrder, type OrderKey, type OrderRow, readLines, readOrder, stockOf } from './orders-queries.ts'
export {
  type DoorTicket,
  type Entry,
  isTicketSomewhere,
  readDoorTicket,
  readDoorTickets,
  redeemTicket,
  redeemTogether,
  scanCountersOf,
} from './redemption-queries.ts'
export { qrPath } from './pass/qr-path.ts'
export { viewOrderPayment } from './producer-order-view.ts'
export { releaseOrder } from './release-order.ts'
export { resendOrder } from './resend-order.ts'
export { showBuyerOrder, showBuyerOrders } from './show-buyer-orders.ts'
export { tellInvited } from './tell-invited.ts'
export { eventNameIn, placeOf, tellTicketsReady, ticketsUrl } from './tell-buyer.ts'
export { isTicketSignature, ticketCode, ticketPublicKey } from './ticket-code.ts'
export { viewTicket } from './ticket-view.ts'
export { readTickets, type TicketRow } from './tickets-queries.ts'

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
