import { codeSubjects } from './code-subjects.ts'
import { eventLookup } from './event-lookup.ts'
import type { Plugin } from './platform/http/route.ts'
import type { Platform } from './platform/platform.ts'
import { plugin as accounts } from './modules/people/accounts/index.ts'
import { plugin as admission } from './modules/check-in/admission/index.ts'
import { plugin as gateBoard } from './modules/check-in/board/index.ts'
import { plugin as attachments } from './modules/people/attachments/index.ts'
import { createAuth } from './modules/people/auth/index.ts'
import { createBoxOffice } from './modules/selling/box-office/index.ts'
import { plugin as buyerMessages } from './modules/selling/buyer-messages/index.ts'
import { plugin as consents } from './modules/people/consents/index.ts'
import { copyCoupons, plugin as coupons } from './modules/selling/coupons/index.ts'
import { plugin as dataRights } from './modules/integrations/data-rights/index.ts'
import { createEvents } from './modules/catalogue/events/index.ts'
import { plugin as forms } from './modules/catalogue/forms/index.ts'
import { eventSeats, ticketStock } from './modules/selling/inventory/index.ts'
import { plugin as invitations } from './modules/selling/invitations/index.ts'
import { createCheckout, createSettlements } from './modules/selling/checkout/index.ts'
import { plugin as orderManagement } from './modules/selling/order-management/index.ts'
import { plugin as orders, recordEventMoved, recordSeatsChanged } from './modules/selling/orders/index.ts'
import { createPayments, type GatewayDescriptor, GATEWAYS, paymentSandbox } from './modules/payments/payments/index.ts'
import { plugin as gateDevices } from './modules/check-in/devices/index.ts'
import { plugin as disputes } from './modules/settling/disputes/index.ts'
import { plugin as documents } from './modules/settling/documents/index.ts'
import { plugin as ledger } from './modules/settling/ledger/index.ts'
import { eventReport, plugin as payouts } from './modules/settling/payouts/index.ts'
import { plugin as ticketing, scanCountersOf } from './modules/selling/ticketing/index.ts'
import { copySeatingOf, createSeating, seatGatesByEvent, seatMapOf } from './modules/catalogue/seating/index.ts'
import { plugin as securityLog } from './modules/people/security-log/index.ts'
import { plugin as refundTransfers } from './modules/settling/refund-transfers/index.ts'
import { plugin as refundRuns } from './modules/settling/refund-runs/index.ts'
import { createReconciliation } from './modules/settling/reconciliation/index.ts'
import { plugin as reports } from './modules/settling/reports/index.ts'
import {
  copyTicketTypes,
  repriceTypes,
  createTicketTypes,
  publicTicketTypes,
  ticketTypesOfEvents,
} from './modules/catalogue/ticket-types/index.ts'
import { plugin as transfers } from './modules/selling/transfers/index.ts'
import { plugin as waitingList } from './modules/selling/waiting-list/index.ts'
import { plugin as venues } from './modules/catalogue/venues/index.ts'
import { waitingRoomsPlugin, createWaitingRooms } from './modules/selling/waiting-room/index.ts'

/** Tells authorization which event an order, a ticket type or another entity belongs to, for members limited to events. */
const eventScope: Plugin = async (_app, platform) => ({ eventOf: eventLookup(platform.db) })

/** The events module with the functions of later modules that it calls. */
const events = createEvents({
  ticketTypes: ticketTypesOfEvents,
  publicTicketTypes,
  seatMap: seatMapOf,
  seatGates: seatGatesByEvent,
  scanStatistics: scanCountersOf,
  report: eventReport,
  onDuplicated: [copyTicketTypes(ticketStock), copySeatingOf(eventSeats), copyCoupons],
  onMoved: [recordEventMoved],
  onFeePayer: repriceTypes,
})

/** Objects that several modules share; they are passed to the modules that use them. */
export const createServices = (platform: Platform, gateways: readonly GatewayDescriptor[] = GATEWAYS) => {
  const settlements = createSettlements(platform)
  const payments = createPayments(platform, { gateways, settle: settlements.settlePayment })
  return { payments, settlements, waitingRooms: createWaitingRooms(platform) }
}
export type Services = ReturnType<typeof createServices>

/**
 * The plugins of all modules and of the simulated gateway, in the order of registration. Who may import whom is another
 * order: `.dependency-cruiser.cjs` has it.
 */
export const createModules = ({ payments, settlements, waitingRooms }: Services): readonly Plugin[] => [
  securityLog,
  createAuth(({ db }) => codeSubjects(db)),
  eventScope,
  accounts,
  consents,
  attachments,
  forms,
  venues,
  events,
  createTicketTypes(ticketStock),
  createSeating({ seats: eventSeats, onRelabelled: [recordSeatsChanged] }),
  coupons,
  payments.plugin,
  paymentSandbox,
  orders,
  ticketing,
  orderManagement,
  buyerMessages,
  waitingRoomsPlugin(waitingRooms),
  createCheckout({ payments, settlements, waitingRooms }),
  transfers,
  invitations,
  waitingList,
  dataRights,
  gateDevices,
  admission,
  gateBoard,
  ledger,
  payouts,
  refundTransfers,
  refundRuns,
  reports,
  disputes,
  documents,
  createReconciliation(payments.terminals),
  createBoxOffice(payments),
]
