import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalKind, LedgerAccount, LedgerLine } from './ledger.ts'
import * as ledger from './ledger.ts'
import { sum } from './money.ts'

const amounts = integer({ min: 1, max: 2_000_000_000 })
const holders = constantFrom(...ledger.HOLDERS)
const atAcquirer = constantFrom('platform' as const, 'producer' as const)

interface Fact {
  readonly holder: ledger.Holder
  readonly acquirer: 'platform' | 'producer'
  readonly amount: number
}

const ended = (end: 'won' | 'lost', amount: number) => ledger.disputeEndJournals(end, amount).map(({ lines }) => lines)

/** The lines that journals of each kind are written with; of amounts that may go either way, both. */
const LINES_OF: Readonly<Record<JournalKind, (fact: Fact) => readonly LedgerLine[][]>> = {
  sale: ({ holder, amount }) => [ledger.saleLines(holder, amount)],
  cash_sale: ({ amount }) => [ledger.saleLines('register', amount)],
  refund: ({ holder, amount }) => [ledger.refundLines(holder, amount)],
  refund_paid: ({ acquirer, amount }) => [
    ledger.refundPaidLines(acquirer, amount),
    ledger.refundTransferredLines(amount),
  ],
  refund_failed: ({ acquirer, amount }) => [ledger.refundFailedLines(acquirer, amount)],
  refund_owed: ({ acquirer, amount }) => [ledger.refundOwedLines(acquirer, amount)],
  refund_withdrawn: ({ acquirer, amount }) => [ledger.refundWithdrawnLines(acquirer, amount)],
  refund_by_hand: ({ acquirer, amount }) => [ledger.refundByHandLines(acquirer, amount)],
  cancellation_fee: ({ holder, amount }) => [ledger.cancellationFeeLines(holder, amount)],
  card_fee: ({ amount }) => [amount, -amount].map((fee) => ledger.feeLines('platform_fee', fee)),
  service_fee: ({ amount }) => [amount, -amount].map((fee) => ledger.feeLines('platform_fee', fee)),
  vat: ({ amount }) => [amount, -amount].map((fee) => ledger.feeLines('vat_output', fee)),
  fee_payment: ({ amount }) => [ledger.feePaymentLines(amount)],
  dispute: ({ amount }) => [ledger.disputeLines(amount), ...ended('lost', amount)],
  dispute_won: ({ amount }) => ended('won', amount),
  dispute_lost: ({ amount }) => ended('lost', amount),
  correction: ({ amount }) => [amount, -amount].map((by) => ledger.correctionLines(by)),
  payout: ({ amount }) => [ledger.payoutLines(amount)],
  payout_confirmed: ({ amount }) => [ledger.payoutConfirmedLines(amount)],
  payout_returned: ({ amount }) => [ledger.payoutReturnedLines(amount)],
}

/** Balances by ledger account, without those of zero. */
const balances = (lines: readonly LedgerLine[]): Record<string, number> => {
  const accounts = [...new Set(lines.map(({ account }) => account))]
  const of = (name: string): number => sum(lines.filter(({ account }) => account === name).map(({ amount }) => amount))
  return Object.fromEntries(accounts.map((name) => [name, of(name)] as const).filter(([, amount]) => amount !== 0))
}

describe('the lines of a journal', () => {
  it('sum to zero, for every kind, holder and amount', () => {
    assert(
      property(holders, atAcquirer, amounts, (holder, acquirer, amount) => {
        for (const kind of ledger.JOURNAL_KINDS)
          for (const lines of LINES_OF[kind]({ holder, acquirer, amount }))
            expect([kind, ledger.isBalanced(lines)]).toEqual([kind, true])
      }),
      { seed: 851 },
    )
  })

  it('are refused when they do not sum to zero, are fractions or are alone', () => {
    const line = (amount: number): LedgerLine => ({ account: 'bank', amount })
    expect(ledger.isBalanced([line(100), line(-99)])).toBe(false)
    expect(ledger.isBalanced([line(0.5), line(-0.5)])).toBe(false)
    expect(ledger.isBalanced([line(0)])).toBe(false)
    expect(ledger.isBalanced([line(100), line(-60), line(-40)])).toBe(true)
  })
})

describe('the balances of a sale', () => {
  it('owe the producer what is left after a refund, and the buyer what was promised', () => {
    const promised = [...ledger.saleLines('platform', 10_000), ...ledger.refundLines('platform', 2500)]
    expect(balances(promised)).toEqual({ gateway_clearing: 10_000, producer_payable: -7500, refunds_payable: -2500 })
    expect(balances([...promised, ...ledger.refundPaidLines('platform', 2500)])).toEqual({
      gateway_clearing: 7500,
      producer_payable: -7500,
    })
  })

  it('are as before after a refund that failed', () => {
    assert(
      property(atAcquirer, amounts, amounts, (holder, amount, refund) => {
        const failed = [...ledger.refundLines(holder, refund), ...ledger.refundFailedLines(holder, refund)]
        expect(balances([...ledger.saleLines(holder, amount), ...failed])).toEqual(
          balances(ledger.saleLines(holder, amount)),
        )
      }),
      { seed: 852 },
    )
  })

  it('owe nothing to a producer who has the money already', () => {
    expect(balances(ledger.saleLines('producer', 5000))).toEqual({ producer_terminal: 5000, producer_held: -5000 })
    expect(balances([...ledger.saleLines('register', 5000), ...ledger.refundLines('register', 5000)])).toEqual({})
  })

  it('do not change by a cancellation fee that is kept', () => {
    expect(balances(ledger.cancellationFeeLines('platform', 450))).toEqual({})
  })
})

describe('the effect of a journal', () => {
  const moved = (debit: LedgerAccount, credit: LedgerAccount, amount: number) =>
    ledger.journalEffect([
      { account: debit, amount },
      { account: credit, amount: -amount },
    ])

  it('is what it changes of what the producer has coming', () => {
    expect(moved('gateway_clearing', 'producer_payable', 29_800)).toEqual({ change: 29_800, moved: 29_800 })
    expect(moved('producer_payable', 'refunds_payable', 14_950)).toEqual({ change: -14_950, moved: 14_950 })
  })

  it('is nothing where only the money moves, or a part of it gets another name', () => {
    expect(moved('refunds_payable', 'gateway_clearing', 14_950)).toEqual({ change: 0, moved: 14_950 })
    // A cancellation fee was a part of the sale.
    expect(moved('producer_payable', 'producer_payable', 1249)).toEqual({ change: 0, moved: 1249 })
  })
})
