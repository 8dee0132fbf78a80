import type { Generated } from 'kysely'
import type { JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface RegistersTable {
  id: string
  account_id: string
  label: string
  branch: string
  service: Generated<'sale' | 'scan' | 'pickup'>
  terminal: string | null
  reader: string | null
  pairing_hash: string | null
  pairing_expires_at: StampOrNull
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
  report: JsonOrNull<ShiftFigures | null>
}

export interface BoxOfficeSalesTable {
  event_id: string
  order_id: string
  account_id: string
  register_id: string
  shift_id: string
  method: 'cash' | 'terminal'
  received: number | null
  sold_by: string | null
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    registers: RegistersTable
    register_shifts: ShiftsTable
    box_office_sales: BoxOfficeSalesTable
  }
}
