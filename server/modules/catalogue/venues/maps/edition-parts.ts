import { createHash } from 'node:crypto'
import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import { type CompiledMap, flagsOf } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument, Row, Table } from '@kartis/seat-map/model/document.ts'

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

/** A section as it is stored, by the id that it has in its document. */
export interface SectionPart extends Pick<MapSection, 'position' | 'name' | 'kind' | 'capacity' | 'shape'> {
  readonly key: string
}

/** A place, table, area, stage or text as it is stored, by its key. */
export interface ElementPart extends Pick<MapElement, 'position' | 'kind' | 'label' | 'x' | 'y' | 'settings'> {
  readonly key: string
  /** The id of its section in the document. */
  readonly section: string | null
  readonly row_label: string
}

/** With the uuids that the parts have outside. */
export const sectionRowOf = (mapId: string, { key, ...part }: SectionPart) => ({ id: partUuid(mapId, key), ...part })

export const elementRowOf = (mapId: string, { key, section, ...part }: ElementPart) => ({
  id: partUuid(mapId, key),
  section_id: section === null ? null : partUuid(mapId, section),
  ...part,
})

/** The places of a row or a table that exist. */
export const placesIn = ({ count, except }: Row | Table): number =>
  count - Object.values(except).filter(({ gone }) => gone).length

/** The one category of all parts of a section; null where they have several or it has none. */
const categoriesOfSections = (document: MapDocument): ReadonlyMap<string, string | null> => {
  const result = new Map<string, string | null>()
  for (const list of [document.rows, document.tables, document.areas])
    for (const { section, category } of list)
      result.set(section, result.has(section) && result.get(section) !== category ? null : category)
  return result
}

/** What the sections hold: places that exist, and the capacity of standing areas. */
const capacitiesOf = ({ rows, tables, areas }: MapDocument): ReadonlyMap<string, number> => {
  const result = new Map<string, number>()
  const add = (section: string, places: number) => result.set(section, (result.get(section) ?? 0) + places)
  for (const group of [...rows, ...tables]) add(group.section, placesIn(group))
  for (const { section, capacity } of areas) add(section, capacity)
  return result
}

/** The sections of a document as they are stored, in their order. */
export const sectionParts = (document: MapDocument): SectionPart[] => {
  const categories = new Map(document.categories.map(({ id, name }) => [id, name]))
  const floors = new Map(document.floors.map(({ id, name }) => [id, name]))
  const ofSections = categoriesOfSections(document)
  const capacities = capacitiesOf(document)
  return document.sections
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id, name, kind, outline, floor, gate, short, texts, numbering, view }, position): SectionPart => ({
      key: id,
      position,
      name,
      kind,
      capacity: capacities.get(id) ?? 0,
      shape: {
        outline,
        floor: floors.get(floor) ?? '',
        short,
        ...(gate && { gate }),
        ...(texts && { texts }),
        ...(view && { view }),
        numbering,
        category: categories.get(ofSections.get(id) ?? '') ?? null,
      },
    }))
}

/** The elements of a document in their order; `document` compiles to `map`. */
export const elementParts = (document: MapDocument, map: CompiledMap): ElementPart[] => {
  const categories = new Map(document.categories.map(({ id, name }) => [id, name]))
  const elements: Omit<ElementPart, 'position'>[] = []
  const whole = { row_label: '', label: '', x: 0, y: 0, section: null }
  for (const { id, kind, text, at } of document.shapes)
    if (kind === 'stage' || text !== '')
      elements.push({
        ...whole,
        key: id,
        kind: kind === 'stage' ? 'stage' : 'text',
        label: text,
        x: at[0],
        y: at[1],
        settings: { key: id, shape: kind },
      })
  for (const { id, section, name, capacity, category } of map.areas)
    elements.push({
      ...whole,
      key: id,
      section: map.sections[section]?.id ?? null,
      kind: 'area',
      label: name,
      settings: { key: id, capacity, category: categories.get(map.categories[category] ?? '') ?? '' },
    })
  for (const { id, section, label, at, count, sold, category } of document.tables)
    elements.push({
      ...whole,
      key: id,
      section,
      kind: 'table',
      label,
      x: at[0],
      y: at[1],
      settings: { key: id, places: count, sold, category: categories.get(category) ?? '' },
    })
  for (const row of map.rows)
    for (let place = row.first; place < row.end; place++) {
      const key = map.keys[place] ?? ''
      const flags = flagsOf(map.flags[place] ?? 0)
      elements.push({
        key,
        section: map.sections[row.section]?.id ?? null,
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
  return elements.map((element, position) => ({ ...element, position }))
}
