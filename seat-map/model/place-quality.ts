import type { MapDocument, Section } from './document.ts'
import { type Flag, FLAGS } from './flags.ts'
import type { Point } from './row-geometry.ts'

/** The distance from the focus counts more than that from the centre line; the distance alone would make a whole arc equal. */
const DISTANCE_WEIGHT = 1.2
/** Metres that are added for what spoils the view. */
const PENALTIES: Partial<Record<Flag, number>> = { restricted: 15, no_view: 40 }
/** Metres for each floor above the first. */
const FLOOR_METRES = 5
/** The order of sections decides only between places at the same distance. */
const RANK_METRES = 0.001
/** Where the audience sits around the focus, the hall has no axis: the middle of all places is nearly the focus. */
const ROUND_SHARE = 0.15

interface Places {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly flags: Uint16Array
  readonly rows: readonly { readonly section: number; readonly first: number; readonly end: number }[]
  readonly sections: readonly Section[]
}

const middleOf = ({ x, y }: Places, ranges: readonly { readonly first: number; readonly end: number }[]): Point => {
  let [sumX, sumY, count] = [0, 0, 0]
  for (const { first, end } of ranges)
    for (let place = first; place < end; place++) {
      sumX += x[place] ?? 0
      sumY += y[place] ?? 0
      count++
    }
  return count === 0 ? [0, 0] : [sumX / count, sumY / count]
}

// Math.hypot guards against overflow and takes several times as long, which 60,000 places feel.
const hypotenuse = (x: number, y: number): number => Math.sqrt(x * x + y * y)

const unit = (from: Point, to: Point): Point => {
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = hypotenuse(x, y)
  return length === 0 ? [0, 1] : [x / length, y / length]
}

/** Of each section: what it faces and the direction from there along its centre line. */
const viewsOf = (document: MapDocument, places: Places) => {
  const everywhere = middleOf(places, places.rows)
  const hallFocus: Point = document.focus ?? everywhere
  let extent = 0
  for (let place = 0; place < places.x.length; place++) {
    const [x, y] = [places.x[place] ?? 0, places.y[place] ?? 0]
    extent = Math.max(extent, hypotenuse(x - hallFocus[0], y - hallFocus[1]))
  }
  const offCentre = hypotenuse(everywhere[0] - hallFocus[0], everywhere[1] - hallFocus[1])
  const isRound = offCentre < extent * ROUND_SHARE
  const hallAxis = unit(hallFocus, everywhere)
  const floors = new Map(document.floors.map(({ id }, index) => [id, index]))
  return places.sections.map((section, index) => {
    const focus: Point = section.focus ?? hallFocus
    const own = section.focus !== undefined || isRound
    const axis = own
      ? unit(
          focus,
          middleOf(
            places,
            places.rows.filter((row) => row.section === index),
          ),
        )
      : hallAxis
    return { focus, axis, base: (floors.get(section.floor) ?? 0) * FLOOR_METRES + section.rank * RANK_METRES }
  })
}

/** Of each place about its metres from the focus, more the further it is from the centre line: the lower, the better. */
export const placeQuality = (document: MapDocument, places: Places): Float32Array => {
  const views = viewsOf(document, places)
  const penalties = FLAGS.map((flag) => PENALTIES[flag] ?? 0)
  const quality = new Float32Array(places.x.length)
  for (const { section, first, end } of places.rows) {
    const view = views[section]
    if (!view) continue
    const [focusX, focusY] = view.focus
    const [axisX, axisY] = view.axis
    for (let place = first; place < end; place++) {
      const dx = ((places.x[place] ?? 0) - focusX) / 100
      const dy = ((places.y[place] ?? 0) - focusY) / 100
      const side = Math.abs(dx * axisY - dy * axisX)
      const flags = places.flags[place] ?? 0
      const penalty =
        flags === 0 ? 0 : penalties.reduce((sum, metres, bit) => ((flags >> bit) & 1 ? sum + metres : sum), 0)
      quality[place] = hypotenuse(hypotenuse(dx, dy) * DISTANCE_WEIGHT, side) + penalty + view.base
    }
  }
  return quality
}
