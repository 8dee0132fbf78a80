import type { SeatRules } from '@kartis/domain/seats.ts'
import type { TextsOf } from '@kartis/domain/localized-text.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import type { SeatNames } from '@kartis/seat-map/model/localized.ts'
import type { NumberStretches } from '@kartis/seat-map/model/seat-numbers.ts'
import type { ColumnType } from 'kysely'
import type { GeneratedJson, Json, Stamp } from '../../../platform/database/schema-columns.ts'

/** The numbers of an event's places (seat-map/model/seat-numbers.ts). */
export interface StoredNumbers {
  /** By the index of the place in the compiled document. */
  stretches: NumberStretches
  next: number
  /** Numbers of places that an earlier edition had, by their keys: a place that comes back keeps its own. */
  gone: Record<string, number>
}

/** A category of an event's map. It has places or standing areas, not both where it has a price. */
export interface SeatingCategoryFacts {
  key: string
  name: string
  texts?: TextsOf<'name'>
  color: string | null
  places: number
  /** Of its standing areas together; null without any. */
  capacity: number | null
}

/** The seat map that an event took: a snapshot, which later editions of the map do not change. */
export interface EventSeatingTable {
  event_id: string
  account_id: string
  /** `venues_maps.id`, which may be archived by now. */
  map_id: string
  edition: number
  /** Rises with every change of the document. */
  revision: number
  /** Base of the uuids of the seats; a new one with every map that is taken before the first sale. */
  seating: string
  rules: Json<SeatRules>
  document: Json<MapDocument>
  places: Json<StoredNumbers>
  /** In the order of the document. */
  categories: GeneratedJson<readonly SeatingCategoryFacts[]>
  /** Translations of the sections and floors that tickets name. */
  names: GeneratedJson<SeatNames>
  /** Of its sections, those that have one; a gate of several sections is there as often. */
  gates: ColumnType<readonly string[], never, never>
  /** Names base, document and numbers together. */
  hash: string
  updated_at: Stamp
}

/** The ticket types that are sold for the places of a category. */
export interface EventSeatPricesTable {
  event_id: string
  /** The key of the category in the document. */
  category: string
  ticket_type_id: string
  /** Of a category of standing areas: what they hold together. Null: the category has places. */
  area_capacity: number | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    event_seating: EventSeatingTable
    event_seat_prices: EventSeatPricesTable
  }
}
