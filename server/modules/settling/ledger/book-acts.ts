import { correctionLines, feePaymentLines, type LedgerLine } from '@kartis/domain/ledger.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bookJournals, ofAccount } from './book-journals.ts'
import type { LedgerEventData } from './domain-events.ts'

export interface OperatorAct {
  readonly kind: 'correction' | 'fee_payment'
  readonly accountId: string
  /** In favour of the producer; a correction below 0 is against. */
  readonly amount: Agorot
}

const LINES = {
  correction: correctionLines,
  fee_payment: feePaymentLines,
} as const satisfies Record<OperatorAct['kind'], (amount: Agorot) => LedgerLine[]>

/** Books what the operator notes. `ref` names it, so that it is booked once: false when it was booked already. */
export const bookAct = (platform: Platform, { kind, accountId, amount }: OperatorAct, ref: string): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const journal = { ...ofAccount(accountId), kind, ref, occurredAt: now, lines: LINES[kind](amount) }
    const isBooked = (await bookJournals(tx, [journal], now)) === 1
    const data: LedgerEventData['fee.paid'] = { amount }
    if (isBooked && kind === 'fee_payment')
      await platform.domainEvents.append(tx, [{ type: 'fee.paid', at: now, accountId, subject: accountId, data }])
    return isBooked
  })
