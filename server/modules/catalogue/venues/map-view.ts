import type { MapElement, MapSection, VenueMap } from '@kartis/contract/venue-maps.ts'
import type { ElementRow, MapRow, SectionRow } from './maps-queries.ts'

const statusOf = ({ published_version: published, draft_version: draft }: MapRow): VenueMap['status'] =>
  published === null ? 'draft' : published === draft ? 'published' : 'changed'

export const viewMap = (row: MapRow): VenueMap => ({
  uuid: row.id,
  name: row.name,
  venue: row.venue_id === null ? null : { uuid: row.venue_id, name: row.venue_name ?? '' },
  status: statusOf(row),
  version: row.draft_version,
  published_version: row.published_version,
  published_at: row.published_at?.toISOString() ?? null,
  sections_count: row.sections_count,
  capacity: row.capacity,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const viewSection = ({ id, map_id, ...columns }: SectionRow): MapSection => ({
  uuid: id,
  venues_map_uuid: map_id,
  ...columns,
})

export const viewElement = ({ id, map_id, section_id, row_label, ...columns }: ElementRow): MapElement => ({
  uuid: id,
  venues_map_uuid: map_id,
  section_uuid: section_id,
  row: row_label,
  ...columns,
})
