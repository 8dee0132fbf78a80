import { LIMITS } from '../model/document.ts'
import type { Point } from '../model/row-geometry.ts'
import { MIN_CORNERS } from '../commands/corner-commands.ts'

/** An outline that is being drawn, corner by corner. It is no part of the document until it is closed. */
export interface Sketch {
  readonly corners: readonly Point[]
  /** Where the next corner would be; undefined: no hand and no key is there. */
  readonly at: Point | undefined
}

const EMPTY: Sketch = { corners: [], at: undefined }

export type Added = 'added' | 'closed' | 'same' | 'full'

/** A store of its own: the hand moves often, and only what shows the line is rendered then. */
export interface Drawing {
  readonly read: () => Sketch
  readonly subscribe: (listener: () => void) => () => void
  readonly moveTo: (at: Point | undefined) => void
  /**
   * A corner at a point. At the first corner it closes the outline, at the last one it is the second click of two, and
   * more corners than a document may have are refused. `reach`: centimetres within which points are the same.
   */
  readonly add: (at: Point, reach: number) => Added
  readonly dropLast: () => void
  readonly clear: () => void
}

const isNear = ([ax, ay]: Point, [bx, by]: Point, reach: number): boolean => Math.hypot(ax - bx, ay - by) <= reach

export const canClose = ({ corners }: Sketch): boolean => corners.length >= MIN_CORNERS

/** Whether a corner at a point would close the outline. */
export const closesAt = (sketch: Sketch, at: Point, reach: number): boolean => {
  const [first] = sketch.corners
  return canClose(sketch) && first !== undefined && isNear(first, at, reach)
}

export const createDrawing = (): Drawing => {
  let sketch = EMPTY
  const listeners = new Set<() => void>()
  const show = (next: Sketch): void => {
    sketch = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => sketch,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    moveTo: (at) => {
      if (at !== sketch.at) show({ ...sketch, at })
    },
    add: (at, reach) => {
      const { corners } = sketch
      if (closesAt(sketch, at, reach)) return 'closed'
      if (
        corners.some((corner) => isNear(corner, at, Math.min(reach, 1))) ||
        isNear(corners.at(-1) ?? [Infinity, 0], at, reach)
      )
        return 'same'
      if (corners.length >= LIMITS.corners) return 'full'
      show({ corners: [...corners, at], at })
      return 'added'
    },
    dropLast: () => show({ ...sketch, corners: sketch.corners.slice(0, -1) }),
    clear: () => {
      if (sketch !== EMPTY) show(EMPTY)
    },
  }
}

/** A point in line with the last corner, across or down, whichever is nearer. */
export const inLine = ({ corners }: Sketch, [x, y]: Point): Point => {
  const last = corners.at(-1)
  if (!last) return [x, y]
  return Math.abs(x - last[0]) > Math.abs(y - last[1]) ? [x, last[1]] : [last[0], y]
}
