import type { Plugin } from './platform/http/route.ts'
import { plugin as accounts } from './modules/people/accounts/index.ts'
import { plugin as admission } from './modules/check-in/admission/index.ts'
import { plugin as attachments } from './modules/people/attachments/index.ts'
import { plugin as auth } from './modules/people/auth/index.ts'
import { plugin as cashier } from './modules/selling/box-office/index.ts'
import { plugin as consents } from './modules/people/consents/index.ts'
import { plugin as coupons } from './modules/selling/coupons/index.ts'
import { plugin as dataRights } from './modules/integrations/data-rights/index.ts'
import { plugin as events } from './modules/catalogue/events/index.ts'
import { plugin as forms } from './modules/catalogue/forms/index.ts'
import { ticketStock } from './modules/selling/inventory/index.ts'
import { plugin as invitations } from './modules/selling/invitations/index.ts'
import { plugin as checkout } from './modules/selling/checkout/index.ts'
import { plugin as orders } from './modules/selling/orders/index.ts'
import { plugin as payments } from './modules/payments/payments/index.ts'
import { plugin as reports } from './modules/settling/reports/index.ts'
import { createTicketTypes } from './modules/catalogue/ticket-types/index.ts'
import { plugin as venues } from './modules/catalogue/venues/index.ts'
import { plugin as waitingRoom } from './modules/selling/waiting-room/index.ts'
import { paymentSandbox } from './modules/payments/payments/index.ts'

/** Every module, and the gateway that the sandbox plays, in the order of the line: one may use only those before it. */
export const MODULES: readonly Plugin[] = [
  auth,
  accounts,
  consents,
  attachments,
  forms,
  venues,
  events,
  createTicketTypes(ticketStock),
  coupons,
  payments,
  paymentSandbox,
  orders,
  waitingRoom,
  checkout,
  invitations,
  dataRights,
  admission,
  reports,
  cashier,
]
