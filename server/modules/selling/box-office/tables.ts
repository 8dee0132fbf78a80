import type { Generated } from 'kysely'
import type { JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Registers of the box office. The API calls them devices (`device`, `X-Device-Token`, `/v1/cashier`): its names are fixed. */
export interface RegistersTable {
  id: string
  account_id: string
  label: string
  branch: string
  service: Generated<'sale' | 'scan' | 'pickup'>
  /** Name of the payment terminal (`payment_terminals.name`) that charges cards; null: cash only. */
  terminal: string | null
  /** The card reader's number at the terminal. */
  reader: string | null
  /** Keyed hash of the pairing code. */
  pairing_hash: string | null
  pairing_expires_at: StampOrNull
  /** Keyed hash of the secret in the paired browser's token. */
  secret_hash: string | null
  paired_at: StampOrNull
  paired_by: string | null
  seen_at: StampOrNull
  revoked_at: StampOrNull
  created_by: string | null
  created_at: Stamp
}

/** The report that is frozen when a shift closes; sums in agorot. */
export interface ShiftFigures {
  readonly sales: { readonly count: number; readonly total: number }
  readonly tickets: number
  readonly free: number
  readonly methods: readonly {
    readonly method: 'cash' | 'terminal'
    readonly sales: { readonly count: number; readonly total: number }
    readonly refunds: { readonly count: number; readonly total: number }
  }[]
  readonly types: readonly {
    readonly event: string
    readonly name: string
    readonly count: number
    readonly total: number
  }[]
}

/** Shifts of registers; sums in agorot, `*_by` are `users.id`. */
export interface ShiftsTable {
  id: string
  account_id: string
  register_id: string
  number: number
  opening_cash: number
  opened_by: string | null
  opened_at: Stamp
  counted_cash: number | null
  closed_by: string | null
  closed_at: StampOrNull
  note: Generated<string>
  /** The Z report, written when the shift closes. */
  report: JsonOrNull<ShiftFigures | null>
}

/** The box office's part of an order: where, how and by whom it was sold. */
export interface BoxOfficeSalesTable {
  event_id: string
  order_id: string
  account_id: string
  register_id: string
  shift_id: string
  method: 'cash' | 'terminal'
  /** Cash received, agorot; null for a card. */
  received: number | null
  sold_by: string | null
  created_at: Stamp
}

/** From which drawer a person handed a refund back; the writer is the box office, the refund one of `refunds`. */
export interface RegisterRefundsTable {
  refund_id: string
  event_id: string
  /** Null: from none, as by bank transfer. */
  shift_id: string | null
  /** Agorot. */
  amount: number
  handed_by: string
  handed_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    registers: RegistersTable
    register_shifts: ShiftsTable
    box_office_sales: BoxOfficeSalesTable
    register_refunds: RegisterRefundsTable
  }
}
