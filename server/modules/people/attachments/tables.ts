import type { Generated } from 'kysely'
import type { GeneratedStamp } from '../../../platform/database/schema-columns.ts'

/** Metadata of stored files. Their bytes are in the file store. */
export interface AttachmentsTable {
  id: string
  /** accounts.id */
  account_id: string
  owner_type: 'account' | 'event' | 'order' | 'seat_map' | 'seat_map_element' | 'venue'
  /** accounts.id, events.id, orders.id, venues_maps.id, venues_maps_elements.id or venues.id, by `owner_type`; no foreign key. */
  owner_id: string
  /** Purpose of the file; an owner has at most one file in each slot; a seat map, its elements and a venue have many in theirs. */
  slot: string
  /** Key of the file in the file store. */
  file_key: string
  name: string
  content_type: string
  bytes: number
  /** Pixels; null for documents. */
  width: number | null
  height: number | null
  /** The two main colours of an image, as hex; null for documents. */
  colors: string[] | null
  /** users.id */
  created_by: string | null
  /** Of an order's file: the order was paid. */
  retained: Generated<boolean>
  created_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    attachments: AttachmentsTable
  }
}
