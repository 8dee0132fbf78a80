import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from './money.ts'
import { type AcquirerTerms, arrivalsOf, laterInstallments } from './settlement.ts'

const MONTHLY: AcquirerTerms = { acquirerDays: [8], acquirerInstallments: 'monthly' }

const later = (months: string, installments: number, now: string, terms = MONTHLY): number =>
  laterInstallments([{ month: months, installments, amount: 120_000 }], terms, new Date(now))

describe('instalments that the acquirer has not paid yet', () => {
  it.each([
    // The acquirer pays sales of November on 8 December, the second instalment on 8 January.
    ['2026-12-08T12:00:00Z', 110_000],
    ['2027-01-07T12:00:00Z', 110_000],
    ['2027-01-08T12:00:00Z', 100_000],
    ['2027-11-07T12:00:00Z', 10_000],
    ['2027-11-08T12:00:00Z', 0],
    ['2029-01-08T12:00:00Z', 0],
  ])('of 1,200 shekels in twelve, sold in November, are on %s %i agorot', (now, amount) => {
    expect(later('2026-11', 12, now)).toBe(amount)
  })

  it('begin in the month of the sale where the acquirer pays at once', () => {
    const daily: AcquirerTerms = { acquirerDays: [], acquirerInstallments: 'monthly' }
    expect(later('2026-11', 3, '2026-11-20T12:00:00Z', daily)).toBe(80_000)
    expect(later('2026-11', 3, '2026-12-01T12:00:00Z', daily)).toBe(40_000)
    expect(later('2026-11', 3, '2027-01-01T12:00:00Z', daily)).toBe(0)
  })

  it('are none where the acquirer pays the whole with the first', () => {
    expect(later('2026-11', 12, '2026-12-08T12:00:00Z', { ...MONTHLY, acquirerInstallments: 'at_once' })).toBe(0)
  })

  it('never grow as time passes, are never more than the charges, and never less than their exact part', () => {
    const sale = fc.record({
      month: fc.constantFrom('2026-01', '2026-06', '2026-11', '2026-12'),
      installments: fc.integer({ min: 2, max: 36 }),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 8 }), (sales) => {
        const total = sum(sales.map(({ amount }) => amount))
        let before = total
        for (let month = 0; month < 60; month++) {
          const now = new Date(Date.UTC(2026, 11 + month, 9))
          const left = laterInstallments(sales, MONTHLY, now)
          expect(left).toBeLessThanOrEqual(before)
          const exact = sales.reduce((all, sold) => {
            const age = (2026 - Number(sold.month.slice(0, 4))) * 12 + 12 + month - Number(sold.month.slice(5))
            return (
              all +
              (sold.amount * Math.max(0, sold.installments - Math.min(sold.installments, age))) / sold.installments
            )
          }, 0)
          expect(left).toBeGreaterThanOrEqual(exact - 1e-6)
          expect(left).toBeLessThan(exact + sales.length + 1e-6)
          before = left
        }
        expect(before).toBe(0)
      }),
    )
  })
})

describe('what the acquirer pays and when', () => {
  it('sums to what has not arrived of the deals, whatever the sales and the day', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            month: fc.integer({ min: 1, max: 12 }),
            installments: fc.integer({ min: 1, max: 36 }),
            amount: fc.integer({ min: 1, max: 9_999_999 }),
          }),
          { maxLength: 8 },
        ),
        fc.integer({ min: 0, max: 1500 }),
        fc.constantFrom<AcquirerTerms>(
          { acquirerDays: [8], acquirerInstallments: 'monthly' },
          { acquirerDays: [2, 8], acquirerInstallments: 'monthly' },
          { acquirerDays: [], acquirerInstallments: 'monthly' },
        ),
        (some, days, terms) => {
          const sales = some.map(({ month, ...sale }) => ({ ...sale, month: `2026-${String(month).padStart(2, '0')}` }))
          const now = new Date(Date.parse('2027-01-15T10:00:00Z') + days * 86_400_000)
          const arrivals = arrivalsOf(sales, terms, now)
          expect(arrivals.reduce((total, { amount }) => total + amount, 0)).toBe(laterInstallments(sales, terms, now))
          expect(arrivals.every(({ on }) => Date.parse(on) > now.getTime() - 31 * 86_400_000)).toBe(true)
          expect(arrivals.map(({ on }) => on)).toEqual(arrivals.map(({ on }) => on).toSorted())
        },
      ),
      { numRuns: 500, seed: 7 },
    )
  })
})
