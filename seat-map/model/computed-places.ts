import type { PlaceException, Row, Section, Table } from './document.ts'
import { rowLabels } from './numbering.ts'
import { type Point, rotate, rowPositions, tablePositions } from './row-geometry.ts'

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

/** Of a row or a table. Arrays by the order in which its places stand. */
export interface Places {
  /** `row.key` */
  readonly names: readonly string[]
  readonly labels: readonly string[]
  readonly points: readonly Point[]
  /** Those that an aisle or a gap lies before. */
  readonly starts: readonly number[]
  /** What is stored of single places; absent where all are alike. */
  readonly exceptions?: readonly (PlaceException | undefined)[]
}

const keysOf = ({ keys, count }: Row | Table): readonly number[] =>
  keys ?? Array.from({ length: count }, (_, index) => index + 1)

/** A row or a table with what it faces. */
interface Placed {
  readonly group: Row | Table
  readonly section: Section
  readonly focus: Point | null
}

/** Labels of rows that were computed before: most rows of a hall are numbered like the one in front of them. */
export type LabelCache = Map<string, string[]>

const labelsOf = (
  { group, section, focus }: Placed,
  points: readonly Point[],
  cache: LabelCache,
): readonly string[] => {
  const numbering = { ...section.numbering, ...group.numbering }
  const isTable = 'shape' in group
  const breaks = isTable ? [] : group.breaks.map(([after]) => after)
  const isRight = isTable || lastIsRight(group, points, focus)
  const { scheme, first, step, from, skip } = numbering
  const key = [isTable, scheme, first, step, from, skip.join('\u0000'), group.count, breaks.join(), isRight].join(' ')
  const cached = cache.get(key)
  if (cached) return cached
  // Around a table there is no right and no left.
  const own = isTable
    ? { ...numbering, scheme: scheme === 'odd_even' ? '1' : scheme, from: 'left' as const }
    : numbering
  const labels = rowLabels(own, group.count, breaks, isRight)
  cache.set(key, labels)
  return labels
}

const startsOf = (group: Row | Table): number[] => {
  if (group.count === 0) return []
  const aisles = 'shape' in group ? [] : group.breaks.map(([after]) => after)
  return [...new Set([0, ...aisles.filter((after) => after > 0 && after < group.count)])].sort((a, b) => a - b)
}

const computePlaces = (placed: Placed, cache: LabelCache): Places => {
  const { group } = placed
  const points = 'shape' in group ? tablePositions(group) : rowPositions(group)
  const labels = labelsOf(placed, points, cache)
  const keys = keysOf(group)
  const names = keys.map((key) => `${group.id}.${key}`)
  const aisles = startsOf(group)
  if (Object.keys(group.except).length === 0) return { names, labels, points, starts: aisles }
  const opening = new Set(aisles)
  const own = { names: [] as string[], labels: [] as string[], points: [] as Point[], starts: [] as number[] }
  const exceptions: (PlaceException | undefined)[] = []
  // A table that is sold whole is one group, whatever is missing at it.
  const isWhole = 'sold' in group && group.sold === 'whole'
  let opensRun = true
  keys.forEach((key, index) => {
    const exception = group.except[key]
    if (opening.has(index)) opensRun = true
    if (exception?.gone) {
      opensRun ||= !isWhole
      return
    }
    const [x, y] = points[index] ?? group.at
    if (opensRun) own.starts.push(own.names.length)
    own.names.push(names[index] ?? '')
    own.labels.push(exception?.label ?? labels[index] ?? '')
    own.points.push([x + (exception?.dx ?? 0), y + (exception?.dy ?? 0)])
    exceptions.push(exception)
    opensRun = false
  })
  return { ...own, exceptions }
}

interface ComputedGroup {
  readonly numbering: Section['numbering']
  readonly focus: Point | null
  readonly places: Places
}

/**
 * Places of rows and tables that were computed before. Documents are never changed in place, so that a row is recognised by
 * its identity: of a drawing in which one row changed only that row is computed anew.
 */
export type ComputedPlaces = WeakMap<Row | Table, ComputedGroup>

const isSamePoint = (a: Point | null, b: Point | null): boolean => a === b || (a?.[0] === b?.[0] && a?.[1] === b?.[1])

export const placesOf = (placed: Placed, computed: ComputedPlaces | undefined, cache: LabelCache): Places => {
  const { group, section, focus } = placed
  const before = computed?.get(group)
  if (before && before.numbering === section.numbering && isSamePoint(before.focus, focus)) return before.places
  const places = computePlaces(placed, cache)
  computed?.set(group, { numbering: section.numbering, focus, places })
  return places
}
