import { type ComputedPlaces, type LabelCache, type Places, placesOf } from './computed-places.ts'
import type { Area, MapDocument, PlaceException, Row, Section, Table } from './document.ts'
import { type Flag, FLAGS } from './flags.ts'
import { placeQuality } from './place-quality.ts'

/** A row or a table. Its places are `first` … `end - 1`, in the order in which they stand. */
export interface CompiledRow {
  readonly id: string
  /** Index in `sections`. */
  readonly section: number
  readonly label: string
  readonly kind: 'row' | 'table' | 'whole_table'
  readonly first: number
  readonly end: number
}

export interface CompiledArea {
  readonly id: string
  readonly section: number
  readonly name: string
  readonly capacity: number
  /** Index in `categories`; -1: none. */
  readonly category: number
}

/**
 * A seat map as sold and rendered: every place has an index, rows and sections in the order of their ranks. Arrays whose
 * length is `size` are read by this index.
 */
export interface CompiledMap {
  readonly size: number
  /** The name of a place, `row.key`; a changed map has the same name for the same place. */
  readonly keys: readonly string[]
  readonly labels: readonly string[]
  /** Index in `rows`. */
  readonly row: Uint16Array
  /** Index in `categories`. */
  readonly category: Uint8Array
  /** Bit n is `FLAGS[n]`. */
  readonly flags: Uint16Array
  /** Centimetres. */
  readonly x: Float32Array
  readonly y: Float32Array
  /** About metres from the best place: the lower, the better. */
  readonly quality: Float32Array
  /** Of a companion's place: the index of its wheelchair place; else -1. */
  readonly wheelchairOf: Int32Array
  /** Index of the run: places side by side without an aisle or a gap. Neighbours are the indexes n - 1 and n + 1 of one run. */
  readonly run: Uint32Array
  /** Where each run starts, and after the last `size`. */
  readonly runStarts: Uint32Array
  /** The lowest quality of each run. */
  readonly runLowest: Float32Array
  /** Of each run: bit n says that it has places of category n. */
  readonly runCategories: Uint32Array
  /** The runs, that with the best place first. */
  readonly bestRuns: Uint32Array
  readonly rows: readonly CompiledRow[]
  readonly sections: readonly Section[]
  /** The ids of the categories. */
  readonly categories: readonly string[]
  readonly areas: readonly CompiledArea[]
}

const FLAG_BITS = Object.fromEntries(FLAGS.map((flag, bit) => [flag, 1 << bit])) as Readonly<Record<Flag, number>>
export const WHEELCHAIR = FLAG_BITS.wheelchair
export const COMPANION = FLAG_BITS.companion

/** Places for wheelchairs and for who comes along: never part of a general party. */
export const isProtected = ({ flags }: Pick<CompiledMap, 'flags'>, place: number): boolean =>
  ((flags[place] ?? 0) & (WHEELCHAIR | COMPANION)) !== 0
export const isWheelchair = ({ flags }: Pick<CompiledMap, 'flags'>, place: number): boolean =>
  ((flags[place] ?? 0) & WHEELCHAIR) !== 0

/** The table of a place, where it is sold to one party as a whole. */
export const wholeTableOf = (
  { rows, row }: Pick<CompiledMap, 'rows' | 'row'>,
  place: number,
): CompiledRow | undefined => {
  const group = rows[row[place] ?? 0]
  return group?.kind === 'whole_table' ? group : undefined
}

/** The index of the section of a place. */
export const sectionOf = ({ rows, row }: Pick<CompiledMap, 'rows' | 'row'>, place: number): number =>
  rows[row[place] ?? 0]?.section ?? 0

export const flagBits = (flags: readonly Flag[]): number => flags.reduce((bits, flag) => bits | FLAG_BITS[flag], 0)
export const flagsOf = (bits: number): Flag[] => FLAGS.filter((flag) => (bits & FLAG_BITS[flag]) !== 0)

const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank

interface Group {
  readonly group: Row | Table
  readonly section: number
  readonly places: Places
}

const groupsOf = (
  document: MapDocument,
  sections: readonly Section[],
  computed: ComputedPlaces | undefined,
): Group[] => {
  const members = new Map<string, (Row | Table)[]>(sections.map(({ id }) => [id, []]))
  for (const part of [document.rows, document.tables]) for (const group of part) members.get(group.section)?.push(group)
  const cache: LabelCache = new Map()
  return sections.flatMap((section, index) => {
    const focus = section.focus ?? document.focus
    return (members.get(section.id) ?? [])
      .sort(byRank)
      .map((group) => ({ group, section: index, places: placesOf({ group, section, focus }, computed, cache) }))
  })
}

const compiledRows = (groups: readonly Group[]): CompiledRow[] => {
  let first = 0
  return groups.map(({ group, section, places }) => {
    const kind = !('shape' in group) ? 'row' : group.sold === 'whole' ? 'whole_table' : 'table'
    const row: CompiledRow = {
      id: group.id,
      section,
      label: group.label,
      kind,
      first,
      end: first + places.names.length,
    }
    first = row.end
    return row
  })
}

const runsOf = (starts: readonly number[], quality: Float32Array, category: Uint8Array) => {
  const size = quality.length
  const run = new Uint32Array(size)
  const runStarts = Uint32Array.from([...starts, size])
  const runLowest = new Float32Array(starts.length).fill(Number.POSITIVE_INFINITY)
  const runCategories = new Uint32Array(starts.length)
  starts.forEach((start, index) => {
    const end = runStarts[index + 1] ?? size
    run.fill(index, start, end)
    for (let place = start; place < end; place++) {
      runLowest[index] = Math.min(runLowest[index] ?? 0, quality[place] ?? 0)
      runCategories[index] = (runCategories[index] ?? 0) | (1 << (category[place] ?? 0))
    }
  })
  const bestRuns = Uint32Array.from(starts.keys()).sort((a, b) => (runLowest[a] ?? 0) - (runLowest[b] ?? 0) || a - b)
  return { run, runStarts, runLowest, runCategories, bestRuns }
}

const compiledAreas = (
  areas: readonly Area[],
  sections: readonly Section[],
  categories: readonly string[],
): CompiledArea[] => {
  const sectionIndex = new Map(sections.map(({ id }, index) => [id, index]))
  return areas.map(({ id, section, name, capacity, category }) => ({
    id,
    section: sectionIndex.get(section) ?? 0,
    name,
    capacity,
    category: category === null ? -1 : categories.indexOf(category),
  }))
}

/**
 * Computes the places of a valid document. The same document gives the same result on the server and in every browser.
 * `computed`: for who compiles one drawing again and again.
 */
export const compile = (document: MapDocument, computed?: ComputedPlaces): CompiledMap => {
  const sections = document.sections.toSorted(byRank)
  const categories = document.categories.toSorted(byRank).map(({ id }) => id)
  const categoryIndex = new Map(categories.map((id, index) => [id, index]))
  const groups = groupsOf(document, sections, computed)
  const rows = compiledRows(groups)
  const size = rows.at(-1)?.end ?? 0
  const keys: string[] = []
  const labels: string[] = []
  const starts: number[] = []
  const arrays = {
    row: new Uint16Array(size),
    category: new Uint8Array(size),
    flags: new Uint16Array(size),
    x: new Float32Array(size),
    y: new Float32Array(size),
    wheelchairOf: new Int32Array(size).fill(-1),
  }
  const companions: [index: number, of: string][] = []
  const except = (index: number, { category, is, of }: PlaceException): void => {
    if (category !== undefined) arrays.category[index] = categoryIndex.get(category) ?? 0
    if (is) arrays.flags[index] = flagBits(is)
    if (of !== undefined) companions.push([index, of])
  }
  groups.forEach(({ group, places }, rowIndex) => {
    const base = keys.length
    const count = places.names.length
    arrays.row.fill(rowIndex, base, base + count)
    arrays.category.fill(categoryIndex.get(group.category) ?? 0, base, base + count)
    for (const start of places.starts) starts.push(base + start)
    for (let index = 0; index < count; index++) {
      keys.push(places.names[index] ?? '')
      labels.push(places.labels[index] ?? '')
      const [x, y] = places.points[index] ?? group.at
      arrays.x[base + index] = x
      arrays.y[base + index] = y
      const exception = places.exceptions?.[index]
      if (exception) except(base + index, exception)
    }
  })
  const indexes = companions.length > 0 ? indexOfKeys(keys) : undefined
  for (const [index, of] of companions) arrays.wheelchairOf[index] = indexes?.get(of) ?? -1
  const quality = placeQuality(document, { ...arrays, rows, sections })
  const areas = compiledAreas(document.areas, sections, categories)
  return {
    size,
    keys,
    labels,
    ...arrays,
    quality,
    ...runsOf(starts, quality, arrays.category),
    rows,
    sections,
    categories,
    areas,
  }
}

/** The index of each place by its name. */
export const indexOfKeys = (keys: readonly string[]): Map<string, number> =>
  new Map(keys.map((key, index) => [key, index]))

/** The first and the one after the last place of the run of a place. */
export const runAround = (map: CompiledMap, place: number): readonly [start: number, end: number] => {
  const run = map.run[place] ?? 0
  return [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? map.size]
}

/** The places beside it; a place at an aisle or at the end of its row has one. */
export const neighboursOf = (map: CompiledMap, place: number): number[] => {
  const [start, end] = runAround(map, place)
  return [place - 1, place + 1].filter((index) => index >= start && index < end)
}

/** What people read of a place. */
export const describePlace = (map: CompiledMap, place: number) => {
  const row = map.rows[map.row[place] ?? 0]
  const section = map.sections[row?.section ?? 0]
  return { section: section?.name ?? '', row: row?.label ?? '', number: map.labels[place] ?? '', gate: section?.gate }
}
