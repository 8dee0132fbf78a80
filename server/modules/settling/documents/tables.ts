import type { AllocationState } from '@kartis/domain/allocation.ts'
import type { DocumentType, PaymentMeans } from '@kartis/domain/tax-document.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** bigint agorot: text when read; queries cast it. */
type Sum = ColumnType<string, number, number>

/** The last number of each type of document of an issuer. Its row lock makes the numbers gapless. */
export interface DocumentSeriesTable {
  issuer_number: string
  type: DocumentType
  last_number: Generated<number>
  last_hash: string | null
}

/** Up to where an account has its documents. Its row lock orders them. */
export interface DocumentAccountsTable {
  account_id: string
  /** Number of the last statement with documents. */
  last_statement: Generated<number>
  /** The journal of the last payment with a receipt. */
  last_payment_seq: Generated<number>
  /** Charged by documents and not paid; below 0 paid before it was charged. */
  open: Sum
}

/** Tax documents of the installation to its producers. Frozen. */
export interface DocumentsTable {
  id: string
  account_id: string
  issuer_number: string
  type: DocumentType
  number: number
  issued_at: Stamp
  /** `YYYY-MM-DD` in Israel. */
  day: string
  issuer_name: string
  issuer_address: string
  recipient_name: string
  recipient_number: string
  recipient_address: string
  recipient_vat_type: string
  statement_id: string | null
  statement_number: number | null
  /** journals.id of the payment that a receipt is for. */
  payment_id: string | null
  /** The document that a credit note cites. */
  cites: string | null
  net: Sum
  vat: Sum
  total: Sum
  paid_means: PaymentMeans | null
  paid_amount: ColumnType<string | null, number | null, never>
  previous_hash: string | null
  hash: string
}

/** Frozen. */
export interface DocumentLinesTable {
  document_id: string
  position: number
  event_id: string
  event_name: string
  net: Sum
  vat: Sum
  vat_bp: number
}

/** Allocation numbers of the invoices that need one. */
export interface DocumentAllocationsTable {
  document_id: string
  state: AllocationState
  number: string | null
  /** Requests that the Tax Authority did not answer. */
  failures: Generated<number>
  /** Of the last reply that was no number. */
  code: string | null
  message: string | null
  /** When an emergency number was reported to the Tax Authority. */
  reported_at: StampOrNull
  changed_at: Stamp
  /** Who noted it; null: the server. */
  changed_by: string | null
}

/** Every request for an allocation number. Append-only. */
export interface DocumentAllocationAttemptsTable {
  document_id: string
  attempt: number
  at: Stamp
  outcome: 'allocated' | 'refused' | 'failed'
  code: string
  message: string
}

/** Numbers that were fetched in advance for failures of the Tax Authority; each is used once. */
export interface EmergencyAllocationsTable {
  issuer_number: string
  number: string
  loaded_at: Stamp
  loaded_by: string
  document_id: string | null
}

/** Documents whose original was printed: every later print is a copy. */
export interface DocumentOriginalsTable {
  document_id: string
  printed_at: Stamp
  printed_by: string
}

/** Whether a producer agreed to electronic documents. Append-only: the newest row of an account is in force. */
export interface DocumentConsentsTable {
  id: string
  account_id: string
  agreed: boolean
  /** The version of the sentence that was shown. */
  text: number
  lang: string
  /** users.id */
  user_id: string
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    document_series: DocumentSeriesTable
    document_accounts: DocumentAccountsTable
    documents: DocumentsTable
    document_lines: DocumentLinesTable
    document_allocations: DocumentAllocationsTable
    document_allocation_attempts: DocumentAllocationAttemptsTable
    document_originals: DocumentOriginalsTable
    document_consents: DocumentConsentsTable
    emergency_allocations: EmergencyAllocationsTable
  }
}
