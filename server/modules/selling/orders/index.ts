import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { defineMovedJob } from './event-moved.ts'
import { forgetOrigins } from './forget-origins.ts'
import { orderNotifications } from './order-notifications.ts'

export { type Agreed, agreedIn } from './agreed-text.ts'
export { refuseUnlessOpen, stateNow } from './order-state.ts'
export {
  findOrder,
  findSoldOrder,
  hasSeats,
  lockOrder,
  lockOrderWithLimit,
  lockOrders,
  readEventsWithExpired,
  readOpenIds,
  readExpiredAtGateway,
  readLines,
  readLinesOf,
  readOrder,
  readOrders,
  stockOf,
  type LineRow,
  type OrderKey,
  type OrderRow,
  withInstants,
} from './orders-queries.ts'
export {
  insertOrder,
  insertOrders,
  moveOrders,
  type NewLine,
  type NewOrder,
  type OrderChange,
  recordOrderChange,
  repriceOrder,
  updateOrder,
} from './order-writer.ts'
export { type BuyerDetails, type GatewayStart, sendToGateway, updatedDetails, withDetails } from './order-batches.ts'
export { expireReserved } from './expire-reserved.ts'
export { replaceLines, writeLineSeats, writeReplacedSeats } from './order-lines-writer.ts'
export {
  insertReservations,
  type NewReservationLine,
  type OrderOrigin,
  type PricedCart,
  readNumbers,
} from './insert-reservations.ts'
export {
  readAnswersOf,
  readQuestions,
  saveOrderAnswers,
  type AnswerRow,
  type AnswerWrite,
  type Question,
} from './answers-queries.ts'
export { seatsText } from './seat-text.ts'
export { recordEventMoved } from './event-moved.ts'
export { recordSeatsChanged } from './seats-changed.ts'
export { eventNameIn, eventOf, eventParams, messagesTo, orderLinks, ticketsUrl } from './order-messages.ts'
export { heldTicketUrl, isHeld, messageToHolder, readHoldersOf } from './held-tickets.ts'
export { browserHash, networkHash } from './origin-hash.ts'
export { eventOfToken, isTokenOf, orderToken, tokenHash } from './order-token.ts'
export { isTicketToken, isTransferToken, linkedTicket, ticketUrl, transferUrl } from './ticket-link.ts'
export { emailCorrected } from './email-corrected.ts'
export { createEventFacts, type EventFactsCache } from './event-facts.ts'
export { eraseBuyers, lockBuyerOrders } from './erase-queries.ts'
export {
  eventChanged,
  eventFacts,
  type EventParams,
  invitationTickets,
  orderCancelled,
  ticketsReady,
} from './templates.ts'
export type { OrdersTable } from './tables.ts'

/** Orders: their records and states, and the messages that follow from their changes. */
export const plugin = async (_app: App, platform: Platform): Promise<void> => {
  platform.domainEvents.subscribe(orderNotifications(platform))
  defineMovedJob(platform)
  platform.jobs.cron('orders.forget_origins', '29 4 * * *', () => forgetOrigins(platform))
}
