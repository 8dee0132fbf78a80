import { expect, test } from 'vitest'
import {
  ALLOCATION_THRESHOLDS,
  isAboveThreshold,
  needsAllocation,
  printedAllocation,
  withThresholds,
} from './allocation.ts'

const RULES = { thresholds: ALLOCATION_THRESHOLDS, creditNotesFrom: undefined }

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
  expect(isAboveThreshold(vat, day)).toBe(false)
  expect(isAboveThreshold(vat + 1, day)).toBe(true)
})

test('an invoice of before the first threshold needs no allocation number', () => {
  expect(isAboveThreshold(100_000_000, '2024-05-03')).toBe(false)
})

test('the thresholds may be given in any order', () => {
  expect(isAboveThreshold(90_001, '2026-06-01', ALLOCATION_THRESHOLDS.toReversed())).toBe(true)
})

test('a number is for invoices to businesses that deduct their VAT', () => {
  const invoice = { type: 'tax_invoice_receipt', vat: 90_001, day: '2026-06-01' } as const
  expect(needsAllocation(invoice, 'hevra', RULES)).toBe(true)
  expect(needsAllocation({ ...invoice, type: 'tax_invoice' }, 'osek_murshe', RULES)).toBe(true)
  expect(needsAllocation({ ...invoice, vat: 90_000 }, 'hevra', RULES)).toBe(false)
  expect(needsAllocation(invoice, 'malkar', RULES)).toBe(false)
  expect(needsAllocation(invoice, 'osek_patur', RULES)).toBe(false)
  expect(needsAllocation({ ...invoice, type: 'credit_note' }, 'hevra', RULES)).toBe(false)
  expect(needsAllocation({ ...invoice, type: 'receipt' }, 'hevra', RULES)).toBe(false)
})

test('credit notes need a number from the day on that the installation names', () => {
  const credit = { type: 'credit_note', vat: 90_001, day: '2027-01-01' } as const
  const rules = { ...RULES, creditNotesFrom: '2027-01-01' }
  expect(needsAllocation(credit, 'hevra', rules)).toBe(true)
  expect(needsAllocation({ ...credit, day: '2026-12-31' }, 'hevra', rules)).toBe(false)
  expect(needsAllocation({ ...credit, vat: 90_000 }, 'hevra', rules)).toBe(false)
  expect(needsAllocation({ ...credit, type: 'receipt' }, 'hevra', rules)).toBe(false)
})

test('thresholds that an installation names are added to those of the law, and replace one of their day', () => {
  const named = withThresholds([
    { from: '2026-06-01', vatAbove: 100_000 },
    { from: '2027-01-01', vatAbove: 45_000 },
  ])
  expect(isAboveThreshold(100_000, '2026-12-31', named)).toBe(false)
  expect(isAboveThreshold(180_001, '2026-05-31', named)).toBe(true)
  expect([45_000, 45_001].map((vat) => isAboveThreshold(vat, '2027-01-01', named))).toEqual([false, true])
})

test('the last nine digits of a number are printed', () => {
  expect(printedAllocation('202606011234567890')).toBe('234567890')
})
