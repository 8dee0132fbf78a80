import type { MapSection } from '@kartis/contract/venue-map-parts.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import {
  type ElementPart,
  elementRowOf,
  type MapParts,
  partsOf,
  partUuid,
  type SectionPart,
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

/** Two documents' parts, compared: which of them differ. */
const comparison = (before: MapParts, after: MapParts) => {
  const sections = [byKey(before.sections), byKey(after.sections)] as const
  const elements = [byKey(before.elements), byKey(after.elements)] as const
  const order = [orderIn(before.sections, sections[1]), orderIn(after.sections, sections[0])] as const
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

const NOTHING: MapParts = { sections: [], elements: [] }
const partsIn = (document: MapDocument): MapParts => partsOf(document, compile(document))

/**
 * The rows of what is not published already, and of what changes from `before` to the draft. `edition`: the newest, if there
 * is one.
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
  const now = partsIn(draft)
  const keys = { sections: new Set<string>(), elements: new Set(unpublished.elements) }
  const compared = comparison(edition ? partsIn(edition) : NOTHING, now)
  const ids = new Set(unpublished.sections)
  const candidates = keysOf(compared.sections)
  if (before) {
    const change = comparison(partsIn(before), now)
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
