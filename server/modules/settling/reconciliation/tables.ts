import type { ExceptionKind, ExceptionState, ReconciliationLevel } from '@kartis/domain/reconciliation.ts'
import type { ColumnType } from 'kysely'
import type { Stamp } from '../../../platform/database/schema-columns.ts'

/** bigint agorot: text when read; queries cast it. */
type Sum = ColumnType<string, number, number>
type SumOrNull = ColumnType<string | null, number | null, number | null>

/** What gateways list of a terminal. */
export interface GatewayRowsTable {
  terminal_id: string
  kind: 'charge' | 'void' | 'credit'
  /** The gateway's reference. */
  ref: string
  amount: Sum
  currency: string
  at: Stamp
  /** `YYYY-MM-DD` in Israel */
  day: string
  /** Our payment or refund id, as the gateway carries it. */
  reference: string | null
  /** Of a void and a credit: the gateway's reference of the charge. */
  charge_ref: string | null
  /** The same for a charge and what goes back of it. */
  charge_key: string | null
  /** The last digits of the card. */
  last4: string | null
  loaded_at: Stamp
  /** The payment, and for a void or credit the refund, that it is in our books. */
  event_id: string | null
  payment_id: string | null
  refund_id: string | null
}

/** Files of acquirers, and the days of deals that they cover. */
export interface AcquirerReportsTable {
  id: string
  terminal_id: string
  acquirer: string
  first_day: string
  last_day: string
  rows: number
  loaded_at: Stamp
}

/** Deals that an acquirer settled. */
export interface AcquirerRowsTable {
  terminal_id: string
  acquirer: string
  /** The same line of the same report, however often it is loaded. */
  row_key: string
  kind: 'charge' | 'credit' | 'adjustment' | 'chargeback'
  /** The gateway's reference of the charge; empty where the report has none. */
  ref: string
  approval: string | null
  amount: Sum
  fee: Sum
  net: Sum
  currency: string
  /** Of the deal, and of its payment to the merchant. */
  day: string
  paid_on: string
  /** The deposit that contains it. */
  deposit_ref: string
  loaded_at: Stamp
  event_id: string | null
  payment_id: string | null
}

/** What an acquirer transferred, as the bank says. */
export interface DepositsTable {
  acquirer: string
  row_key: string
  ref: string
  amount: Sum
  day: string
  loaded_at: Stamp
}

/** Differences between two books: each once, with who looks into it and what came of it. */
export interface ReconciliationExceptionsTable {
  id: string
  level: ReconciliationLevel
  kind: ExceptionKind
  subject: string
  scope: string
  day: string
  account_id: string | null
  event_id: string | null
  payment_id: string | null
  ours: SumOrNull
  theirs: SumOrNull
  state: ExceptionState
  owner: string | null
  note: string | null
  opened_at: Stamp
  changed_at: Stamp
  changed_by: string | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    gateway_rows: GatewayRowsTable
    acquirer_reports: AcquirerReportsTable
    acquirer_rows: AcquirerRowsTable
    deposits: DepositsTable
    reconciliation_exceptions: ReconciliationExceptionsTable
  }
}
