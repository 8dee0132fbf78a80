import type { Agorot } from './money.ts'
import type { StateTable } from './states.ts'
import type { DocumentType } from './tax-document.ts'

/** A sum of VAT above which an invoice to a business needs an allocation number, and its first day, `YYYY-MM-DD`. */
export interface AllocationThreshold {
  readonly from: string
  readonly vatAbove: Agorot
}

/** The thresholds of the Tax Authority. They are on the VAT: at 18%, 900.00 is an invoice of 5,000.00 without VAT. */
export const ALLOCATION_THRESHOLDS: readonly AllocationThreshold[] = [
  { from: '2024-05-04', vatAbove: 425_000 },
  { from: '2025-01-01', vatAbove: 360_000 },
  { from: '2026-01-01', vatAbove: 180_000 },
  { from: '2026-06-01', vatAbove: 90_000 },
]

/** The thresholds of the Tax Authority with those that an installation names: of one day the latter. */
export const withThresholds = (named: readonly AllocationThreshold[]): readonly AllocationThreshold[] => [
  ...ALLOCATION_THRESHOLDS.filter(({ from }) => named.every((each) => each.from !== from)),
  ...named,
]

/** Which documents of an installation need an allocation number. */
interface AllocationRules {
  readonly thresholds: readonly AllocationThreshold[]
  /** The first day on which a credit note needs one as well; undefined: none does. */
  readonly creditNotesFrom: string | undefined
}

/** Whether the VAT (agorot) of an invoice of a day is above the threshold; before the first threshold none is. */
export const isAboveThreshold = (
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

/** Recipients who deduct VAT. */
const DEDUCTING: readonly string[] = ['hevra', 'osek_murshe']
const ALLOCATED_TYPES: readonly DocumentType[] = ['tax_invoice', 'tax_invoice_receipt']

/** Whether a document needs an allocation number: an invoice (or credit note) above the threshold to a business that deducts its VAT. */
export const needsAllocation = (
  { type, vat, day }: { readonly type: DocumentType; readonly vat: Agorot; readonly day: string },
  recipientVatType: string,
  { thresholds, creditNotesFrom }: AllocationRules,
): boolean => {
  const isCredit = type === 'credit_note' && creditNotesFrom !== undefined && creditNotesFrom <= day
  if (!isCredit && !ALLOCATED_TYPES.includes(type)) return false
  return DEDUCTING.includes(recipientVatType) && isAboveThreshold(vat, day, thresholds)
}

/**
 * The allocation number of an invoice:
 * - `pending`: to be requested, or the Tax Authority did not respond
 * - `allocated`: it has one
 * - `refused`: the Tax Authority refused; never requested again
 * - `emergency`: one of the numbers kept for failures of the Tax Authority, to be reported to it
 * - `waived`: the invoice stands without one, by a person's decision
 */
export const ALLOCATION_STATES = ['pending', 'allocated', 'refused', 'emergency', 'waived'] as const
export type AllocationState = (typeof ALLOCATION_STATES)[number]

/** - refused → allocated: a hearing gave a number. */
export const ALLOCATION_MOVES: StateTable<AllocationState> = {
  pending: ['allocated', 'refused', 'emergency', 'waived'],
  refused: ['allocated', 'waived'],
  allocated: [],
  emergency: [],
  waived: [],
}

/** Logged failures of the Tax Authority after which an emergency number may be used. */
export const FAILURES_BEFORE_EMERGENCY = 5
/** Emergency numbers that an issuer may keep unused. */
export const MAX_EMERGENCY_NUMBERS = 10

const PRINTED_DIGITS = 9

/** What is printed of an allocation number: its last nine digits. */
export const printedAllocation = (number: string): string => number.slice(-PRINTED_DIGITS)
