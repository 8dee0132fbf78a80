import type { Area, MapDocument, Numbering, Row } from './document.ts'
import { rankLabels } from './numbering.ts'
import { type Point, rotate, rowPositions } from './row-geometry.ts'

/** "12 rows of 20, aisle after 10, letters, from the right". Lengths in centimetres. */
export interface BlockRequest {
  readonly section: string
  readonly category: string
  /** Places of each row, the front row first. */
  readonly counts: readonly number[]
  /** The middle of the front row. */
  readonly at: Point
  /** Where the audience looks: 0 up the screen, 90 to its right. */
  readonly facing?: number
  /** Distances of places and of rows. */
  readonly gap?: number
  readonly depth?: number
  /** Distance of the front row from the centre of the circles on which the rows lie; absent: straight rows. */
  readonly radius?: number
  /** Aisles behind these places as counted from the audience's left, in every row that is longer. */
  readonly aisles?: readonly number[]
  readonly aisleWidth?: number
  /** `from`: which row is the first one; absent: the front one. */
  readonly rowLabels?: Pick<Numbering, 'scheme' | 'first'> & {
    readonly step?: number
    readonly from?: 'front' | 'back'
  }
  readonly firstRank?: number
  /** Differs from the section's. */
  readonly numbering?: Partial<Numbering>
}

const DEFAULTS = { gap: 52, depth: 90, aisleWidth: 120 }

/** A tenth of a millimetre; more digits would only make the document longer. */
// Never -0: a straight row is stored as 0, and a file of it reads 0.
const rounded = (value: number): number => Math.round(value * 100) / 100 || 0

/** Keys of a document, see `keySource`. */
interface Keys {
  readonly take: () => string
}

/** The rows of a block, stored from the audience's left to its right. */
export const generateRows = (request: BlockRequest, keys: Keys): Row[] => {
  const { counts, at, gap, depth, aisleWidth, radius, aisles = [], firstRank = 1 } = { ...DEFAULTS, ...request }
  const facing = (request.facing ?? 0) % 360
  const { from, ...naming } = { scheme: 'א' as const, first: 1, step: 1, ...request.rowLabels }
  const labels = rankLabels({ ...naming, skip: [] }, counts.length)
  if (from === 'back') labels.reverse()
  return counts.map((count, index) => {
    const breaks = aisles.filter((after) => after < count).map((after): [number, number] => [after, aisleWidth])
    const length = gap * (count - 1) + breaks.length * aisleWidth
    const ownRadius = radius === undefined ? undefined : radius + depth * index
    const turn = ownRadius === undefined ? 0 : length / ownRadius
    // The ends of a bent row lie nearer to the focus than its middle, and nearer together than its length.
    const half = ownRadius === undefined ? length / 2 : ownRadius * Math.sin(turn / 2)
    const rise = ownRadius === undefined ? 0 : ownRadius * (1 - Math.cos(turn / 2))
    const [x, y] = rotate([-half, depth * index - rise], facing)
    return {
      id: keys.take(),
      section: request.section,
      label: labels[index] ?? '',
      rank: firstRank + index,
      at: [rounded(at[0] + x), rounded(at[1] + y)],
      angle: facing,
      gap,
      bend: rounded((-turn * 180) / Math.PI),
      count,
      breaks,
      numbering: request.numbering ?? {},
      category: request.category,
      except: {},
    }
  })
}

/** Marks places for wheelchairs at the end of a row, each with a companion's place beside it, from its first or last place on. */
export const withAccessiblePairs = (row: Row, pairs: number, end: 'first' | 'last'): Row => {
  const except = { ...row.except }
  for (let pair = 0; pair < pairs; pair++) {
    const position = end === 'first' ? 2 * pair + 1 : row.count - 2 * pair
    const companion = end === 'first' ? position + 1 : position - 1
    except[String(position)] = { is: ['wheelchair', 'stairs_free'] }
    except[String(companion)] = { is: ['companion', 'stairs_free'], of: `${row.id}.${position}` }
  }
  return { ...row, except }
}

/** A rectangle around a point, turned by `facing`. */
export const rectangle = ([x, y]: Point, width: number, height: number, facing = 0): [number, number][] =>
  [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ].map(([dx = 0, dy = 0]) => {
    const [turnedX, turnedY] = rotate([dx, dy], facing)
    return [x + turnedX, y + turnedY]
  })

/** A ring sector around a point, for stands: `from` and `to` in degrees clockwise from the top of the screen. */
export const sector = (
  [x, y]: Point,
  [inner, outer]: readonly [inner: number, outer: number],
  [from, to]: readonly [from: number, to: number],
): [number, number][] => {
  const steps = Math.max(1, Math.ceil(Math.abs(to - from) / 6))
  const arc = (radius: number): [number, number][] =>
    Array.from({ length: steps + 1 }, (_, index) => {
      const [dx, dy] = rotate([0, -radius], from + ((to - from) * index) / steps)
      return [x + dx, y + dy]
    })
  return [...arc(outer), ...arc(inner).reverse()]
}

/** Less than this an edge has no direction, and a row no area: square centimetres, centimetres. */
const NOTHING = 1e-6

const areaOf = (path: readonly Point[]): number =>
  path.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = path[(index + 1) % path.length] ?? [x, y]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** Each edge of a path moved outwards by `margin`; a corner goes at most twice as far. Points amid a straight edge are left out. */
const grown = (path: readonly Point[], margin: number): [number, number][] => {
  const outwards = Math.sign(areaOf(path))
  const normal = (from: Point, to: Point): Point => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    return [((to[1] - from[1]) / length) * outwards, ((from[0] - to[0]) / length) * outwards]
  }
  return path.flatMap((point, index): [number, number][] => {
    const before = normal(path.at(index - 1) ?? point, point)
    const after = normal(point, path[(index + 1) % path.length] ?? point)
    const [x, y] = [before[0] + after[0], before[1] + after[1]]
    const square = x * x + y * y
    if (4 - square < NOTHING) return []
    const share = (2 * margin) / Math.max(1, square)
    return [[rounded(point[0] + x * share), rounded(point[1] + y * share)]]
  })
}

/** Stretches in which the outline follows the first and the last row, so that a curve looks like one. */
const BENDS = 10

/** Around the rows of a block, which are stored from the front to the back: `margin` centimetres beyond their places. */
export const outlineAround = (rows: readonly Row[], margin: number): [number, number][] => {
  const positions = rows.map(rowPositions).filter(({ length }) => length > 0)
  const at = (points: readonly Point[], share: number): Point =>
    points[Math.round(share * (points.length - 1))] ?? [0, 0]
  const bends = (points: readonly Point[]): Point[] =>
    Array.from({ length: BENDS + 1 }, (_, bend) => at(points, bend / BENDS))
  const between = positions.slice(1, -1)
  const path = [
    ...bends(positions[0] ?? []),
    ...between.map((points) => at(points, 1)),
    ...bends(positions.at(-1) ?? []).reverse(),
    ...between.map((points) => at(points, 0)).reverse(),
  ].filter((point, index, all) => {
    const [x, y] = all.at(index - 1) ?? point
    return Math.hypot(point[0] - x, point[1] - y) > NOTHING
  })
  if (Math.abs(areaOf(path)) > NOTHING) return grown(path, margin)
  // One row, or rows of one place: a line, which has no outside.
  const [xs, ys] = [positions.flat().map(([x]) => x), positions.flat().map(([, y]) => y)]
  if (xs.length === 0) return []
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return rectangle([(left + right) / 2, (top + bottom) / 2], right - left + 2 * margin, bottom - top + 2 * margin)
}

/** A standing area. */
export const generateArea = (
  request: Pick<Area, 'section' | 'name' | 'texts' | 'outline' | 'capacity' | 'category'>,
  keys: Keys,
): Area => ({ id: keys.take(), ...request })

/** A document whose parts were made with keys from `keySource`. */
export const sealed = (document: Omit<MapDocument, 'form' | 'next' | 'tracing'>, next: number): MapDocument => ({
  form: 2,
  next,
  ...document,
  tracing: null,
})
