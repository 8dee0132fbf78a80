/**
 * The only place where the demo reaches into the server: public APIs of its modules, and the platform that they run on. The
 * demo acts as a producer would, through the same actions; only what lies in the past is written into the tables directly.
 */
export {
  anyEventRow,
  createDraft,
  changeEventState,
  type EventRow,
  placeLine,
} from '@kartis/server/modules/catalogue/events/index.ts'
export { createFormOf, formsByIds } from '@kartis/server/modules/catalogue/forms/index.ts'
export { takeMapInline } from '@kartis/server/modules/catalogue/seating/index.ts'
export { createType } from '@kartis/server/modules/catalogue/ticket-types/index.ts'
export { createPublishedMap, insertVenue, readEdition } from '@kartis/server/modules/catalogue/venues/index.ts'
export {
  addTerminal,
  changeTerminal,
  recordForeignRefund,
  recordSandboxTransactions,
  type RefundPayment,
  sendRefund,
  type SimulatedTransaction,
} from '@kartis/server/modules/payments/payments/index.ts'
export { createAccount, organiserOf } from '@kartis/server/modules/people/accounts/index.ts'
export { putEventImage } from '@kartis/server/modules/people/attachments/index.ts'
export { ensureUser, signUp } from '@kartis/server/modules/people/auth/index.ts'
export { recordReturned } from '@kartis/server/modules/selling/order-management/index.ts'
export {
  eventSeats,
  type PrintedSeat,
  sellNumberedSeats,
  ticketStock,
} from '@kartis/server/modules/selling/inventory/index.ts'
export {
  eventNameIn,
  invitationTickets,
  orderCancelled,
  orderToken,
  ticketsReady,
  orderLinks,
  ticketsUrl,
  tokenHash,
} from '@kartis/server/modules/selling/orders/index.ts'
export { noteDispute } from '@kartis/server/modules/settling/disputes/index.ts'
export { issueDueOf } from '@kartis/server/modules/settling/documents/index.ts'
export { bookingOf, bookPastOf } from '@kartis/server/modules/settling/ledger/index.ts'
export {
  approvePayout,
  confirmPayout,
  draftStatement,
  type DraftedStatement,
  exportBatch,
  markSent,
  payoutDueAt,
  returnPayout,
} from '@kartis/server/modules/settling/payouts/index.ts'
export { loadAcquirerReport } from '@kartis/server/modules/settling/reconciliation/index.ts'
export {
  approveRun,
  notifyPage as notifyRun,
  previewRun,
  refundOrder,
  stepRun,
} from '@kartis/server/modules/settling/refund-runs/index.ts'
export { giveDetails, requestForRefused, tokenOf } from '@kartis/server/modules/settling/refund-transfers/index.ts'
export { inTransaction, type Db, type Tx } from '@kartis/server/platform/database/db.ts'
export type { EventTexts } from '@kartis/server/modules/catalogue/events/index.ts'
export type { TypeTexts } from '@kartis/server/modules/catalogue/ticket-types/index.ts'
export type { Database } from '@kartis/server/platform/database/schema.ts'
export { type Message, sentTexts } from '@kartis/server/platform/notifications/notifications.ts'
export type { MessageContent } from '@kartis/server/platform/notifications/template.ts'
export type { Platform } from '@kartis/server/platform/platform.ts'
