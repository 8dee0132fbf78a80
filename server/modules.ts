import type { Plugin } from './kernel/route.ts'
import { plugin as accounts } from './modules/accounts/index.ts'
import { plugin as admission } from './modules/admission/index.ts'
import { plugin as attachments } from './modules/attachments/index.ts'
import { plugin as auth } from './modules/auth/index.ts'
import { plugin as cashier } from './modules/cashier/index.ts'
import { plugin as consents } from './modules/consents/index.ts'
import { plugin as coupons } from './modules/coupons/index.ts'
import { plugin as dataRights } from './modules/data-rights/index.ts'
import { plugin as events } from './modules/events/index.ts'
import { plugin as forms } from './modules/forms/index.ts'
import { plugin as invitations } from './modules/invitations/index.ts'
import { plugin as orders } from './modules/orders/index.ts'
import { plugin as payments } from './modules/payments/index.ts'
import { plugin as reports } from './modules/reports/index.ts'
import { plugin as tickets } from './modules/tickets/index.ts'
import { plugin as venues } from './modules/venues/index.ts'
import { plugin as waitingRoom } from './modules/waiting-room/index.ts'
import { paymentSandbox } from './simulators/tranzila/sandbox.ts'

/** Every module, and the gateway that the sandbox plays, in the order of the line: one may use only those before it. */
export const MODULES: readonly Plugin[] = [
  auth,
  accounts,
  consents,
  attachments,
  forms,
  venues,
  events,
  tickets,
  coupons,
  payments,
  paymentSandbox,
  waitingRoom,
  orders,
  invitations,
  dataRights,
  admission,
  reports,
  cashier,
]
