import type { Point } from './row-geometry.ts'

/** Square centimetres that an outline encloses, whichever way its corners go around. */
export const surfaceOf = (outline: readonly Point[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y]
      return sum + (x * nextY - nextX * y) / 2
    }, 0),
  )

/** On which side of the line from `a` to `b` a point lies: above 0, below 0, or on it. */
const sideOf = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax)

/** Whether two edges cross between their ends; edges that only touch do not. */
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0

/** Whether edges of an outline cross each other, as in a figure of eight: it has no clear inside. */
export const crossesItself = (outline: readonly Point[]): boolean =>
  outline.some((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a
    return outline.some((c, other) => other > index && cross(a, b, c, outline[(other + 1) % outline.length] ?? c))
  })
