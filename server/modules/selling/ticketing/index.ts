import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { reprintSeats } from './reprint-seats.ts'
import { pruneChanges } from './prune-changes.ts'
import { passRoutes } from './pass/pass-routes.ts'

export type { TicketSeat } from './tables.ts'
export { viewTicket, viewTicketAtGate } from './ticket-view.ts'
export { followConflicts, lockTicketOfConflict } from './contested-tickets.ts'
export { cancelTicketRows, recordCancelled } from './cancel-ticket-rows.ts'
export {
  enteredSince,
  EVER,
  hasEntered,
  lockTickets,
  readTicket,
  readTickets,
  type TicketRow,
  writeTicketSeats,
} from './tickets-queries.ts'
export {
  eventOfAnyTicket,
  eventOfTicket,
  lockCheckInTicket,
  readCheckInTicket,
  readCheckInTickets,
  readTicketsByNumber,
  redeemTicket,
  redeemBatch,
  replaceRedemption,
  scanCountersOf,
  setPresence,
  undoRedemption,
  type CheckInTicket,
  type Entry,
} from './redemption-queries.ts'
export { lastChangeOf, recordTicketChanges } from './ticket-changes.ts'
export { reissueTickets } from './reissue-tickets.ts'
export { gatesOf, hoursOf, ticketLane, typeHoursOf } from './ticket-lane.ts'
export { eraseHolder, expireOffers, insertOffer, moveTransfer } from './transfer/transfer-writer.ts'
export {
  heldIn,
  heldTickets,
  readHolders,
  readTransfer,
  readTransfersOfOrders,
  type TransferRow,
} from './transfer/transfers-queries.ts'
export { type OfferedTicket, reasonAgainstAccepting, reasonAgainstOffering } from './transfer/transfer-reason.ts'
export { issueTickets } from './issue-tickets.ts'
export { qrPath } from './pass/qr-path.ts'
export { isTicketSignature, signAsEvent, type TicketCodes, ticketCodes, ticketPublicKey } from './ticket-code.ts'

/** Tickets: issue, codes, redemption, and the files of an order (PDF, calendar). */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  platform.domainEvents.subscribe(reprintSeats)
  platform.jobs.cron('ticketing.prune_changes', '17 5 * * *', () => pruneChanges(platform))
  passRoutes(app)
}
