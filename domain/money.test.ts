import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, ratioOf, split, sum, toAgorot, toShekels } from './money.ts'

const agorot = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 })
const seed = 20_261_121

describe('shekels and agorot', () => {
  test.each([
    [19.99, 1999],
    [0.29, 29],
    [1.15, 115],
    [0, 0],
    [-0, 0],
    [12_345.5, 1_234_550],
    [0.1 + 0.2, 30],
  ])('%d shekels are %d agorot', (shekels, expected) => {
    expect(toAgorot(shekels)).toBe(expected)
  })

  test.each([1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('%d is no sum of money', (shekels) => {
    expect(() => toAgorot(shekels)).toThrow(RangeError)
  })

  test('every amount survives conversion to shekels and back', () => {
    fc.assert(
      fc.property(agorot, (sum) => toAgorot(toShekels(sum)) === sum),
      { seed },
    )
  })
})

describe('rounding', () => {
  test.each([
    [5, 10, 1],
    [4, 10, 0],
    [15, 10, 2],
    [-5, 10, 0],
    [-6, 10, -1],
    [0, 7, 0],
  ])('%d / %d rounds half up to %d', (num, den, expected) => {
    expect(ratioOf(num, 1, den)).toBe(expected)
  })

  test('a percentage of a large sum is exact', () => {
    expect(percentOf(900_719_925_474_099, 1800)).toBe(162_129_586_585_338)
    expect(ratioOf(1_000_000_000_00, 1800 * 365, 10_000 * 365)).toBe(180_000_000_00)
  })

  test('the rounded quotient is never off by more than a half', () => {
    fc.assert(
      fc.property(agorot, fc.integer({ min: 1, max: 20_000 }), (num, den) => {
        const off = BigInt(ratioOf(num, 1, den)) * BigInt(den) * 2n - BigInt(num) * 2n
        expect(off > -BigInt(den) && off <= BigInt(den)).toBe(true)
      }),
      { seed },
    )
  })

  test('division by zero and amounts beyond exact integers throw', () => {
    expect(() => ratioOf(1, 1, 0)).toThrow(RangeError)
    expect(() => ratioOf(Number.MAX_SAFE_INTEGER, 3, 1)).toThrow(RangeError)
  })
})

describe('splitting', () => {
  test('a left-over agora goes to the earlier of equal parts', () => {
    expect(split(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(split(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(split(1, [0, 5])).toEqual([0, 1])
    expect(split(0, [0, 0])).toEqual([0, 0])
  })

  test('parts sum to the whole and are within one agora of their exact share', () => {
    fc.assert(
      fc.property(agorot, fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 }), (total, weights) => {
        fc.pre(sum(weights) > 0)
        const parts = split(total, weights)
        expect(sum(parts)).toBe(total)
        parts.forEach((part, place) => {
          const exact = (total * (weights[place] ?? 0)) / sum(weights)
          expect(Math.abs(part - exact)).toBeLessThan(1 + 1e-6)
        })
      }),
      { seed },
    )
  })

  test('splitting without a positive weight throws', () => {
    expect(() => split(1, [0])).toThrow(RangeError)
    expect(() => split(1, [-1, 2])).toThrow(RangeError)
  })
})
