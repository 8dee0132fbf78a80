import { type AccessibleTable, accessibleRequired } from './accessible-count.ts'
import { COMPANION, type CompiledMap, compile, WHEELCHAIR } from './compile.ts'
import type { ComputedPlaces } from './computed-places.ts'
import { unnamedParts } from './default-names.ts'
import type { MapDocument } from './document.ts'
import { gridOf, someWithin } from './grid-index.ts'
import { crossesItself } from './outlines.ts'
import type { Point } from './row-geometry.ts'

/** What keeps a map from being published, or should be looked at. */
export type CheckCode =
  | 'empty_map'
  | 'no_focus'
  | 'duplicate_label'
  | 'missing_label'
  | 'empty_category'
  | 'area_without_capacity'
  | 'area_without_category'
  | 'mixed_category'
  | 'companion_alone'
  | 'crossed_outline'
  | 'outside_outline'
  | 'overlap'
  | 'long_row'
  | 'few_accessible'
  | 'empty_floor'
  | 'empty_section'
  | 'same_translation'
  | 'default_name'

const BLOCKING: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'empty_map',
  'no_focus',
  'duplicate_label',
  'missing_label',
  'area_without_capacity',
  'area_without_category',
  'mixed_category',
  'companion_alone',
])

export interface Problem {
  readonly code: CheckCode
  readonly level: 'block' | 'warn'
  /** Keys of places, or ids of parts of the document. */
  readonly places: readonly string[]
  /** How many, where it is a number that the text names. */
  readonly params?: Readonly<Record<string, number>>
}

/** Seats nearer than this stand in each other. */
const OVERLAP_CM = 30
/** A place this far beyond the outline of its section is an error of drawing. */
const OUTSIDE_CM = 60

const problem = (code: CheckCode, places: readonly string[], params?: Problem['params']): Problem[] =>
  places.length === 0 ? [] : [{ code, level: BLOCKING.has(code) ? 'block' : 'warn', places, ...(params && { params }) }]

const keysWhere = (map: CompiledMap, holds: (place: number) => boolean): string[] =>
  map.keys.filter((_, place) => holds(place))

const duplicates = (map: CompiledMap): string[] => {
  // What is printed must tell two places apart: sections of one name are one section to the audience.
  const rows = new Map<string, Map<string, number[]>>()
  for (const { section, label, first, end } of map.rows) {
    const text = JSON.stringify([map.sections[section]?.name, label])
    const seen = rows.get(text) ?? new Map<string, number[]>()
    rows.set(text, seen)
    for (let place = first; place < end; place++) {
      const places = seen.get(map.labels[place] ?? '')
      if (places) places.push(place)
      else seen.set(map.labels[place] ?? '', [place])
    }
  }
  return [...rows.values()]
    .flatMap((seen) => [...seen.values()].filter(({ length }) => length > 1))
    .flat()
    .map((place) => map.keys[place] ?? '')
}

/** Sections that differ in Hebrew and not in another language. */
const sameTranslations = ({ sections }: MapDocument): string[] =>
  (['en', 'ar'] as const).flatMap((lang) => {
    const byText = Map.groupBy(sections, ({ texts }) => texts?.[lang]?.name ?? '')
    return [...byText].flatMap(([text, own]) =>
      text !== '' && new Set(own.map(({ name }) => name)).size > 1 ? own.map(({ id }) => id) : [],
    )
  })

const overlapping = (map: CompiledMap): string[] => {
  const grid = gridOf(map)
  const floorOf = (place: number): string | undefined =>
    map.sections[map.rows[map.row[place] ?? 0]?.section ?? 0]?.floor
  return keysWhere(map, (place) => {
    const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0]
    return someWithin(map, grid, [x - OVERLAP_CM, y - OVERLAP_CM, x + OVERLAP_CM, y + OVERLAP_CM], (other) => {
      const [dx, dy] = [(map.x[other] ?? 0) - x, (map.y[other] ?? 0) - y]
      return other !== place && dx * dx + dy * dy < OVERLAP_CM * OVERLAP_CM && floorOf(other) === floorOf(place)
    })
  })
}

/** The square of the distance of a point from a line between two others. */
const edgeDistance = (x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  const [offX, offY] = [x - ax - share * dx, y - ay - share * dy]
  return offX * offX + offY * offY
}

const isInside = (x: number, y: number, outline: readonly Point[]): boolean => {
  let [inside, a] = [false, outline[outline.length - 1]]
  for (const b of outline) {
    if (a && a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
    a = b
  }
  return inside
}

/** Nearly all places are inside: how far one is from the edges is asked of the others only. */
const isOutside = (x: number, y: number, outline: readonly Point[]): boolean =>
  outline.length > 2 &&
  !isInside(x, y, outline) &&
  outline.every((b, index) => edgeDistance(x, y, outline.at(index - 1) ?? b, b) > OUTSIDE_CM * OUTSIDE_CM)

const outside = (map: CompiledMap): string[] =>
  keysWhere(map, (place) => {
    const section = map.sections[map.rows[map.row[place] ?? 0]?.section ?? 0]
    return section !== undefined && isOutside(map.x[place] ?? 0, map.y[place] ?? 0, section.outline)
  })

/** The law of old halls: up to 40 seats between two aisles. */
const LONG_ROW = 40

const longRuns = (map: CompiledMap): string[] => {
  const rows = new Set<string>()
  for (let run = 0; run + 1 < map.runStarts.length; run++) {
    const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
    const row = map.rows[map.row[from] ?? 0]
    if (to - from > LONG_ROW && row?.kind === 'row') rows.add(row.id)
  }
  return [...rows]
}

const unusedParts = (document: MapDocument, map: CompiledMap): Problem[] => {
  const filled = new Set(
    [...map.rows.filter(({ first, end }) => end > first), ...map.areas].map(({ section }) => map.sections[section]?.id),
  )
  const floors = new Set(document.sections.filter(({ id }) => filled.has(id)).map(({ floor }) => floor))
  const categories = new Set<string>(map.areas.map(({ category }) => map.categories[category] ?? ''))
  for (const category of new Set(map.category)) if (map.size > 0) categories.add(map.categories[category] ?? '')
  const idsWithout = (parts: readonly { id: string }[], used: ReadonlySet<string | undefined>): string[] =>
    parts.filter(({ id }) => !used.has(id)).map(({ id }) => id)
  return [
    ...problem('empty_category', idsWithout(document.categories, categories)),
    ...problem('empty_section', idsWithout(document.sections, filled)),
    ...problem('empty_floor', document.floors.length > 1 ? idsWithout(document.floors, floors) : []),
  ]
}

const accessible = (map: CompiledMap, table: AccessibleTable): Problem[] => {
  const existing = keysWhere(map, (place) => ((map.flags[place] ?? 0) & WHEELCHAIR) !== 0).length
  const required = accessibleRequired(map.size, table)
  return map.size > 0 && existing < required
    ? [{ code: 'few_accessible', level: 'warn', places: [], params: { existing, required } }]
    : []
}

/** Places are numbered, tickets of an area are counted: one category cannot be sold both ways. */
const mixedCategories = (map: CompiledMap): string[] => {
  const ofPlaces = new Set(map.category)
  const ofAreas = new Set(map.areas.map(({ category }) => category))
  return map.categories.filter((_, index) => ofPlaces.has(index) && ofAreas.has(index))
}

/** A companion's place belongs to a wheelchair place of the map. */
const companionsAlone = (map: CompiledMap): string[] =>
  keysWhere(map, (place) => {
    const of = map.wheelchairOf[place] ?? -1
    return ((map.flags[place] ?? 0) & COMPANION) !== 0 && (of < 0 || ((map.flags[of] ?? 0) & WHEELCHAIR) === 0)
  })

/** What was drawn corner by corner and crosses itself: what is inside of it is not clear. */
const crossedOutlines = ({ sections, areas, shapes }: MapDocument): string[] =>
  [...sections.filter((section) => section.outline_fixed), ...areas, ...shapes.filter(({ form }) => form === 'polygon')]
    .filter(({ outline }) => crossesItself(outline))
    .map(({ id }) => id)

interface CheckOptions {
  readonly table?: AccessibleTable
  /** For who checks one drawing again and again. */
  readonly computed?: ComputedPlaces
}

/** Whatever a producer should mend or know before the map is published; blocking problems first. */
export const checkDocument = (
  document: MapDocument,
  { table = 'old_buildings', computed }: CheckOptions = {},
): Problem[] => {
  const map = compile(document, computed)
  const areas = document.areas
  const isEmpty = map.size === 0 && areas.length === 0
  const problems = [
    ...(isEmpty ? [{ code: 'empty_map', level: 'block', places: [] } as const] : []),
    // Without something to face, right and left, best places and the order of rows are guesses.
    ...(map.size > 0 && !document.focus ? [{ code: 'no_focus', level: 'block', places: [] } as const] : []),
    ...problem('duplicate_label', duplicates(map)),
    ...problem(
      'missing_label',
      keysWhere(map, (place) => map.labels[place] === ''),
    ),
    ...problem(
      'area_without_capacity',
      areas.filter(({ capacity }) => capacity === 0).map(({ id }) => id),
    ),
    ...problem(
      'area_without_category',
      areas.filter(({ category }) => category === null).map(({ id }) => id),
    ),
    ...problem('mixed_category', mixedCategories(map)),
    ...problem('companion_alone', companionsAlone(map)),
    ...problem('crossed_outline', crossedOutlines(document)),
    ...problem('outside_outline', outside(map)),
    ...problem('overlap', overlapping(map)),
    ...problem('long_row', longRuns(map), { max: LONG_ROW }),
    ...accessible(map, table),
    ...unusedParts(document, map),
    ...problem('default_name', unnamedParts(document)),
    ...problem('same_translation', [...new Set(sameTranslations(document))]),
  ]
  return problems.sort((a, b) => a.level.localeCompare(b.level))
}

export const isPublishable = (problems: readonly Problem[]): boolean => problems.every(({ level }) => level === 'warn')
