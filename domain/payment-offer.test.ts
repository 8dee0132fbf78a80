import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { waysToPay } from './payment-offer.ts'

const TWELVE = { maxInstallments: 12, minInstallment: 5000, bit: true }

describe('ways to pay', () => {
  it.each([
    // 268.20 shekels in instalments of 50 at least
    [26_820, TWELVE, undefined, 5],
    [26_820, TWELVE, 3, 3],
    [26_820, { ...TWELVE, minInstallment: 0 }, undefined, 12],
    [26_820, { ...TWELVE, minInstallment: 0 }, 36, 12],
    [4999, TWELVE, undefined, 1],
    [9999, TWELVE, undefined, 1],
    [10_000, TWELVE, undefined, 2],
    [100_000, { ...TWELVE, maxInstallments: 1 }, 6, 1],
  ])(
    '%i agorot at a terminal of %o, of which the event allows %s, are at most %i instalments',
    (sum, offer, limit, n) => {
      expect(waysToPay(sum, offer, limit)).toEqual({ maxInstallments: n, bit: true })
    },
  )

  it('never exceed what terminal and event allow, nor make an instalment smaller than the smallest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.record({
          maxInstallments: fc.integer({ min: 1, max: 36 }),
          minInstallment: fc.integer({ min: 0, max: 100_000 }),
          bit: fc.boolean(),
        }),
        fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        (sum, offer, limit) => {
          const { maxInstallments: n, bit } = waysToPay(sum, offer, limit)
          expect(n).toBeGreaterThanOrEqual(1)
          expect(n).toBeLessThanOrEqual(Math.min(offer.maxInstallments, limit ?? 36))
          if (n > 1) expect(sum / n).toBeGreaterThanOrEqual(offer.minInstallment)
          expect(bit).toBe(offer.bit)
        },
      ),
    )
  })
})
