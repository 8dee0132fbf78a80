import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import type { Holder, JournalKind, LedgerAccount } from '@kartis/domain/ledger.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Stamp } from '../../../platform/database/schema-columns.ts'

/** The number of the last journal of an account. Its row lock orders the journals of the account. */
export interface LedgerPositionsTable {
  account_id: string
  last_seq: Generated<number>
  /** What `producer_payable` owes the producer, agorot; bigint, as text when read. */
  payable: Generated<string>
}

/** Facts of the ledger, numbered by account. Append-only. */
export interface JournalsTable {
  account_id: string
  seq: number
  id: string
  kind: JournalKind
  /** The payment, refund or other fact; unique with `kind`, so that each fact is booked once. */
  ref: string
  event_id: string | null
  order_id: string | null
  /** Who has the money, of a sale and what follows from it. */
  holder: Holder | null
  /** The rate of the card, of a sale by card and what follows from it. */
  bucket: CardBucket | null
  occurred_at: Stamp
  booked_at: Stamp
  /** What a fee was computed of: agorot (bigint, text when read), or a number of free tickets. */
  fee_base: ColumnType<string | null, number | null, never>
  /** Basis points, or the fee for one free ticket in agorot. */
  fee_rate: number | null
}

/** Lines of journals in agorot, debit above 0; those of a journal sum to 0. Append-only. */
export interface LedgerEntriesTable {
  account_id: string
  seq: number
  line: number
  ledger_account: LedgerAccount
  /** bigint: text when read; queries cast it. */
  amount: ColumnType<string, number, never>
}

/** Events with payments from before the ledger that are not booked yet. */
export interface LedgerUnbookedTable {
  event_id: string
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    ledger_positions: LedgerPositionsTable
    journals: JournalsTable
    ledger_entries: LedgerEntriesTable
    ledger_unbooked: LedgerUnbookedTable
  }
}
