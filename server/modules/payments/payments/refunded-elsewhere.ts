import { type Agorot, sum } from '@kartis/domain/money.ts'
import { type Gateway, type GatewayTransaction, isGatewayError, type RefundFact } from './gateway.ts'

/** A refund that its gateway refused, and what the books know of its charge. */
interface RefusedByGateway {
  readonly id: string
  readonly amount: Agorot
  readonly created_at: Date
  readonly charge_ref: string | null
  readonly charge_key: string | null
  readonly charged_at: Date | null
  /** The gateway's references of the other refunds of the charge, and their own ids. */
  readonly other_refs: readonly string[] | null
  readonly other_ids: readonly string[] | null
}

/**
 * Milliseconds before a refund was requested in which its charge may have been refunded in the console without our books
 * having it: the nightly reconciliation has recorded what is older. A year of a terminal is not read for each refusal.
 */
const LOOK_BACK_MS = 8 * 86_400_000

/** Whether a row of the gateway's list is money of the refund's charge that went back and that the books do not have. */
const isUnknownCredit = (row: GatewayTransaction, refund: RefusedByGateway): boolean => {
  if (row.kind === 'charge' || row.currency !== 'ILS') return false
  if (refund.other_refs?.includes(row.ref)) return false
  if (row.reference !== undefined && refund.other_ids?.includes(row.reference)) return false
  if (row.chargeRef !== undefined) return row.chargeRef === refund.charge_ref
  return row.chargeKey !== undefined && row.chargeKey === refund.charge_key
}

/**
 * Looks a refused refund up in the gateway's list: somebody may have refunded its charge in the gateway's own console, and
 * then its buyer is owed nothing more. The credit that is taken for the refund; undefined where less than its amount went
 * back, and a fact to be repeated where the gateway does not list its transactions.
 */
export const findElsewhere = async (
  gateway: Pick<Gateway, 'transactions'>,
  refund: RefusedByGateway,
  now: Date,
): Promise<RefundFact | undefined> => {
  const from = new Date(Math.max(refund.charged_at?.getTime() ?? 0, refund.created_at.getTime() - LOOK_BACK_MS))
  const found = new Map<string, GatewayTransaction>()
  try {
    for await (const row of gateway.transactions({ from, until: now }))
      if (isUnknownCredit(row, refund)) found.set(row.ref, row)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return { ok: false, code: error.code, retry: true }
  }
  const credits = [...found.values()]
  if (sum(credits.map(({ amount }) => amount)) < refund.amount) return undefined
  // Of another sum, as where a fee was to be kept, the next reconciliation shows the difference.
  const credit = credits.find(({ amount }) => amount === refund.amount) ?? credits.at(-1)
  return credit && { ok: true, ref: credit.ref, way: credit.kind === 'void' ? 'void' : 'credit' }
}
