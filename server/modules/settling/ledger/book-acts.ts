import {
  correctionLines,
  disputeEndLines,
  disputeLines,
  feePaymentLines,
  type LedgerLine,
} from '@kartis/domain/ledger.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bookJournals, ofAccount } from './book-journals.ts'
import { readSales } from './facts-queries.ts'

export type OperatorAct =
  /** `amount` in favour of the producer; below 0 against. */
  | { readonly kind: 'correction' | 'fee_payment'; readonly accountId: string; readonly amount: Agorot }
  /** `payment`: the disputed charge. The decision is for the whole amount of the dispute. */
  | { readonly kind: 'dispute'; readonly payment: string; readonly amount: Agorot }
  | { readonly kind: 'dispute_won' | 'dispute_lost'; readonly payment: string; readonly amount: Agorot }

const LINES = {
  correction: correctionLines,
  fee_payment: feePaymentLines,
  dispute: disputeLines,
  dispute_won: (amount: Agorot) => disputeEndLines('won', amount),
  dispute_lost: (amount: Agorot) => disputeEndLines('lost', amount),
} as const satisfies Record<OperatorAct['kind'], (amount: Agorot) => LedgerLine[]>

/** Where an act belongs; undefined for a payment that is not in the ledger, or whose money the producer has. */
const subjectOf = async (tx: Tx, act: OperatorAct) => {
  if ('accountId' in act) return ofAccount(act.accountId)
  const sale = (await readSales(tx, [act.payment])).get(act.payment)
  return sale?.holder === 'platform'
    ? {
        accountId: sale.account_id,
        eventId: sale.event_id,
        orderId: sale.order_id,
        holder: sale.holder,
        bucket: sale.bucket,
      }
    : undefined
}

/**
 * Books what the operator notes: a correction, fees that were paid, or a dispute and its decision. `ref` names it, so that it is booked once.
 * False when it was booked already; undefined when the payment is not one that the installation holds.
 */
export const bookAct = (platform: Platform, act: OperatorAct, ref: string): Promise<boolean | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const subject = await subjectOf(tx, act)
    if (!subject) return undefined
    const now = platform.clock()
    const { kind, amount } = act
    const booked = await bookJournals(tx, [{ ...subject, kind, ref, occurredAt: now, lines: LINES[kind](amount) }], now)
    return booked === 1
  })
