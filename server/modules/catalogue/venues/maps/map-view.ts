import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import type { MapEdition, VenueMap } from '@kartis/contract/venue-maps.ts'
import { personName } from '@kartis/domain/person-name.ts'
import type { EditionRow } from './editions-queries.ts'
import type { MapRow } from './maps-queries.ts'
import type { ElementRow, SectionRow } from './parts-queries.ts'

const statusOf = ({ edition, published_draft: published, draft_version: draft }: MapRow): VenueMap['status'] =>
  edition === null ? 'draft' : published === draft ? 'published' : 'changed'

export const viewMap = (row: MapRow): VenueMap => ({
  uuid: row.id,
  name: row.name,
  venue: row.venue_id === null ? null : { uuid: row.venue_id, name: row.venue_name ?? '' },
  status: statusOf(row),
  version: row.draft_version,
  draft_seats: row.draft_seats,
  draft_areas: row.draft_areas,
  edition: row.edition,
  published_at: row.published_at?.toISOString() ?? null,
  sections_count: row.sections_count,
  capacity: row.capacity,
  events_count: row.events_count,
  ...(row.outline && { outline: row.outline }),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const viewEdition = (row: EditionRow): MapEdition => ({
  edition: row.edition,
  published_at: row.published_at.toISOString(),
  published_by: personName(row),
  seats: row.seats,
  areas: row.areas,
  categories: row.categories.map(({ texts = {}, ...category }) => ({ ...category, texts })),
})

export const viewSection = ({ id, map_id, ...columns }: SectionRow): MapSection => {
  const shape = columns.shape as Partial<
    Pick<MapSection, 'short' | 'floor' | 'gate' | 'texts' | 'view' | 'category' | 'numbering'>
  >
  return {
    uuid: id,
    venues_map_uuid: map_id,
    ...columns,
    short: shape.short ?? '',
    floor: shape.floor ?? '',
    gate: shape.gate ?? null,
    texts: shape.texts ?? {},
    view: shape.view ?? null,
    category: shape.category ?? null,
    numbering: shape.numbering ?? null,
  }
}

export const viewElement = ({ id, map_id, section_id, row_label, ...columns }: ElementRow): MapElement => {
  const settings = columns.settings as Partial<Pick<MapElement, 'flags'>> & {
    readonly category?: string
    readonly capacity?: number
    readonly places?: number
  }
  return {
    uuid: id,
    venues_map_uuid: map_id,
    section_uuid: section_id,
    row: row_label,
    ...columns,
    category: settings.category || null,
    flags: settings.flags ?? [],
    capacity: settings.capacity ?? settings.places ?? null,
  }
}
