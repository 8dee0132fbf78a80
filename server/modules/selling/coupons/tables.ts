import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Coupons of events. Uses are counted by the moves of orders (`uses-queries`). */
export interface CouponsTable {
  event_id: string
  id: string
  account_id: string
  /** As the producer wrote it, and normalised for comparison (`couponKey`). */
  code: string
  code_key: string
  kind: 'percent' | 'amount' | 'price'
  /** Agorot; for `percent` hundredths of a percent. */
  value: number
  /** null: all ticket types of the event. */
  ticket_type_ids: string[] | null
  /** Tickets of one order that are discounted. */
  max_tickets: number | null
  max_uses: number | null
  starts_at: StampOrNull
  ends_at: StampOrNull
  active: Generated<boolean>
  /** Uses by orders that are reserved, and by orders that are paid. */
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
