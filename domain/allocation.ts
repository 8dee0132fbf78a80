import type { Agorot } from './money.ts'

/** A sum of VAT above which an invoice to a business needs an allocation number, and its first day, `YYYY-MM-DD`. */
export interface AllocationThreshold {
  readonly from: string
  readonly vatAbove: Agorot
}

/** The thresholds of the Tax Authority. They are on the VAT, not on the sum before it. */
export const ALLOCATION_THRESHOLDS: readonly AllocationThreshold[] = [
  { from: '2024-05-04', vatAbove: 425_000 },
  { from: '2025-01-01', vatAbove: 360_000 },
  { from: '2026-01-01', vatAbove: 180_000 },
  { from: '2026-06-01', vatAbove: 90_000 },
]

/** Whether an invoice of a day with this VAT (agorot) needs an allocation number; before the first threshold none does. */
export const needsAllocation = (
  vat: Agorot,
  day: string,
  thresholds: readonly AllocationThreshold[] = ALLOCATION_THRESHOLDS,
): boolean => {
  const effective = thresholds
    .filter((threshold) => threshold.from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1)
  return effective !== undefined && vat > effective.vatAbove
}
