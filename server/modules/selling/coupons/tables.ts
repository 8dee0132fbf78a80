import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface CouponsTable {
  event_id: string
  id: string
  account_id: string
  code: string
  code_key: string
  kind: 'percent' | 'amount' | 'price'
  value: number
  ticket_type_ids: string[] | null
  max_tickets: number | null
  max_uses: number | null
  starts_at: StampOrNull
  ends_at: StampOrNull
  active: Generated<boolean>
  held: Generated<number>
  used: Generated<number>
  created_by: string | null
  created_at: Stamp
  updated_at: Stamp
  removed_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    coupons: CouponsTable
  }
}
