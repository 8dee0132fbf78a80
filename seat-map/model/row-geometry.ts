import type { Row, Table } from './document.ts'

export type Point = readonly [x: number, y: number]

const RADIANS = Math.PI / 180

/** Turned around the origin, clockwise on the screen. */
export const rotate = ([x, y]: Point, degrees: number): Point => {
  const cos = Math.cos(degrees * RADIANS)
  const sin = Math.sin(degrees * RADIANS)
  return [x * cos - y * sin, x * sin + y * cos]
}

/** As `rotate` of each point, with one sine for all of them: halls have 60,000. */
const placed = (points: readonly Point[], [atX, atY]: Point, angle: number): Point[] => {
  if (angle === 0) return points.map(([x, y]): Point => [atX + x, atY + y])
  const cos = Math.cos(angle * RADIANS)
  const sin = Math.sin(angle * RADIANS)
  return points.map(([x, y]): Point => [atX + (x * cos - y * sin), atY + (x * sin + y * cos)])
}

/** A row that is computed: `free` and what only names it do not matter. */
export type Curve = Pick<Row, 'at' | 'angle' | 'gap' | 'bend' | 'breaks' | 'count'>

/** Distances of the places from the first, along the row. */
const stations = ({ gap, breaks, count }: Curve): number[] => {
  const widths = new Map(breaks)
  const result: number[] = []
  let distance = 0
  for (let position = 1; position <= count; position++) {
    result.push(distance)
    distance += gap + (widths.get(position) ?? 0)
  }
  return result
}

const curvePositions = (curve: Curve): Point[] => {
  const along = stations(curve)
  const length = along.at(-1) ?? 0
  const turn = curve.bend * RADIANS
  if (turn === 0 || length === 0) {
    return placed(
      along.map((distance): Point => [distance, 0]),
      curve.at,
      curve.angle,
    )
  }
  const radius = length / turn
  const start = -turn / 2
  const points = along.map((distance): Point => {
    const heading = start + distance / radius
    return [radius * (Math.sin(heading) - Math.sin(start)), radius * (Math.cos(start) - Math.cos(heading))]
  })
  return placed(points, curve.at, curve.angle)
}

/** The positions of all places of a row in the order in which they stand, without the displacements of single places. */
export const rowPositions = (row: Curve & Pick<Row, 'free'>): Point[] =>
  row.free ? placed(row.free, row.at, row.angle) : curvePositions(row)

/** Distance of a chair's middle from the edge of its table. */
const CHAIR_CM = 30

const sideOf = (count: number, from: Point, to: Point): Point[] =>
  Array.from({ length: count }, (_, index): Point => {
    const share = (index + 0.5) / count
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })

/** The positions of the places of a table, clockwise; of a round table from the top, of a rectangular one from its corner. */
export const tablePositions = ({ shape, size, count, sides, at, angle }: Table): Point[] => {
  const [width, height] = [size[0] / 2 + CHAIR_CM, size[1] / 2 + CHAIR_CM]
  if (shape === 'round') {
    const points = Array.from({ length: count }, (_, index): Point => {
      const turn = (2 * Math.PI * index) / count
      return [width * Math.sin(turn), -height * Math.cos(turn)]
    })
    return placed(points, at, angle)
  }
  const [top, right, bottom, left] = sides ?? [Math.ceil(count / 2), 0, Math.floor(count / 2), 0]
  const [x, y] = [size[0] / 2, size[1] / 2]
  const points = [
    ...sideOf(top, [-x, -height], [x, -height]),
    ...sideOf(right, [width, -y], [width, y]),
    ...sideOf(bottom, [x, height], [-x, height]),
    ...sideOf(left, [-width, y], [-width, -y]),
  ]
  return placed(points, at, angle)
}

/** Moves, then turns around `around`: rows, tables and shapes share these two parameters. */
export const transformed = <P extends { at: [number, number]; angle: number }>(
  part: P,
  { move = [0, 0], turn = 0, around = part.at }: { move?: Point; turn?: number; around?: Point },
): P => {
  const [x, y] = rotate([part.at[0] + move[0] - around[0], part.at[1] + move[1] - around[1]], turn)
  return { ...part, at: [around[0] + x, around[1] + y], angle: (part.angle + turn) % 360 }
}

const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1])
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The angle by which the circle through three points turns from the first to the last; 0: they lie on a line. */
const turnThrough = (first: Point, middle: Point, last: Point): number => {
  const [ax, ay] = [middle[0] - first[0], middle[1] - first[1]]
  const [bx, by] = [last[0] - middle[0], last[1] - middle[1]]
  // The chord's ends see the arc under half its angle: the two chords enclose half the turn.
  return 2 * Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
}

/** A distance of this many gaps and more is an aisle. */
const AISLE_GAPS = 1.35
export const FIT_CM = 2

/** The straight or bent row through the points, or undefined where one would be further than `tolerance` from its own. */
export const fitRow = (points: readonly Point[], tolerance = FIT_CM): Curve | undefined => {
  const [first, last] = [points[0], points.at(-1)]
  const middle = points[points.length >> 1]
  if (!first || !last || !middle) return undefined
  const chord = distance(first, last)
  const turn = points.length > 2 ? turnThrough(first, middle, last) : 0
  const straight = Math.abs(turn) < 1e-4
  const radius = straight || chord === 0 ? 0 : chord / (2 * Math.sin(turn / 2))
  const arcs = points.slice(1).map((point, index) => {
    const line = distance(points[index] ?? point, point)
    return radius === 0 ? line : 2 * Math.abs(radius) * Math.asin(Math.min(1, line / (2 * Math.abs(radius))))
  })
  const usual = median(arcs)
  const regular = arcs.filter((arc) => arc < usual * AISLE_GAPS)
  const gap = points.length < 2 ? 50 : rounded(regular.reduce((sum, arc) => sum + arc, 0) / regular.length)
  const breaks = arcs.flatMap((arc, index): [number, number][] =>
    arc >= usual * AISLE_GAPS ? [[index + 1, rounded(arc - gap)]] : [],
  )
  const curve: Curve = {
    at: [first[0], first[1]],
    angle: rounded(Math.atan2(last[1] - first[1], last[0] - first[0]) / RADIANS),
    gap,
    bend: straight ? 0 : rounded(turn / RADIANS),
    breaks,
    count: points.length,
  }
  if (!(gap >= 1 && gap <= 1000) || Math.abs(curve.bend) > 350 || breaks.length > 60) return undefined
  const fits = curvePositions(curve).every((point, index) => distance(point, points[index] ?? point) <= tolerance)
  return fits ? curve : undefined
}

/** Aisles of a row whose places are stored one by one: where the distance is far above the usual one. */
export const breaksOf = (points: readonly Point[]): [number, number][] => {
  const distances = points.slice(1).map((point, index) => distance(points[index] ?? point, point))
  const usual = median(distances)
  return distances.flatMap((length, index): [number, number][] => (length >= usual * 1.6 ? [[index + 1, 0]] : []))
}
