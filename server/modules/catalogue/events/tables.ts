import type { Generated } from 'kysely'
import type {
  EventTexts,
  GeneratedJson,
  GeneratedStamp,
  Json,
  LocalTexts,
  Stamp,
  StampOrNull,
} from '../../../platform/database/schema-columns.ts'

export interface EventCategoriesTable {
  id: string
  slug: string
  names: Json<LocalTexts>
  position: number
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
  /** When the start was last changed while the event was published. */
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

declare module '../../../platform/database/schema.ts' {
  interface Database {
    event_categories: EventCategoriesTable
    events: EventsTable
    event_category_links: EventCategoryLinksTable
    event_artists: EventArtistsTable
    event_forms: EventFormsTable
    event_visits: EventVisitsTable
    event_watchers: EventWatchersTable
  }
}
