import type { PayoutState } from '@kartis/domain/payout-state.ts'
import type { StatementLineKind } from '@kartis/domain/statement.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** bigint agorot: text when read; queries cast it. */
type Sum = ColumnType<string, number, never>

/** Payouts of single events, from before there were statements. Never written again. */
export interface EventPayoutsTable {
  event_id: string
  id: string
  account_id: string
  amount: number
  reference: Generated<string>
  paid_at: Stamp
}

/** Statements of accounts, numbered from 1. Frozen. */
export interface StatementsTable {
  id: string
  account_id: string
  number: number
  made_at: Stamp
  made_by: string
  opening: Sum
  closing: Sum
  /** The last journal of the ledger that it may contain. */
  to_seq: number
  previous_hash: string | null
  hash: string
}

/** What a statement sums up of its journals; none of those that versions before made. Frozen. */
export interface StatementSalesTable {
  statement_id: string
  /** `InstallmentSales[]`: the card sales that the installation collects. */
  sales: JSONColumnType<object[], never, never>
  /** `CardSums[]`; null for those of the version before it. */
  cards: JSONColumnType<object[], never, never> | null
}

/** Frozen. */
export interface StatementLinesTable {
  statement_id: string
  position: number
  kind: StatementLineKind
  event_id: string | null
  event_name: string | null
  amount: Sum
  held: Sum
}

/** Events that a statement has settled: fees and VAT are those of `settled_at` from then on. */
export interface SettledEventsTable {
  event_id: string
  account_id: string
  settled_at: Stamp
  /** The first statement that has lines of it. */
  statement_id: string
  /** The last of its journals that statements contain. */
  seq: number
}

/** Transfers to producers; at most one for a statement, beside those that are issued again. */
export interface PayoutsTable {
  id: string
  account_id: string
  statement_id: string
  state: PayoutState
  amount: Sum
  drafted_by: string
  drafted_at: Stamp
  approved_by: string | null
  approved_at: StampOrNull
  /** The bank details that it was approved with. */
  bank_details_id: string | null
  batch_id: string | null
  exported_at: StampOrNull
  sent_at: StampOrNull
  reference: Generated<string>
  confirmed_at: StampOrNull
  returned_at: StampOrNull
  return_reason: string | null
  /** The returned payout that it issues again. */
  reissue_of: string | null
}

/** Bank files. */
export interface PayoutBatchesTable {
  id: string
  number: Generated<number>
  /** `YYYY-MM-DD`, the day on which the bank is to pay. */
  pay_on: string
  made_by: string
  made_at: Stamp
  payouts: number
  total: Sum
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    event_payouts: EventPayoutsTable
    statements: StatementsTable
    statement_lines: StatementLinesTable
    statement_sales: StatementSalesTable
    settled_events: SettledEventsTable
    payouts: PayoutsTable
    payout_batches: PayoutBatchesTable
  }
}
