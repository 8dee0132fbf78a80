import type { Generated } from 'kysely'
import type {
  EventTexts,
  GeneratedJson,
  GeneratedStamp,
  StampOrNull,
} from '../../../platform/database/schema-columns.ts'

export interface TicketTypesTable {
  event_id: string
  id: string
  account_id: string
  name: string
  info: Generated<string>
  type: Generated<'regular' | 'producer'>
  price: number
  purchase_limit: number | null
  sale_starts_at: StampOrNull
  sale_ends_at: StampOrNull
  position: number
  texts: GeneratedJson<EventTexts>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    ticket_types: TicketTypesTable
  }
}
