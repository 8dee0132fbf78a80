// Written by write-message-types.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
import type archivedMessages from './messages/he/archived.json'
import type authMessages from './messages/he/auth.json'
import type boxOfficeMessages from './messages/he/box-office.json'
import type busyMessages from './messages/he/busy.json'
import type catalogueMessages from './messages/he/catalogue.json'
import type checkoutMessages from './messages/he/checkout.json'
import type choiceMessages from './messages/he/choice.json'
import type componentsMessages from './messages/he/components.json'
import type couponsMessages from './messages/he/coupons.json'
import type disputesMessages from './messages/he/disputes.json'
import type documentsMessages from './messages/he/documents.json'
import type errorsMessages from './messages/he/errors.json'
import type eventMessages from './messages/he/event.json'
import type exportMessages from './messages/he/export.json'
import type formsMessages from './messages/he/forms.json'
import type gateMessages from './messages/he/gate.json'
import type gateBoardMessages from './messages/he/gate-board.json'
import type gateDevicesMessages from './messages/he/gate-devices.json'
import type gatePeopleMessages from './messages/he/gate-people.json'
import type gatewayMessages from './messages/he/gateway.json'
import type homeMessages from './messages/he/home.json'
import type hubMessages from './messages/he/hub.json'
import type imagesMessages from './messages/he/images.json'
import type invitationsMessages from './messages/he/invitations.json'
import type ledgerMessages from './messages/he/ledger.json'
import type legalMessages from './messages/he/legal.json'
import type messagesMessages from './messages/he/messages.json'
import type moneyMessages from './messages/he/money.json'
import type myMessages from './messages/he/my.json'
import type ordersMessages from './messages/he/orders.json'
import type passMessages from './messages/he/pass.json'
import type pdfMessages from './messages/he/pdf.json'
import type profileMessages from './messages/he/profile.json'
import type receiptMessages from './messages/he/receipt.json'
import type refundRunsMessages from './messages/he/refund-runs.json'
import type refundTransfersMessages from './messages/he/refund-transfers.json'
import type refusalReasonsMessages from './messages/he/refusal-reasons.json'
import type reportsMessages from './messages/he/reports.json'
import type saleMessages from './messages/he/sale.json'
import type scanMessages from './messages/he/scan.json'
import type seatMapsMessages from './messages/he/seat-maps.json'
import type seatingMessages from './messages/he/seating.json'
import type securityMessages from './messages/he/security.json'
import type shellMessages from './messages/he/shell.json'
import type signupMessages from './messages/he/signup.json'
import type statementsMessages from './messages/he/statements.json'
import type statesMessages from './messages/he/states.json'
import type summaryMessages from './messages/he/summary.json'
import type teamMessages from './messages/he/team.json'
import type terminalsMessages from './messages/he/terminals.json'
import type termsMessages from './messages/he/terms.json'
import type ticketsMessages from './messages/he/tickets.json'
import type transferMessages from './messages/he/transfer.json'
import type validationMessages from './messages/he/validation.json'
import type venuesMessages from './messages/he/venues.json'
import type waitMessages from './messages/he/wait.json'
import type waitingRoomMessages from './messages/he/waiting-room.json'
import type welcomeMessages from './messages/he/welcome.json'
import type wizardMessages from './messages/he/wizard.json'

export interface Messages {
  readonly archived: typeof archivedMessages
  readonly auth: typeof authMessages
  readonly 'box-office': typeof boxOfficeMessages
  readonly busy: typeof busyMessages
  readonly catalogue: typeof catalogueMessages
  readonly checkout: typeof checkoutMessages
  readonly choice: typeof choiceMessages
  readonly components: typeof componentsMessages
  readonly coupons: typeof couponsMessages
  readonly disputes: typeof disputesMessages
  readonly documents: typeof documentsMessages
  readonly errors: typeof errorsMessages
  readonly event: typeof eventMessages
  readonly export: typeof exportMessages
  readonly forms: typeof formsMessages
  readonly gate: typeof gateMessages
  readonly 'gate-board': typeof gateBoardMessages
  readonly 'gate-devices': typeof gateDevicesMessages
  readonly 'gate-people': typeof gatePeopleMessages
  readonly gateway: typeof gatewayMessages
  readonly home: typeof homeMessages
  readonly hub: typeof hubMessages
  readonly images: typeof imagesMessages
  readonly invitations: typeof invitationsMessages
  readonly ledger: typeof ledgerMessages
  readonly legal: typeof legalMessages
  readonly messages: typeof messagesMessages
  readonly money: typeof moneyMessages
  readonly my: typeof myMessages
  readonly orders: typeof ordersMessages
  readonly pass: typeof passMessages
  readonly pdf: typeof pdfMessages
  readonly profile: typeof profileMessages
  readonly receipt: typeof receiptMessages
  readonly 'refund-runs': typeof refundRunsMessages
  readonly 'refund-transfers': typeof refundTransfersMessages
  readonly 'refusal-reasons': typeof refusalReasonsMessages
  readonly reports: typeof reportsMessages
  readonly sale: typeof saleMessages
  readonly scan: typeof scanMessages
  readonly 'seat-maps': typeof seatMapsMessages
  readonly seating: typeof seatingMessages
  readonly security: typeof securityMessages
  readonly shell: typeof shellMessages
  readonly signup: typeof signupMessages
  readonly statements: typeof statementsMessages
  readonly states: typeof statesMessages
  readonly summary: typeof summaryMessages
  readonly team: typeof teamMessages
  readonly terminals: typeof terminalsMessages
  readonly terms: typeof termsMessages
  readonly tickets: typeof ticketsMessages
  readonly transfer: typeof transferMessages
  readonly validation: typeof validationMessages
  readonly venues: typeof venuesMessages
  readonly wait: typeof waitMessages
  readonly 'waiting-room': typeof waitingRoomMessages
  readonly welcome: typeof welcomeMessages
  readonly wizard: typeof wizardMessages
}

export type Namespace = keyof Messages
export type TypedMessages = Defaults

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'components'
    resources: Messages
    returnNull: false
  }
}
