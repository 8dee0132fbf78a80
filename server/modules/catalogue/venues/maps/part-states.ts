import type { MapSection } from '@kartis/contract/venue-map-parts.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument, Row, Table } from '@kartis/seat-map/model/document.ts'
import {
  type ElementPart,
  elementParts,
  elementRowOf,
  partUuid,
  placesIn,
  type SectionPart,
  sectionParts,
  sectionRowOf,
} from './edition-parts.ts'

/** The parts of a map whose rows are not those of its edition. */
export interface Unpublished {
  /** Uuids of sections. */
  readonly sections: readonly string[]
  /** Keys of elements. */
  readonly elements: readonly string[]
}

/** What a save of a draft makes of the rows of sections and elements; rows as JSON, so that they pass unread to the database. */
export interface PartRows {
  readonly sections: string
  readonly elements: readonly string[]
  /** Uuids of parts that neither the draft nor the edition has. */
  readonly gone: readonly string[]
  /** The place of each section of the draft in the list. */
  readonly positions: string
}

type Part = SectionPart | ElementPart

/** Rows of one statement: a statement of 60,000 would hold the connection's buffers all at once. */
const CHUNK = 5000

/** Rows as JSON, in statements of bounded size. */
export const inChunks = (rows: readonly object[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    JSON.stringify(rows.slice(index * CHUNK, (index + 1) * CHUNK)),
  )

const byKey = <P extends Part>(parts: readonly P[]): ReadonlyMap<string, P> =>
  new Map(parts.map((part) => [part.key, part]))

/** The order of the sections that both have: one that is added or removed moves no other. */
const orderIn = (
  sections: readonly SectionPart[],
  other: ReadonlyMap<string, SectionPart>,
): ReadonlyMap<string, number> =>
  new Map(sections.filter(({ key }) => other.has(key)).map(({ key }, index) => [key, index]))

const content = ({ position: _position, ...part }: Part): string => JSON.stringify(part)

/** The elements of some rows, tables, areas and shapes, with their places in the list of all. */
const elementsOf = (document: MapDocument, groups: ReadonlySet<string>): ElementPart[] => {
  const own = <P extends { readonly id: string }>(parts: P[]): P[] => parts.filter(({ id }) => groups.has(id))
  const { rows, tables, areas, shapes } = document
  const some = { ...document, rows: own(rows), tables: own(tables), areas: own(areas), shapes: own(shapes) }
  const firsts = firstPositions(document)
  return elementParts(some, compile(some)).map((element): ElementPart => {
    const group = element.key.includes('.') ? groupOf(element.key) : `${element.key}.`
    const position = firsts.get(group) ?? 0
    firsts.set(group, position + 1)
    return { ...element, position }
  })
}

/** The position of the first place of each row and table, and (with a dot behind it) of each part that is one element. */
const firstPositions = (document: MapDocument): Map<string, number> => {
  const result = new Map<string, number>()
  let next = 0
  const single = ({ id }: { readonly id: string }) => result.set(`${id}.`, next++)
  document.shapes.filter(({ kind, text }) => kind === 'stage' || text !== '').forEach(single)
  document.areas.forEach(single)
  document.tables.forEach(single)
  const members = new Map<string, (Row | Table)[]>()
  for (const group of [...document.rows, ...document.tables]) {
    const others = members.get(group.section)
    if (others) others.push(group)
    else members.set(group.section, [group])
  }
  for (const { id } of document.sections.toSorted(byRank))
    for (const group of (members.get(id) ?? []).sort(byRank)) {
      result.set(group.id, next)
      next += placesIn(group)
    }
  return result
}

const byRank = (a: { readonly rank: number }, b: { readonly rank: number }): number => a.rank - b.rank
const groupOf = (key: string): string => key.split('.')[0] ?? ''

/** The rows, tables, areas and shapes that a command may have changed: it leaves the others the same objects. */
const groupsChanged = (before: MapDocument, after: MapDocument): Set<string> => {
  const sections = new Map(before.sections.map((section) => [section.id, section]))
  const isSameHall =
    before.focus === after.focus && before.categories.every((each, index) => each === after.categories[index])
  const numbered = new Set(
    after.sections
      .filter(({ id, numbering, focus }) => {
        const was = sections.get(id)
        return numbering !== was?.numbering || focus !== was.focus
      })
      .map(({ id }) => id),
  )
  const result = new Set<string>()
  for (const list of ['rows', 'tables', 'areas', 'shapes'] as const) {
    const was = new Map<string, object>(before[list].map((part) => [part.id, part]))
    for (const part of after[list]) {
      const isMoved = 'section' in part && numbered.has(part.section)
      if (!isSameHall || isMoved || was.get(part.id) !== part) result.add(part.id)
      was.delete(part.id)
    }
    for (const id of was.keys()) result.add(id)
  }
  return result
}

/** Two documents' parts, compared: which of them differ. Of elements only those of the groups. */
const comparison = (before: MapDocument | undefined, after: MapDocument, groups: ReadonlySet<string>) => {
  const [was, is] = [before ? sectionParts(before) : [], sectionParts(after)]
  const sections = [byKey(was), byKey(is)] as const
  const elements = [byKey(before ? elementsOf(before, groups) : []), byKey(elementsOf(after, groups))] as const
  const order = [orderIn(was, sections[1]), orderIn(is, sections[0])] as const
  const isSame = (a: Part | undefined, b: Part | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && content(a) === content(b))
  return {
    sections,
    elements,
    isSameSection: (key: string): boolean =>
      isSame(sections[0].get(key), sections[1].get(key)) && order[0].get(key) === order[1].get(key),
    isSameElement: (key: string): boolean => isSame(elements[0].get(key), elements[1].get(key)),
  }
}

type Comparison = ReturnType<typeof comparison>

const keysOf = ([before, after]: readonly [ReadonlyMap<string, Part>, ReadonlyMap<string, Part>]): Set<string> =>
  new Set([...before.keys(), ...after.keys()])

/** The state of a part in the draft (`after`) beside the edition (`before`), and what its row shows; undefined: neither has it. */
const stateOf = <P extends Part>(
  [before, after]: readonly [ReadonlyMap<string, P>, ReadonlyMap<string, P>],
  key: string,
  isSame: boolean,
): { readonly part: P; readonly status: MapSection['status'] } | undefined => {
  const [edition, draft] = [before.get(key), after.get(key)]
  if (draft) return { part: draft, status: !edition ? 'draft' : isSame ? 'published' : 'changed' }
  return edition && { part: edition, status: 'removed' }
}

const rowsOf = (
  mapId: string,
  compared: Comparison,
  keys: { sections: Set<string>; elements: Set<string> },
): PartRows => {
  const gone: string[] = []
  const sections: object[] = []
  const elements: object[] = []
  for (const key of keys.elements) {
    const found = stateOf(compared.elements, key, compared.isSameElement(key))
    if (!found) gone.push(partUuid(mapId, key))
    else elements.push({ ...elementRowOf(mapId, found.part), status: found.status })
    // A row of an element needs that of its section.
    for (const parts of compared.elements) {
      const section = parts.get(key)?.section
      if (section) keys.sections.add(section)
    }
  }
  for (const key of keys.sections) {
    const found = stateOf(compared.sections, key, compared.isSameSection(key))
    if (!found) gone.push(partUuid(mapId, key))
    else {
      const capacity = found.status === 'published' ? null : (compared.sections[0].get(key)?.capacity ?? 0)
      sections.push({ ...sectionRowOf(mapId, found.part), status: found.status, edition_capacity: capacity })
    }
  }
  const positions = [...compared.sections[1].values()].map(({ key, position }) => ({
    id: partUuid(mapId, key),
    position,
  }))
  return {
    sections: JSON.stringify(sections),
    elements: inChunks(elements),
    gone,
    positions: JSON.stringify(positions),
  }
}

/**
 * The rows of what is not published already, and of what changes from `before` to the draft, of which a command made it.
 * `edition`: the newest, if there is one.
 */
export const draftRows = (
  mapId: string,
  {
    before,
    draft,
    edition,
  }: {
    readonly before?: MapDocument
    readonly draft: MapDocument
    readonly edition: MapDocument | undefined
  },
  unpublished: Unpublished,
): PartRows => {
  const keys = { sections: new Set<string>(), elements: new Set(unpublished.elements) }
  const changed = before ? groupsChanged(before, draft) : new Set<string>()
  const compared = comparison(edition, draft, new Set([...changed, ...unpublished.elements.map(groupOf)]))
  const ids = new Set(unpublished.sections)
  const candidates = keysOf(compared.sections)
  if (before) {
    const change = comparison(before, draft, changed)
    for (const key of keysOf(change.elements)) if (!change.isSameElement(key)) keys.elements.add(key)
    for (const key of keysOf(change.sections)) {
      candidates.add(key)
      if (!change.isSameSection(key)) keys.sections.add(key)
    }
  }
  for (const key of candidates) if (ids.delete(partUuid(mapId, key))) keys.sections.add(key)
  const rows = rowsOf(mapId, compared, keys)
  // Sections that no document names any more.
  return { ...rows, gone: [...rows.gone, ...ids] }
}
