import type { DisputeState } from '@kartis/domain/dispute.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Charges that cardholders dispute; written by `disputes` only. */
export interface DisputesTable {
  id: string
  account_id: string
  event_id: string
  order_id: string
  payment_id: string
  /** Of the acquirer's notice. */
  reference: string
  /** As the notice says; empty where it says none. */
  reason: Generated<string>
  /** bigint agorot: text when read; queries cast it. */
  amount: ColumnType<string, number, never>
  /** The installation has the money: the amount is in the ledger's reserve until it is decided. */
  held: boolean
  status: DisputeState
  notified_at: Stamp
  /** The last day for the evidence, `YYYY-MM-DD` in Israel. */
  deadline: string
  reminded_at: StampOrNull
  sent_at: StampOrNull
  decided_at: StampOrNull
  note: string | null
  changed_at: Stamp
  /** users.id, or the name that an operator gave; null for the calendar. */
  changed_by: string | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    disputes: DisputesTable
  }
}
