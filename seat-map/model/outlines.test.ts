import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossesItself, surfaceOf } from './outlines.ts'
import type { Point } from './row-geometry.ts'

/** Corners around a point, one in each direction: such an outline never crosses itself. */
const stars = fc.array(fc.integer({ min: 50, max: 900 }), { minLength: 3, maxLength: 20 }).map((distances) =>
  distances.map((distance, index): Point => {
    const turn = (index * 2 * Math.PI) / distances.length
    return [Math.cos(turn) * distance, Math.sin(turn) * distance]
  }),
)

describe('outlines', () => {
  it('corners around a point never cross, wherever the outline begins and whichever way it goes', () => {
    fc.assert(
      fc.property(stars, fc.nat(), (corners, from) => {
        const start = from % corners.length
        const turned = [...corners.slice(start), ...corners.slice(0, start)]
        expect(crossesItself(turned)).toBe(false)
        expect(crossesItself(turned.toReversed())).toBe(false)
        expect(surfaceOf(turned)).toBeCloseTo(surfaceOf(turned.toReversed()), 4)
      }),
    )
  })

  it('a figure of eight crosses itself', () => {
    expect(crossesItself([[0, 0], [100, 100], [100, 0], [0, 100]])).toBe(true) // oxfmt-ignore
  })

  it('edges that only touch do not cross', () => {
    expect(crossesItself([[0, 0], [100, 0], [100, 100], [50, 0]])).toBe(false) // oxfmt-ignore
  })

  it('a rectangle encloses its width by its height', () => {
    expect(surfaceOf([[0, 0], [0, 30], [40, 30], [40, 0]])).toBe(1200) // oxfmt-ignore
  })
})
