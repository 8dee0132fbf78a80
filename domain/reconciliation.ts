import type { StateTable } from './states.ts'

/**
 * Where two books are compared: ours with the gateway's list of transactions, with the rows that the acquirer settled, and
 * those rows with the deposits of the bank.
 */
export const RECONCILIATION_LEVELS = ['gateway', 'acquirer', 'bank'] as const
export type ReconciliationLevel = (typeof RECONCILIATION_LEVELS)[number]

/**
 * How two books differ:
 * - `ours_only`, `theirs_only`: one of them does not have it
 * - `sum`, `currency`: both have it, with another sum or in another currency
 * - `fee`: amount less fee is not what was settled, or the fee is above the agreed rate; its sums are fees
 * - `duplicate`: they have it more often than we do
 * - `late`: it came days after it was due
 * - `not_offered`: it was paid in more instalments than its page offered, or by Bit without an offer
 * - `deposit_short`: the bank received less than the acquirer says it paid
 */
export const EXCEPTION_KINDS = [
  'ours_only',
  'theirs_only',
  'sum',
  'currency',
  'fee',
  'duplicate',
  'late',
  'deposit_short',
  'not_offered',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCEPTION_STATES = ['open', 'explained', 'fixed', 'written_off'] as const
export type ExceptionState = (typeof EXCEPTION_STATES)[number]

/** - fixed → open: the difference is there again. */
export const EXCEPTION_MOVES: StateTable<ExceptionState> = {
  open: ['explained', 'fixed', 'written_off'],
  explained: ['open', 'fixed', 'written_off'],
  fixed: ['open'],
  written_off: [],
}
