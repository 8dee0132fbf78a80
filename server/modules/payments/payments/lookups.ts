import { createWindows } from '../../../platform/http/network-limit.ts'
import type { PaymentRow } from './payments-queries.ts'

/** Lookups of one payment in a minute: a buyer who tries several cards causes fewer. */
const PER_MINUTE = 10

/** The outcome of a lookup; `unknown` when the gateway has no charge (yet). */
export type LookUp = (payment: PaymentRow, providerRef?: string) => Promise<string>

/**
 * Anybody can send webhooks, and each asks for a lookup at the gateway. Those of one payment that arrive during a lookup
 * share the next one, and above the limit of a minute they get `unknown`, so that their jobs look again later.
 */
export const createLookups = (query: LookUp): LookUp => {
  const running = new Map<string, Promise<string>>()
  const following = new Map<string, Promise<string>>()
  const over = createWindows()

  const start: LookUp = (payment, providerRef) => {
    if (over(payment.id, PER_MINUTE) !== undefined) return Promise.resolve('unknown')
    const lookup = query(payment, providerRef).finally(() => running.delete(payment.id))
    running.set(payment.id, lookup)
    return lookup
  }
  return (payment, providerRef) => {
    const current = running.get(payment.id)
    if (!current) return start(payment, providerRef)
    const shared =
      following.get(payment.id) ??
      current
        .catch(() => undefined)
        .then(() => {
          following.delete(payment.id)
          return start(payment, providerRef)
        })
    following.set(payment.id, shared)
    return shared
  }
}
