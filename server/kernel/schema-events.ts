import type { Generated } from 'kysely'
import type {
  EventTexts,
  GeneratedJson,
  GeneratedStamp,
  Json,
  LocalTexts,
  Stamp,
  StampOrNull,
} from './schema-columns.ts'

export interface EventCategoriesTable {
  id: string
  slug: string
  names: Json<LocalTexts>
  position: number
}

export interface VenuesTable {
  id: string
  account_id: string
  name: string
  address_street: Generated<string>
  address_street_number: Generated<string>
  address_city: Generated<string>
  notes: Generated<string>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface FormsTable {
  id: string
  account_id: string
  name: string
  ask_per: Generated<'order' | 'ticket'>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface FormFieldsTable {
  id: string
  form_id: string
  position: number
  type: string
  name: string
  description: Generated<string>
  advanced_name: string | null
  required: Generated<boolean>
  settings: GeneratedJson<Record<string, unknown>>
  removed_at: StampOrNull
}

export interface EventsTable {
  id: string
  account_id: string
  slug: string
  kind: Generated<'tickets' | 'seats'>
  name: string
  description: Generated<string>
  texts: GeneratedJson<EventTexts>
  starts_at: Stamp
  ends_at: Stamp
  timezone: Generated<string>
  venue_id: string | null
  address_description: Generated<string>
  address_street: Generated<string>
  address_street_number: Generated<string>
  address_city: Generated<string>
  settings: GeneratedJson<Record<string, unknown>>
  status: Generated<'draft' | 'published' | 'archived'>
  /** When its beginning was last moved to another time while it was published. */
  postponed_at: StampOrNull
  published_at: StampOrNull
  archived_at: StampOrNull
  created_by: string | null
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface EventCategoryLinksTable {
  event_id: string
  category_id: string
  position: number
}

export interface EventArtistsTable {
  event_id: string
  position: number
  name: string
}

export interface EventFormsTable {
  event_id: string
  form_id: string
  position: number
}

export interface EventVisitsTable {
  event_id: string
  day: string
  views: Generated<number>
  visitors: Generated<number>
}

export interface EventWatchersTable {
  event_id: string
  visitor: string
  day: string
  seen_at: Stamp
}

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

export interface StockTable {
  event_id: string
  ticket_type_id: string
  total: number
  held: Generated<number>
  sold: Generated<number>
}

export interface EventsTables {
  event_categories: EventCategoriesTable
  venues: VenuesTable
  forms: FormsTable
  form_fields: FormFieldsTable
  events: EventsTable
  event_category_links: EventCategoryLinksTable
  event_artists: EventArtistsTable
  event_forms: EventFormsTable
  event_visits: EventVisitsTable
  event_watchers: EventWatchersTable
  ticket_types: TicketTypesTable
  stock: StockTable
}
