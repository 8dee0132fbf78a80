import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { row } from '../testing/documents.ts'
import { FIT_CM, fitRow, type Point, rowPositions, tablePositions, transformed } from './row-geometry.ts'

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])
const round = (points: readonly Point[]): number[][] => points.map(([x, y]) => [Math.round(x), Math.round(y)])

describe('rowPositions', () => {
  it('a straight row goes on by its gap, and by the width of an aisle', () => {
    expect(round(rowPositions(row({ count: 4, breaks: [[2, 100]], at: [0, 0] })))).toEqual([
      [0, 0],
      [50, 0],
      [200, 0],
      [250, 0],
    ])
  })

  it('a row that is turned by 90 degrees goes down the screen', () => {
    expect(round(rowPositions(row({ count: 3, angle: 90, at: [10, 20] })))).toEqual([
      [10, 20],
      [10, 70],
      [10, 120],
    ])
  })

  it('a half circle ends on the line of its angle, one diameter away', () => {
    const points = rowPositions(row({ count: 101, gap: Math.PI, bend: 180, at: [0, 0] }))
    const last = points.at(-1)!
    expect(last[0]).toBeCloseTo(200)
    expect(last[1]).toBeCloseTo(0)
    for (const point of points) expect(distance(point, [100, 0])).toBeCloseTo(100)
  })

  it('a free row keeps the positions of its places', () => {
    expect(
      round(
        rowPositions(
          row({
            count: 2,
            at: [100, 100],
            free: [
              [0, 0],
              [33, 7],
            ],
          }),
        ),
      ),
    ).toEqual([
      [100, 100],
      [133, 107],
    ])
  })
})

describe('tablePositions', () => {
  const table = {
    id: 't1',
    section: 's',
    label: '1',
    rank: 0,
    at: [0, 0] as [number, number],
    angle: 0,
    numbering: {},
    category: 'a',
    except: {},
    count: 8,
    shape: 'round' as const,
    size: [180, 180] as [number, number],
    sold: 'seats' as const,
  }

  it('places of a round table stand around it at equal distances', () => {
    const points = tablePositions(table)
    expect(points).toHaveLength(8)
    for (const point of points) expect(distance(point, [0, 0])).toBeCloseTo(120)
  })

  it('places of a rectangular table stand at the sides that are named', () => {
    const points = tablePositions({ ...table, shape: 'rect', size: [200, 80], count: 4, sides: [2, 1, 0, 1] })
    expect(round(points)).toEqual([
      [-50, -70],
      [50, -70],
      [130, 0],
      [-130, 0],
    ])
  })
})

describe('transformed', () => {
  it('a row that is turned around its hall keeps the distances of its places', () => {
    const before = row({ bend: 30, breaks: [[5, 90]] })
    const turned = transformed(before, { turn: 90, around: [0, 0] })
    expect(turned.at.map(Math.round)).toEqual([-300, 275])
    const [a, b] = [rowPositions(before), rowPositions(turned)]
    a.forEach(([x, y], index) => expect(distance([-y, x], b[index]!)).toBeLessThan(0.001))
  })
})

describe('fitRow', () => {
  it('finds the row that its positions were computed from, up to two centimetres', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: -150, max: 150 }),
        fc.integer({ min: -179, max: 179 }),
        fc.boolean(),
        (count, bend, angle, hasAisle) => {
          const breaks: [number, number][] = hasAisle && count > 6 ? [[count >> 1, 120]] : []
          const points = rowPositions(row({ count, bend, angle, breaks }))
          const curve = fitRow(points)
          expect(curve).toBeDefined()
          expect(curve!.breaks.map(([after]) => after)).toEqual(breaks.map(([after]) => after))
          rowPositions(curve!).forEach((point, index) =>
            expect(distance(point, points[index]!)).toBeLessThanOrEqual(FIT_CM),
          )
        },
      ),
    )
  })

  it('gives up where places zigzag', () => {
    expect(
      fitRow([
        [0, 0],
        [50, 20],
        [100, 0],
        [150, 20],
        [200, 0],
      ]),
    ).toBeUndefined()
  })
})
