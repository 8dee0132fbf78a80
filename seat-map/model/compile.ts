import type { Area, MapDocument, PlaceException, Row, Section, Table } from './document.ts'
import { type Flag, FLAGS } from './flags.ts'
import { rowLabels } from './numbering.ts'
import { placeQuality } from './place-quality.ts'
import { type Point, rotate, rowPositions, tablePositions } from './row-geometry.ts'

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

/** The index of the section of a place. */
export const sectionOf = ({ rows, row }: Pick<CompiledMap, 'rows' | 'row'>, place: number): number =>
  rows[row[place] ?? 0]?.section ?? 0

export const flagBits = (flags: readonly Flag[]): number => flags.reduce((bits, flag) => bits | FLAG_BITS[flag], 0)
export const flagsOf = (bits: number): Flag[] => FLAGS.filter((flag) => (bits & FLAG_BITS[flag]) !== 0)

const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank

/** Whether the last place of a row is at the right of an audience that faces `focus`. */
export const lastIsRight = (
  row: Pick<Row, 'free' | 'angle'>,
  points: readonly Point[],
  focus: Point | null,
): boolean => {
  const [first, last] = [points[0], points.at(-1)]
  const middle = points[points.length >> 1]
  if (!focus || !first || !last || !middle) return true
  const along: Point = row.free ? [last[0] - first[0], last[1] - first[1]] : rotate([100, 0], row.angle)
  const [forwardX, forwardY] = [focus[0] - middle[0], focus[1] - middle[1]]
  // Rounded: every browser and the server must decide alike, whatever the last digit of their sines.
  return Math.round(along[0] * -forwardY + along[1] * forwardX) >= 0
}

interface Place {
  /** `row.key`. */
  readonly name: string
  readonly label: string
  readonly point: Point
  readonly exception: PlaceException | undefined
  /** An aisle or a gap lies before it. */
  readonly opensRun: boolean
}

const keysOf = ({ keys, count }: Row | Table): readonly number[] =>
  keys ?? Array.from({ length: count }, (_, index) => index + 1)

const labelsOf = (group: Row | Table, section: Section, points: readonly Point[], focus: Point | null): string[] => {
  const numbering = { ...section.numbering, ...group.numbering }
  if (!('shape' in group)) {
    const breaks = group.breaks.map(([after]) => after)
    return rowLabels(numbering, group.count, breaks, lastIsRight(group, points, focus))
  }
  // Around a table there is no right and no left.
  const scheme = numbering.scheme === 'odd_even' ? '1' : numbering.scheme
  return rowLabels({ ...numbering, scheme, from: 'left' }, group.count, [], true)
}

const computePlaces = (group: Row | Table, section: Section, focus: Point | null): Place[] => {
  const points = 'shape' in group ? tablePositions(group) : rowPositions(group)
  const labels = labelsOf(group, section, points, focus)
  const aisles = new Set('shape' in group ? [] : group.breaks.map(([after]) => after))
  const places: Place[] = []
  let opensRun = true
  keysOf(group).forEach((key, index) => {
    const exception = group.except[key]
    const [x, y] = points[index] ?? group.at
    if (aisles.has(index)) opensRun = true
    if (exception?.gone) {
      opensRun = true
      return
    }
    const point: Point = [x + (exception?.dx ?? 0), y + (exception?.dy ?? 0)]
    const label = exception?.label ?? labels[index] ?? ''
    places.push({ name: `${group.id}.${key}`, label, point, exception, opensRun })
    opensRun = false
  })
  return places
}

interface ComputedGroup {
  readonly numbering: Section['numbering']
  readonly focus: Point | null
  readonly places: readonly Place[]
}

/**
 * Places of rows and tables that were computed before. Documents are never changed in place, so that a row is recognised by
 * its identity: of a drawing in which one row changed only that row is computed anew.
 */
export type ComputedPlaces = WeakMap<Row | Table, ComputedGroup>

const isSamePoint = (a: Point | null, b: Point | null): boolean => a === b || (a?.[0] === b?.[0] && a?.[1] === b?.[1])

const placesOf = (
  group: Row | Table,
  section: Section,
  hallFocus: Point | null,
  computed: ComputedPlaces | undefined,
): readonly Place[] => {
  const focus = section.focus ?? hallFocus
  const before = computed?.get(group)
  if (before && before.numbering === section.numbering && isSamePoint(before.focus, focus)) return before.places
  const places = computePlaces(group, section, focus)
  computed?.set(group, { numbering: section.numbering, focus, places })
  return places
}

interface Group {
  readonly group: Row | Table
  readonly section: number
  readonly places: readonly Place[]
}

const groupsOf = (
  document: MapDocument,
  sections: readonly Section[],
  computed: ComputedPlaces | undefined,
): Group[] => {
  const members = new Map<string, (Row | Table)[]>(sections.map(({ id }) => [id, []]))
  for (const group of [...document.rows, ...document.tables]) members.get(group.section)?.push(group)
  return sections.flatMap((section, index) =>
    (members.get(section.id) ?? [])
      .sort(byRank)
      .map((group) => ({ group, section: index, places: placesOf(group, section, document.focus, computed) })),
  )
}

const compiledRows = (groups: readonly Group[]): CompiledRow[] => {
  let first = 0
  return groups.map(({ group, section, places }) => {
    const kind = !('shape' in group) ? 'row' : group.sold === 'whole' ? 'whole_table' : 'table'
    const row: CompiledRow = { id: group.id, section, label: group.label, kind, first, end: first + places.length }
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
  let index = 0
  groups.forEach(({ group, places }, rowIndex) => {
    const usual = categoryIndex.get(group.category) ?? 0
    for (const { name, label, point, exception, opensRun } of places) {
      if (opensRun) starts.push(index)
      keys[index] = name
      labels[index] = label
      arrays.row[index] = rowIndex
      arrays.category[index] = exception?.category === undefined ? usual : (categoryIndex.get(exception.category) ?? 0)
      arrays.flags[index] = exception?.is ? flagBits(exception.is) : 0
      arrays.x[index] = point[0]
      arrays.y[index] = point[1]
      if (exception?.of !== undefined) companions.push([index, exception.of])
      index++
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
