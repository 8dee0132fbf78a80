import type { BankCheck } from '@kartis/domain/bank.ts'
import type { RefundPayer, RefundTransferState } from '@kartis/domain/refund-transfer.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** One refund that its gateway has refused for good. */
export interface RefundTransfersTable {
  event_id: string
  id: string
  account_id: string
  order_id: string
  refund_id: string
  payment_id: string
  /** agorot */
  amount: number
  state: RefundTransferState
  due_at: Stamp
  /** Counts the links: each has a token of its own. */
  turn: Generated<number>
  token_hash: string | null
  requested_at: StampOrNull
  reminders: Generated<number>
  holder_sealed: string | null
  bank_number: number | null
  branch_number: string | null
  account_number_sealed: string | null
  account_number_tail: string | null
  check_result: BankCheck | null
  /** How often details were typed. */
  changes: Generated<number>
  received_at: StampOrNull
  file_id: string | null
  exported_at: StampOrNull
  /** Done or withdrawn. */
  ended_at: StampOrNull
  note: string | null
  noted_by: string | null
}

/** A file for the bank. */
export interface RefundTransferFilesTable {
  account_id: string
  id: string
  /** From 1 for each account. */
  number: number
  transfers: number
  /** agorot */
  total: ColumnType<string, number, never>
  /** From whose bank account. */
  paid_by: Generated<RefundPayer>
  made_by: string
  made_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    refund_transfers: RefundTransfersTable
    refund_transfer_files: RefundTransferFilesTable
  }
}
