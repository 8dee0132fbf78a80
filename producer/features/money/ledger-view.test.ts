import type { LedgerAccount } from '@kartis/domain/ledger.ts'
import { expect, it } from 'vitest'
import { effectOf } from './ledger-view.tsx'

/** The effect of a journal that moves an amount from one account to another. */
const moved = (debit: LedgerAccount, credit: LedgerAccount, amount: number) =>
  effectOf({
    lines: [
      { ledger_account: debit, amount },
      { ledger_account: credit, amount: -amount },
    ],
  })

it('a journal shows what it means for the producer', () => {
  expect(moved('gateway_clearing', 'producer_payable', 298)).toEqual({ shekels: 298, changes: true })
  expect(moved('producer_payable', 'refunds_payable', 149.5)).toEqual({ shekels: -149.5, changes: true })
})

it('a journal that changes nothing for the producer shows what moved, and says so', () => {
  expect(moved('refunds_payable', 'gateway_clearing', 149.5)).toEqual({ shekels: 149.5, changes: false })
  // A cancellation fee was part of the sale: both of its lines are what is owed to the producer.
  expect(moved('producer_payable', 'producer_payable', 12.49)).toEqual({ shekels: 12.49, changes: false })
})
