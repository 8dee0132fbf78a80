import { expect, test } from 'vitest'
import { vatBpAt, vatOn } from './vat.ts'

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

test('a day before the first rate throws instead of giving zero', () => {
  expect(() => vatBpAt(rates, '2015-09-30')).toThrow(RangeError)
})

test('VAT is rounded half up once', () => {
  expect(vatOn(872_77, 1800)).toBe(157_10)
  expect(vatOn(500_00, 1800)).toBe(90_00)
  expect(vatOn(25, 1800)).toBe(5)
})
