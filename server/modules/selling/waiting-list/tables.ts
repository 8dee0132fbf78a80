import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface WaitingListTable {
  event_id: string
  id: string
  account_id: string
  kind: 'sold_out' | 'sale_opens'
  /** E.164, verified. */
  phone: string
  quantity: number
  lang: string
  /** The sentence that the person agreed to. */
  wording: string
  created_at: Stamp
  notified_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    waiting_list: WaitingListTable
  }
}
