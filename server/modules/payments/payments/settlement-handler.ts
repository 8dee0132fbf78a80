import type { Platform } from '../../../platform/platform.ts'
import type { DeclinedFact, Gateway, PaidFact } from './gateway.ts'
import { openGateway } from './open-gateway.ts'
import type { PaymentRow } from './payments-queries.ts'

/**
 * Acts on what the gateway's own books say of a payment, in one transaction; saying it again changes nothing.
 * The outcome is a word for the record: `paid`, `repeat`, `declined`, `refunded_late`, `wrong_sum`, …
 */
export type Settle = (platform: Platform, payment: PaymentRow, fact: PaidFact | DeclinedFact) => Promise<string>

/** The payment desk of one application. Orders come after payments in the line, so they hand their `settle` in. */
export interface SettlementHandler {
  gateway: Gateway
  /** The terminal behind `default`. */
  terminal: string
  settle: Settle
}

const desks = new WeakMap<Platform, SettlementHandler>()

/** The desk of this application, opened at the first call. */
export const settlementHandlerOf = (platform: Platform): SettlementHandler => {
  const known = desks.get(platform)
  if (known) return known
  const desk: SettlementHandler = {
    ...openGateway(platform),
    settle: () => Promise.reject(new Error('nobody has told payments how to settle an order')),
  }
  desks.set(platform, desk)
  return desk
}
