import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../../platform/export/xlsx.ts'
import type { ListSheet } from '../../../../platform/http/list-routes.ts'

/** Spreadsheets of seat maps and of what is published of them; widths in characters. */
export const mapsSheet: ListSheet<VenueMap> = {
  title: (t) => t('export:seat_maps'),
  columns: (t) => [
    { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
    { title: t('export:column.venue'), kind: 'text', width: 28, cell: (row) => row.venue?.name },
    { title: t('export:column.status'), kind: 'text', width: 22, cell: (row) => t(`states:seat_map.${row.status}`) },
    { title: t('export:column.sections'), kind: 'number', width: 11, cell: (row) => row.sections_count },
    { title: t('export:column.capacity'), kind: 'number', width: 11, cell: (row) => row.capacity },
    { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
  ],
}

const partStatus = (t: Translate): ColumnOf<MapSection | MapElement> => ({
  title: t('export:column.status'),
  kind: 'text',
  width: 22,
  cell: (row) => t(`states:map_part.${row.status}`),
})

export const sectionsSheet: ListSheet<MapSection> = {
  title: (t) => t('export:sections'),
  columns: (t) => [
    { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
    { title: t('export:column.kind'), kind: 'text', width: 14, cell: (row) => t(`catalogue:section_kind.${row.kind}`) },
    { title: t('export:column.capacity'), kind: 'number', width: 11, cell: (row) => row.capacity },
    partStatus(t),
  ],
}

export const elementsSheet: ListSheet<MapElement> = {
  title: (t) => t('export:map_elements'),
  // A stadium has tens of thousands, and each page sorts all of them.
  pageSize: 5000,
  columns: (t) => [
    { title: t('export:column.kind'), kind: 'text', width: 14, cell: (row) => t(`catalogue:element_kind.${row.kind}`) },
    { title: t('export:column.row'), kind: 'text', width: 10, cell: (row) => row.row },
    { title: t('export:column.label'), kind: 'text', width: 20, cell: (row) => row.label },
    partStatus(t),
  ],
}
