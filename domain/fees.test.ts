import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketsOf, type FeeContract, feesOf, ticketFeesOf } from './fees.ts'

const contract: FeeContract = {
  regularBp: 500,
  specialBp: 500,
  touristBp: 750,
  ticketFee: 1_50,
  ticketFeeIncludesVat: false,
}

describe('clearing fees', () => {
  test('5% of regular and special cards, 7.5% of tourist cards', () => {
    const buckets = bucketsOf(12_345_50 + 2_500_00 + 999_90, 2_500_00, 999_90)
    expect(buckets).toEqual({ regular: 12_345_50, special: 2_500_00, tourist: 999_90 })
    expect(feesOf(buckets, contract)).toEqual({ regular: 617_28, special: 125_00, tourist: 74_99, total: 817_27 })
  })

  test('each bucket has its own percent', () => {
    const own = { ...contract, regularBp: 300, specialBp: 450 }
    expect(feesOf(bucketsOf(300_00, 100_00, 100_00), own)).toEqual({
      regular: 3_00,
      special: 4_50,
      tourist: 7_50,
      total: 15_00,
    })
  })

  test('rounding is once for the bucket: three orders of 0.10 cost 0.02 together, not three times 0.01', () => {
    expect(feesOf(bucketsOf(30, 0, 0), contract).regular).toBe(2)
    expect(feesOf(bucketsOf(10, 0, 0), contract).regular * 3).toBe(3)
  })

  test('the buckets sum to the card total, the fees to their total, and no fee is a whole agora off', () => {
    const sum = fc.nat(10_000_000_00)
    fc.assert(
      fc.property(sum, sum, sum, (regular, special, tourist) => {
        const buckets = bucketsOf(regular + special + tourist, special, tourist)
        expect(buckets.regular + buckets.special + buckets.tourist).toBe(regular + special + tourist)
        const fees = feesOf(buckets, contract)
        expect(fees.regular + fees.special + fees.tourist).toBe(fees.total)
        expect(Math.abs(fees.total * 10_000 - (regular * 500 + special * 500 + tourist * 750))).toBeLessThanOrEqual(
          3 * 5000,
        )
      }),
      { seed: 20_261_121 },
    )
  })
})

test('37 free tickets cost 55.50', () => {
  expect(ticketFeesOf(37, contract)).toBe(55_50)
  expect(ticketFeesOf(0, contract)).toBe(0)
})
