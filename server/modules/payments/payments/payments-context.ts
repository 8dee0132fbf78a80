import type { Platform } from '../../../platform/platform.ts'
import type { LookUp } from './lookups.ts'
import type { PaymentPages } from './payment-pages.ts'
import type { DeclinedFact, PaidFact } from './gateway.ts'
import type { PaymentRow } from './payments-queries.ts'
import type { Terminals } from './terminals.ts'

/**
 * Acts on what the gateway's records say of a payment, in one transaction; repeating it changes nothing. The outcome is
 * stored with the webhook: `paid`, `repeat`, `declined`, `refunded_late`, `refunded_wrong_sum`, …
 */
export type Settle = (payment: PaymentRow, fact: PaidFact | DeclinedFact) => Promise<string>

/** What a lookup at the gateway needs. */
export interface LookupContext {
  readonly platform: Platform
  readonly terminals: Terminals
  readonly settle: Settle
}

/** What the functions of this module share. */
export interface PaymentsContext extends LookupContext {
  /** The lookups that webhooks cause: those of one payment share one. */
  readonly lookUp: LookUp
  readonly pages: PaymentPages
}
