import type { Generated } from 'kysely'
import type { GeneratedJson, Stamp } from '../database/schema-columns.ts'

/** Domain events, written in the transaction that caused them. */
export interface EventsLogTable {
  /** Transaction that wrote the row. */
  xid: Generated<string>
  id: Generated<string>
  type: string
  at: Stamp
  account_id: string | null
  event_id: string | null
  /** The order, ticket, payment, … that changed. */
  subject: string
  /** Ids, sums and counts; never personal data. */
  data: GeneratedJson<Record<string, unknown>>
}

/** The last event that a subscription has handled. */
export interface EventCursorsTable {
  name: string
  xid: Generated<string>
  id: Generated<string>
}

declare module '../database/schema.ts' {
  interface Database {
    events_log: EventsLogTable
    event_cursors: EventCursorsTable
  }
}
