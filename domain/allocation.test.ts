import { expect, test } from 'vitest'
import { ALLOCATION_THRESHOLDS, needsAllocation } from './allocation.ts'

test.each([
  ['2024-05-04', 425_000],
  ['2024-12-31', 425_000],
  ['2025-01-01', 360_000],
  ['2025-12-31', 360_000],
  ['2026-01-01', 180_000],
  ['2026-05-31', 180_000],
  ['2026-06-01', 90_000],
  ['2030-01-01', 90_000],
])('an invoice of %s needs an allocation number only when its VAT is above %i agorot', (day, vat) => {
  expect(needsAllocation(vat, day)).toBe(false)
  expect(needsAllocation(vat + 1, day)).toBe(true)
})

test('an invoice of before the first threshold needs no allocation number', () => {
  expect(needsAllocation(100_000_000, '2024-05-03')).toBe(false)
})

test('the thresholds may be given in any order', () => {
  expect(needsAllocation(90_001, '2026-06-01', ALLOCATION_THRESHOLDS.toReversed())).toBe(true)
})
