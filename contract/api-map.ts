// The contract by method and path, in types alone: a caller that imports this file loads neither the contract nor zod.
import type * as accounts from './accounts.ts'
import type * as admission from './admission.ts'
import type * as admissionList from './admission-list.ts'
import type * as attachments from './attachments.ts'
import type * as auth from './auth.ts'
import type * as boxOffice from './box-office.ts'
import type * as cancellationRequests from './cancellation-requests.ts'
import type * as consents from './consents.ts'
import type * as coupons from './coupons.ts'
import type * as dataRights from './data-rights.ts'
import type { ApiPath, Endpoint, Method } from './endpoint.ts'
import type * as eventSeating from './event-seating.ts'
import type * as events from './events.ts'
import type * as forms from './forms.ts'
import type * as gateBoard from './gate-board.ts'
import type * as gateDevices from './gate-devices.ts'
import type * as gatePeople from './gate-people.ts'
import type * as holds from './holds.ts'
import type * as invitations from './invitations.ts'
import type * as ledger from './ledger.ts'
import type * as documents from './documents.ts'
import type * as disputes from './disputes.ts'
import type * as reconciliation from './reconciliation.ts'
import type * as noShows from './no-shows.ts'
import type * as listedPayments from './listed-payments.ts'
import type * as orderEntries from './order-entries.ts'
import type * as orders from './orders.ts'
import type * as payments from './payments.ts'
import type * as paymentTerminals from './payment-terminals.ts'
import type * as publicEvents from './public-events.ts'
import type * as customerOrders from './customer-orders.ts'
import type * as publicOrders from './public-orders.ts'
import type * as publicSeats from './public-seats.ts'
import type * as refundChoices from './refund-choices.ts'
import type * as refundRuns from './refund-runs.ts'
import type * as refundTransfers from './refund-transfers.ts'
import type * as registers from './registers.ts'
import type * as reports from './reports.ts'
import type * as receipts from './receipts.ts'
import type * as reseats from './reseats.ts'
import type * as seatReport from './seat-report.ts'
import type * as securityLog from './security-log.ts'
import type * as sessions from './sessions.ts'
import type * as sharedTickets from './shared-tickets.ts'
import type * as statements from './statements.ts'
import type * as ticketTransfers from './ticket-transfers.ts'
import type * as tickets from './tickets.ts'
import type * as venueMaps from './venue-maps.ts'
import type * as venues from './venues.ts'
import type * as waitingList from './waiting-list.ts'
import type * as waitingRoom from './waiting-room.ts'
import type * as walletPasses from './wallet-passes.ts'

type Contract =
  | typeof accounts
  | typeof admission
  | typeof admissionList
  | typeof attachments
  | typeof auth
  | typeof boxOffice
  | typeof cancellationRequests
  | typeof consents
  | typeof coupons
  | typeof dataRights
  | typeof eventSeating
  | typeof events
  | typeof forms
  | typeof gateBoard
  | typeof gateDevices
  | typeof gatePeople
  | typeof holds
  | typeof invitations
  | typeof ledger
  | typeof documents
  | typeof disputes
  | typeof reconciliation
  | typeof noShows
  | typeof listedPayments
  | typeof orderEntries
  | typeof orders
  | typeof payments
  | typeof paymentTerminals
  | typeof publicEvents
  | typeof customerOrders
  | typeof publicOrders
  | typeof publicSeats
  | typeof receipts
  | typeof seatReport
  | typeof securityLog
  | typeof sessions
  | typeof sharedTickets
  | typeof refundChoices
  | typeof refundRuns
  | typeof refundTransfers
  | typeof registers
  | typeof reports
  | typeof reseats
  | typeof statements
  | typeof ticketTransfers
  | typeof tickets
  | typeof venueMaps
  | typeof venues
  | typeof waitingList
  | typeof waitingRoom
  | typeof walletPasses

type EndpointsOf<C> = C extends unknown ? Extract<C[keyof C], Endpoint> : never
type AnyEndpoint = EndpointsOf<Contract>

type Endpoints = { [M in Method]: { [E in Extract<AnyEndpoint, { readonly method: M }> as E['path']]: E } }

/** Every path that answers to a method. */
export type PathOf<M extends Method> = keyof Endpoints[M] & ApiPath

/** The endpoint at a path. */
export type EndpointAt<M extends Method, Path extends PathOf<M>> = Extract<Endpoints[M][Path], Endpoint>
