import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitGross, vatBpAt, vatOn } from './vat.ts'

const rates = [
  { from: '2025-01-01', bp: 1800 },
  { from: '2015-10-01', bp: 1700 },
]

test.each([
  ['2015-10-01', 1700],
  ['2024-12-31', 1700],
  ['2025-01-01', 1800],
  ['2026-12-03', 1800],
])('on %s the rate is %d', (day, bp) => {
  expect(vatBpAt(rates, day)).toBe(bp)
})

test('a day before every row is a fault, not a zero', () => {
  expect(() => vatBpAt(rates, '2015-09-30')).toThrow(RangeError)
})

test('VAT is rounded half up once', () => {
  expect(vatOn(872_77, 1800)).toBe(157_10)
  expect(vatOn(500_00, 1800)).toBe(90_00)
  expect(vatOn(25, 1800)).toBe(5)
})

test('a price with VAT has two parts that sum to it', () => {
  expect(splitGross(118_00, 1800)).toEqual({ net: 100_00, vat: 18_00 })
  expect(splitGross(100_00, 1800)).toEqual({ net: 84_75, vat: 15_25 })
  fc.assert(
    fc.property(fc.nat(1_000_000_00), fc.integer({ min: 0, max: 3000 }), (gross, bp) => {
      const { net, vat } = splitGross(gross, bp)
      expect(net + vat).toBe(gross)
      expect(Math.abs(vatOn(net, bp) - vat)).toBeLessThanOrEqual(1)
    }),
    { seed: 20_261_121 },
  )
})
