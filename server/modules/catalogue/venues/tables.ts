import type { MapOutline } from '@kartis/contract/venue-maps.ts'
import type { ColumnType, Generated } from 'kysely'
import type { TextsOf } from '../../../platform/database/localized-text.ts'
import type {
  GeneratedJson,
  GeneratedStamp,
  JsonOrNull,
  Stamp,
  StampOrNull,
} from '../../../platform/database/schema-columns.ts'

/** Seat maps of an account: the draft document, and which edition is published. */
export interface VenuesMapsTable {
  id: string
  /** accounts.id */
  account_id: string
  /** venues.id */
  venue_id: string | null
  name: string
  /** The document as `json`: read it as text and with `readDocument`, as its form may be an older one. */
  draft: ColumnType<unknown, string, string>
  /** Incremented by each save, for optimistic locking. */
  draft_version: Generated<number>
  /** users.id; null: since drafts have a name, nobody saved it. */
  draft_saved_by: string | null
  draft_saved_at: StampOrNull
  /** Of the draft: its places and standing areas, and its small picture. */
  draft_seats: Generated<number>
  draft_areas: Generated<number>
  outline: JsonOrNull<MapOutline>
  /** The newest edition; null: never published. */
  edition: Generated<number | null>
  /** `draft_version` that was published as this edition. */
  published_draft: Generated<number | null>
  created_by: string | null
  archived_at: StampOrNull
  created_at: Stamp
  updated_at: Stamp
}

/** Published documents of seat maps; rows are never updated. */
export interface VenuesMapEditionsTable {
  /** venues_maps.id */
  map_id: string
  /** 1, 2, 3 … */
  edition: number
  /** As a draft; stays in the form in which it was published. */
  document: ColumnType<unknown, string, never>
  seats: Generated<number>
  areas: Generated<number>
  categories: GeneratedJson<readonly { key: string; name: string; texts?: TextsOf<'name'> }[]>
  published_by: string | null
  published_at: Stamp
}

/** As in the newest edition, or what calls made of it in the draft. */
type PartStatus = Generated<'draft' | 'published' | 'changed' | 'removed'>

/** Sections of the newest published edition of each seat map, and those that calls changed in its draft. */
export interface VenuesMapsSectionsTable {
  /** venues_maps.id */
  map_id: string
  id: string
  account_id: string
  position: number
  name: string
  kind: 'rows' | 'tables' | 'area'
  capacity: number
  /** Of the newest edition, where the row is not `published`: 0 where the edition has no such section. */
  edition_capacity: number | null
  shape: GeneratedJson<Record<string, unknown>>
  status: PartStatus
}

/** Seats, tables, areas, stages and texts of the newest published edition of each seat map, and those that calls changed in its draft. */
export interface VenuesMapsElementsTable {
  /** venues_maps.id */
  map_id: string
  id: string
  account_id: string
  /** venues_maps_sections.id */
  section_id: string | null
  position: number
  kind: 'seat' | 'table' | 'area' | 'stage' | 'text'
  row_label: Generated<string>
  label: Generated<string>
  x: Generated<number>
  y: Generated<number>
  /** `key` names it in its document. */
  settings: GeneratedJson<Record<string, unknown>>
  status: PartStatus
}

/** A venue's texts in other languages. */
export type VenueTexts = TextsOf<'name' | 'address_street' | 'address_city'>

/** Reusable addresses of an account. Archived and not deleted, because events refer to them. */
export interface VenuesTable {
  id: string
  /** accounts.id */
  account_id: string
  name: string
  address_street: Generated<string>
  address_street_number: Generated<string>
  address_city: Generated<string>
  notes: Generated<string>
  texts: GeneratedJson<VenueTexts>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    venues: VenuesTable
    venues_maps: VenuesMapsTable
    venues_map_editions: VenuesMapEditionsTable
    venues_maps_sections: VenuesMapsSectionsTable
    venues_maps_elements: VenuesMapsElementsTable
  }
}
