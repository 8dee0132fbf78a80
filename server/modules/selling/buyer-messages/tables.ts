import type { Generated } from 'kysely'
import type { Stamp } from '../../../platform/database/schema-columns.ts'

/** Service messages of a producer to the buyers of an event. */
export interface BuyerMessagesTable {
  event_id: string
  id: string
  account_id: string
  channel: 'sms' | 'email'
  audience: 'all' | 'ticket_type' | 'not_entered'
  ticket_type_id: string | null
  /** Of an e-mail. */
  subject: string | null
  text: string
  /** People it was sent to. */
  recipients: number
  /** Of them, those whom it was not sent to: their message budget was used up. */
  over_budget: Generated<number>
  sms_parts_total: number
  user_id: string
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    buyer_messages: BuyerMessagesTable
  }
}
