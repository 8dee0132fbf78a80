import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { compile } from './compile.ts'
import { gridOf, placeAt, placesWithin } from './grid-index.ts'

describe('grid index', () => {
  it('finds the same places as a look at all of them', () => {
    fc.assert(
      fc.property(
        documents,
        fc.integer({ min: -500, max: 9500 }),
        fc.integer({ min: -500, max: 9500 }),
        fc.nat(3000),
        (document, left, top, side) => {
          const map = compile(document)
          const [right, bottom] = [left + side, top + side]
          const expected = Array.from({ length: map.size }, (_, place) => place).filter(
            (place) =>
              map.x[place]! >= left && map.x[place]! <= right && map.y[place]! >= top && map.y[place]! <= bottom,
          )
          const found = placesWithin(map, gridOf(map), [left, top, right, bottom])
          expect(found.sort((a, b) => a - b)).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('finds the nearest place within reach and no other', () => {
    const map = compile(hall({ rows: [row()] }))
    const grid = gridOf(map)
    expect(placeAt(map, grid, [275 + 3 * 50 + 20, 310], 30)).toBe(3)
    expect(placeAt(map, grid, [275, 400], 30)).toBe(-1)
  })

  it('of places kilometres apart has larger cells, not more of them', () => {
    const map = { x: Float32Array.of(0, 1_400_000, 10), y: Float32Array.of(0, 1_400_000, 10), size: 3 }
    const grid = gridOf(map)
    expect(grid.columns * grid.lines).toBeLessThan(1_100_000)
    expect(placesWithin(map, grid, [-1, -1, 20, 20]).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(placeAt(map, grid, [1_399_999, 1_400_000], 10)).toBe(1)
  })

  it('of an empty map finds nothing', () => {
    const map = compile(hall())
    expect(placeAt(map, gridOf(map), [0, 0], 100)).toBe(-1)
  })
})
