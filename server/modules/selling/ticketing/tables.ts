import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface TicketsTable {
  event_id: string
  id: string
  order_id: string
  ticket_type_id: string
  name: string
  position: number
  price: number
  status: Generated<'valid' | 'cancelled'>
  redeemed_at: StampOrNull
  redeemed_device: string | null
  redeemed_by: string | null
  cancelled_at: StampOrNull
  created_at: Stamp
}

/** How many of an event's valid tickets have entered. */
export interface EventEntriesTable {
  event_id: string
  entered: number
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    tickets: TicketsTable
    event_entries: EventEntriesTable
  }
}
