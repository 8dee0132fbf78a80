export { refuseUnlessOpen, stateNow } from './order-state.ts'
export {
  expireReserved,
  findOrder,
  insertHistory,
  limitsPhones,
  lockOrder,
  lockOrderWithLimit,
  lockOrders,
  markOrdersPaid,
  readEventsWithExpired,
  readExpiredAtGateway,
  readLines,
  readLinesOf,
  readOrder,
  stockOf,
  type LineRow,
  type OrderChange,
  type OrderKey,
  type OrderRow,
  updateOrder,
} from './orders-queries.ts'
export {
  readAnswersOf,
  readQuestions,
  saveOrderAnswers,
  type AnswerRow,
  type AnswerWrite,
  type Question,
} from './answers-queries.ts'
export {
  eventNameIn,
  eventOf,
  placeOf,
  notifyCancelled,
  notifyRefunded,
  notifyTicketsReady,
  ticketsUrl,
} from './notify-buyer.ts'
export { changeOrderState, recordOrderChange } from './change-order-state.ts'
export { eventOfToken, isTokenOf, orderToken, tokenHash } from './order-token.ts'
export { insertCounterOrder, type CounterLine } from './box-office-order-queries.ts'
export { insertGivenOrder, type GivenLine } from './invitation-order-queries.ts'
export { eventFactsOf, factsKeptFor, keepEventFacts } from './event-facts.ts'
export { notifyWhenEventChanges } from './notify-event-changed.ts'
export { eraseBuyers, lockBuyerOrders } from './erase-queries.ts'
export { notifyGuest } from './notify-guest.ts'
export { invitationTickets, orderCancelled, ticketsReady } from './templates.ts'
export type { OrdersTable } from './tables.ts'
