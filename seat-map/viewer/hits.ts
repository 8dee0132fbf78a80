import { placeAt, placesWithin } from '../model/grid-index.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { type Camera, type Size, toHall, visibleBox } from './camera.ts'
import { ANSWER_PX, spacingOf } from './levels.ts'
import { pointOf, type Scene } from './scene.ts'

const isInside = (outline: readonly Point[], [x, y]: Point): boolean => {
  let inside = false
  for (let index = 0, before = outline.length - 1; index < outline.length; before = index++) {
    const [[ax, ay], [bx, by]] = [outline[index] ?? [0, 0], outline[before] ?? [0, 0]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Index of the section at a point of the hall; of several that lie above each other the last; -1: none. */
export const sectionAt = ({ sections }: Scene, [x, y]: Point): number =>
  sections.findLastIndex(({ outline, box: [left, top, right, bottom] }) =>
    outline.length > 2 ? isInside(outline, [x, y]) : x >= left && x <= right && y >= top && y <= bottom,
  )

/** What a pointer means: a place, or a section where places stand too close to be meant. */
export interface Hit {
  /** Index of the place; -1: none. */
  readonly place: number
  /** Index of the section; -1: none. */
  readonly section: number
  /** The point of the hall. */
  readonly at: Point
}

/** Half the distance of two places, so that each has as much ground as its neighbours leave it. */
export const hitAt = (
  scene: Scene,
  { camera, size, pointer }: { camera: Camera; size: Size; pointer: 'coarse' | 'fine' },
  pixel: Point,
): Hit => {
  const at = toHall(camera, size, pixel)
  const answers = spacingOf(scene, camera) >= ANSWER_PX[pointer] - 0.01
  const place = answers ? placeAt(scene.map, scene.grid, at, scene.gap * 0.75) : -1
  const row = scene.map.rows[scene.map.row[place] ?? -1]
  return { place, section: row?.section ?? sectionAt(scene, at), at }
}

/** The direction of an arrow key on the screen. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What lies beside the line counts more than what lies along it: an arrow keeps to its row or column. */
const SIDE_WEIGHT = 2.5
const REACHES_CM = [220, 700, 2500]

/**
 * The next place as an arrow points on the screen, whatever the numbering and the direction of the page; -1: none lies
 * there.
 */
export const placeBeside = (scene: Scene, { turn }: Pick<Camera, 'turn'>, place: number, arrow: Point): number => {
  const [dx, dy] = rotate(arrow, -turn)
  const [x, y] = pointOf(scene.map, place)
  const search = (candidates: readonly number[]): number => {
    let [nearest, best] = [-1, Number.POSITIVE_INFINITY]
    for (const other of candidates) {
      const [ox, oy] = [(scene.map.x[other] ?? 0) - x, (scene.map.y[other] ?? 0) - y]
      const along = ox * dx + oy * dy
      const aside = Math.abs(ox * dy - oy * dx)
      // Within 50° of the arrow.
      if (other === place || along < 1 || aside > along * 1.2) continue
      const cost = along + aside * SIDE_WEIGHT
      if (cost < best) [nearest, best] = [other, cost]
    }
    return nearest
  }
  for (const reach of REACHES_CM) {
    const found = search(placesWithin(scene.map, scene.grid, [x - reach, y - reach, x + reach, y + reach]))
    if (found >= 0) return found
  }
  return search(placesWithin(scene.map, scene.grid, scene.bounds))
}

/** The place nearest to the middle of what is seen: where the keyboard starts. */
export const placeInMiddle = (scene: Scene, camera: Camera, size: Size): number => {
  const [left, top, right, bottom] = visibleBox(camera, size)
  const reach = Math.max(right - left, bottom - top)
  return placeAt(scene.map, scene.grid, [(left + right) / 2, (top + bottom) / 2], reach)
}
