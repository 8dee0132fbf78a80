import { keySource, type MapDocument } from '../model/document.ts'
import type { Point } from '../model/row-geometry.ts'
import { withOutline } from '../commands/block.ts'
import type { Command } from '../commands/command.ts'
import { type Ids, idsOfSections } from '../commands/parts.ts'
import { moveParts } from './transform-commands.ts'

/** Copied parts with the sections that they belong to. */
export type Clip = Pick<MapDocument, 'rows' | 'tables' | 'areas' | 'shapes' | 'sections'>

export const copyParts = (document: MapDocument, ids: Ids): Clip => {
  const chosen = <P extends { id: string }>(list: P[]): P[] => list.filter(({ id }) => ids.has(id))
  const [rows, tables, areas] = [chosen(document.rows), chosen(document.tables), chosen(document.areas)]
  const owners = new Set([...rows, ...tables, ...areas].map(({ section }) => section))
  const isWhole = (section: string): boolean => idsOfSections(document, new Set([section])).every((id) => ids.has(id))
  return {
    rows,
    tables,
    areas,
    shapes: chosen(document.shapes),
    // An outline that was drawn by hand is that of the whole section.
    sections: document.sections
      .filter(({ id }) => owners.has(id))
      .map(({ outline_fixed: isFixed, ...section }) => ({
        ...section,
        ...(isFixed && isWhole(section.id) && { outline_fixed: isFixed }),
      })),
  }
}

const uniqueNames = (document: MapDocument, copyName: (name: string) => string) => {
  const names = new Set(document.sections.map(({ name }) => name))
  return (name: string): string => {
    let next = copyName(name)
    for (let number = 2; names.has(next); number++) next = `${copyName(name)} ${number}`
    const short = next.slice(0, 60)
    names.add(short)
    return short
  }
}

/** The same places under new keys. Companions' places belong to the copied wheelchair places. */
const withNewKeys = <G extends MapDocument['rows'][number] | MapDocument['tables'][number]>(
  group: G,
  ids: ReadonlyMap<string, string>,
  categories: ReadonlySet<string>,
  fallback: string,
): G => ({
  ...group,
  id: ids.get(group.id) ?? group.id,
  section: ids.get(group.section) ?? group.section,
  category: categories.has(group.category) ? group.category : fallback,
  except: Object.fromEntries(
    Object.entries(group.except).map(([key, { of, category, ...others }]) => {
      const [owner = '', place = ''] = of?.split('.') ?? []
      const copied = ids.get(owner)
      return [
        key,
        {
          ...others,
          ...(category !== undefined && categories.has(category) && { category }),
          ...(copied !== undefined && { of: `${copied}.${place}` }),
        },
      ]
    }),
  ),
})

/** Pastes parts, moved by centimetres, into sections of their own; `copyName` names them. */
export const pasteParts =
  (clip: Clip, by: Point, copyName: (name: string) => string): Command =>
  (document) => {
    const keys = keySource(document.next)
    const ids = new Map(
      [...clip.sections, ...clip.rows, ...clip.tables, ...clip.areas, ...clip.shapes].map(({ id }) => [
        id,
        keys.take(),
      ]),
    )
    const categories = new Set(document.categories.map(({ id }) => id))
    const floors = new Set(document.floors.map(({ id }) => id))
    const fallback = document.categories[0]?.id
    if (fallback === undefined && clip.rows.length + clip.tables.length > 0) return document
    const name = uniqueNames(document, copyName)
    const newId = (id: string): string => ids.get(id) ?? id
    const onFloor = (floor: string): string => (floors.has(floor) ? floor : (document.floors[0]?.id ?? floor))
    let rank = document.sections.reduce((highest, section) => Math.max(highest, section.rank), -1)
    // A copy has a name of its own, which nobody has translated yet.
    const sections = clip.sections.map(({ texts: _texts, ...section }) => ({
      ...section,
      id: newId(section.id),
      name: name(section.name),
      floor: onFloor(section.floor),
      rank: ++rank,
    }))
    const sectionNames = new Map(sections.map((section) => [section.id, section.name]))
    const pasted: MapDocument = {
      ...document,
      next: keys.next(),
      sections: [...document.sections, ...sections],
      rows: [...document.rows, ...clip.rows.map((row) => withNewKeys(row, ids, categories, fallback ?? ''))],
      tables: [...document.tables, ...clip.tables.map((table) => withNewKeys(table, ids, categories, fallback ?? ''))],
      areas: [
        ...document.areas,
        ...clip.areas.map(({ texts: _texts, ...area }) => {
          const section = newId(area.section)
          const category = area.category !== null && categories.has(area.category) ? area.category : null
          return { ...area, id: newId(area.id), section, category, name: sectionNames.get(section) ?? area.name }
        }),
      ],
      shapes: [
        ...document.shapes,
        ...clip.shapes.map((shape) => ({ ...shape, id: newId(shape.id), floor: onFloor(shape.floor) })),
      ],
    }
    // A part of a section was copied: its outline is that of the copied rows.
    const outlined = sections
      .filter(({ kind }) => kind === 'rows')
      .reduce((result, { id }) => withOutline(result, id), pasted)
    return moveParts(new Set(ids.values()), by)(outlined)
  }

/** The ids of what a command added. */
export const addedIds = (before: MapDocument, after: MapDocument): string[] => {
  const lists = ({ rows, tables, areas, shapes }: MapDocument): string[] =>
    [...rows, ...tables, ...areas, ...shapes].map(({ id }) => id)
  const existing = new Set(lists(before))
  return lists(after).filter((id) => !existing.has(id))
}

/** Copies the selected parts beside themselves. */
export const duplicateParts =
  (ids: Ids, by: Point, copyName: (name: string) => string): Command =>
  (document) =>
    pasteParts(copyParts(document, ids), by, copyName)(document)
