import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HOLDERS,
  cancellationFeeLines,
  isBalanced,
  journalEffect,
  refundFailedLines,
  refundLines,
  refundPaidLines,
  saleLines,
  type LedgerAccount,
  type LedgerLine,
} from './ledger.ts'
import { sum } from './money.ts'

const amounts = integer({ min: 1, max: 2_000_000_000 })
const holders = constantFrom(...HOLDERS)
const atAcquirer = constantFrom('platform' as const, 'producer' as const)

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
        for (const lines of [
          saleLines(holder, amount),
          refundLines(holder, amount),
          refundPaidLines(acquirer, amount),
          refundFailedLines(acquirer, amount),
          cancellationFeeLines(holder, amount),
        ])
          expect(isBalanced(lines)).toBe(true)
      }),
      { seed: 851 },
    )
  })

  it('are refused when they do not sum to zero, are fractions or are alone', () => {
    const line = (amount: number): LedgerLine => ({ account: 'bank', amount })
    expect(isBalanced([line(100), line(-99)])).toBe(false)
    expect(isBalanced([line(0.5), line(-0.5)])).toBe(false)
    expect(isBalanced([line(0)])).toBe(false)
    expect(isBalanced([line(100), line(-60), line(-40)])).toBe(true)
  })
})

describe('the balances of a sale', () => {
  it('owe the producer what is left after a refund, and the buyer what was promised', () => {
    const promised = [...saleLines('platform', 10_000), ...refundLines('platform', 2500)]
    expect(balances(promised)).toEqual({ gateway_clearing: 10_000, producer_payable: -7500, refunds_payable: -2500 })
    expect(balances([...promised, ...refundPaidLines('platform', 2500)])).toEqual({
      gateway_clearing: 7500,
      producer_payable: -7500,
    })
  })

  it('are as before after a refund that failed', () => {
    assert(
      property(atAcquirer, amounts, amounts, (holder, amount, refund) => {
        const failed = [...refundLines(holder, refund), ...refundFailedLines(holder, refund)]
        expect(balances([...saleLines(holder, amount), ...failed])).toEqual(balances(saleLines(holder, amount)))
      }),
      { seed: 852 },
    )
  })

  it('owe nothing to a producer who has the money already', () => {
    expect(balances(saleLines('producer', 5000))).toEqual({ producer_terminal: 5000, producer_held: -5000 })
    expect(balances([...saleLines('register', 5000), ...refundLines('register', 5000)])).toEqual({})
  })

  it('do not change by a cancellation fee that is kept', () => {
    expect(balances(cancellationFeeLines('platform', 450))).toEqual({})
  })
})

describe('the effect of a journal', () => {
  const moved = (debit: LedgerAccount, credit: LedgerAccount, amount: number) =>
    journalEffect([
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
