export { viewTicket } from './ticket-view.ts'
export { cancelTicketRows } from './cancel-ticket-rows.ts'
export { lockTickets, readTickets, type TicketRow } from './tickets-queries.ts'
export {
  isTicketSomewhere,
  readCheckInTicket,
  readCheckInTickets,
  redeemTicket,
  redeemBatch,
  scanCountersOf,
  type CheckInTicket,
  type Entry,
} from './redemption-queries.ts'
export { issueTickets } from './issue-tickets.ts'
export { passRoutes } from './pass/pass-routes.ts'
export { qrPath } from './pass/qr-path.ts'
export { isTicketSignature, ticketCode, ticketPublicKey } from './ticket-code.ts'
