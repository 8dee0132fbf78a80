import { createHash } from 'node:crypto'
import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import { type CompiledMap, flagsOf } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'

/**
 * The uuid of a part of a map: computed from the map and the part's key (version 8, from SHA-256), so that the same place
 * has the same uuid in every edition.
 */
export const partUuid = (mapId: string, key: string): string => {
  const bytes = createHash('sha256').update(`${mapId}/${key}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = bytes.toString('hex')
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}

type SectionPart = Omit<MapSection, 'uuid' | 'venues_map_uuid'> & { readonly id: string }
type ElementPart = Omit<MapElement, 'uuid' | 'venues_map_uuid' | 'section_uuid' | 'row'> & {
  readonly id: string
  readonly section_id: string | null
  readonly row_label: string
}

const sectionPart = (
  { floors }: MapDocument,
  { name, kind, outline, floor, gate, short, texts }: MapDocument['sections'][number],
  place: Pick<SectionPart, 'id' | 'position' | 'capacity'>,
): SectionPart => ({
  ...place,
  name,
  kind,
  shape: {
    outline,
    floor: floors.find(({ id }) => id === floor)?.name ?? '',
    short,
    ...(gate && { gate }),
    ...(texts && { texts }),
  },
})

/** The sections and elements of an edition as rows of their tables; `document` compiles to `map`. */
export const partsOf = (
  mapId: string,
  document: MapDocument,
  map: CompiledMap,
): { readonly sections: SectionPart[]; readonly elements: ElementPart[] } => {
  const idOf = (key: string): string => partUuid(mapId, key)
  const categories = new Map(document.categories.map(({ id, name }) => [id, name]))
  const ranked = map.sections
  const capacities = ranked.map(() => 0)
  const add = (section: number, places: number): void => {
    capacities[section] = (capacities[section] ?? 0) + places
  }
  for (const { section, first, end } of map.rows) add(section, end - first)
  for (const { section, capacity } of map.areas) add(section, capacity)
  const sectionIds = ranked.map(({ id }) => idOf(id))
  const sections = ranked.map((section, position) =>
    sectionPart(document, section, {
      id: sectionIds[position] ?? '',
      position,
      capacity: capacities[position] ?? 0,
    }),
  )
  const elements: Omit<ElementPart, 'position'>[] = []
  const whole = { row_label: '', label: '', x: 0, y: 0, section_id: null }
  for (const { id, kind, text, at } of document.shapes)
    if (kind === 'stage' || text !== '')
      elements.push({
        ...whole,
        id: idOf(id),
        kind: kind === 'stage' ? 'stage' : 'text',
        label: text,
        x: at[0],
        y: at[1],
        settings: { key: id, shape: kind },
      })
  for (const { id, section, name, capacity, category } of map.areas)
    elements.push({
      ...whole,
      id: idOf(id),
      section_id: sectionIds[section] ?? null,
      kind: 'area',
      label: name,
      settings: { key: id, capacity, category: categories.get(map.categories[category] ?? '') ?? '' },
    })
  for (const { id, section, label, at, count, sold } of document.tables)
    elements.push({
      ...whole,
      id: idOf(id),
      section_id: idOf(section),
      kind: 'table',
      label,
      x: at[0],
      y: at[1],
      settings: { key: id, places: count, sold },
    })
  for (const row of map.rows)
    for (let place = row.first; place < row.end; place++) {
      const key = map.keys[place] ?? ''
      const flags = flagsOf(map.flags[place] ?? 0)
      elements.push({
        id: idOf(key),
        section_id: sectionIds[row.section] ?? null,
        kind: 'seat',
        row_label: row.label,
        label: map.labels[place] ?? '',
        x: Math.round((map.x[place] ?? 0) * 100) / 100,
        y: Math.round((map.y[place] ?? 0) * 100) / 100,
        settings: {
          key,
          category: categories.get(map.categories[map.category[place] ?? 0] ?? '') ?? '',
          ...(flags.length > 0 && { flags }),
        },
      })
    }
  return { sections, elements: elements.map((element, position) => ({ ...element, position })) }
}
