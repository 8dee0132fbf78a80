import { describe, expect, it } from 'vitest'
import { hall, section } from '../testing/documents.ts'
import { checkDocument } from './checks.ts'
import { compile, flagsOf } from './compile.ts'
import { keySource, mapDocument } from './document.ts'
import { type BlockRequest, generateRows, outlineAround, rectangle, sector, withAccessiblePairs } from './generators.ts'

const request = (change: Partial<BlockRequest> = {}): BlockRequest => ({
  section: 's',
  category: 'a',
  counts: Array.from({ length: 12 }, () => 20),
  at: [1000, 500],
  aisles: [10],
  ...change,
})

const build = (change: Partial<BlockRequest> = {}, focus: [number, number] = [1000, 0]) => {
  const document = hall({ focus, sections: [section()], rows: generateRows(request(change), keySource(100)) })
  expect(mapDocument.safeParse(document).error).toBeUndefined()
  return compile(document)
}

describe('generateRows', () => {
  it('12 rows of 20, aisle after 10, letters, from the right', () => {
    const map = build()
    expect(map.size).toBe(240)
    expect(map.rows.map(({ label }) => label).join(' ')).toBe('א׳ ב׳ ג׳ ד׳ ה׳ ו׳ ז׳ ח׳ ט׳ י׳ י״א י״ב')
    expect([map.labels[0], map.labels[19]]).toEqual(['20', '1'])
    expect(map.run[9]).not.toBe(map.run[10])
  })

  it('the block stands in the middle before its audience, whatever it faces', () => {
    for (const facing of [0, 90, 180, 270]) {
      const map = build({ facing, counts: [9, 9], aisles: [] })
      const middle = 4
      expect(map.x[middle]).toBeCloseTo(1000, 1)
      expect(map.y[middle]).toBeCloseTo(500, 1)
    }
  })

  it('facing down the screen, the first place is at the audience’s left: the right of the screen', () => {
    const map = build({ facing: 180, counts: [10], aisles: [] }, [1000, 1500])
    expect(map.x[0]).toBeGreaterThan(map.x[9]!)
    expect(map.labels[9]).toBe('1')
  })

  it('bent rows lie on circles around their focus', () => {
    const map = build({ radius: 500, aisles: [] })
    for (const [row, { first, end }] of map.rows.entries())
      for (let place = first; place < end; place++)
        expect(Math.hypot(map.x[place]! - 1000, map.y[place]!)).toBeCloseTo(500 + 90 * row, 0)
  })

  it('rows go on where another block ended', () => {
    const map = build({ counts: [4, 4], firstRank: 13, rowLabels: { scheme: 'א', first: 14 }, aisles: [] })
    expect(map.rows.map(({ label }) => label)).toEqual(['י״ד', 'ט״ו'])
  })
})

describe('withAccessiblePairs', () => {
  it('puts a companion beside each wheelchair place, from the end of the row on', () => {
    const [row] = generateRows(request({ counts: [6], aisles: [] }), keySource(100))
    const first = compile(hall({ rows: [withAccessiblePairs(row!, 2, 'first')] }))
    expect([...first.wheelchairOf]).toEqual([-1, 0, -1, 2, -1, -1])
    const last = compile(hall({ rows: [withAccessiblePairs(row!, 1, 'last')] }))
    expect([...last.wheelchairOf]).toEqual([-1, -1, -1, -1, 5, -1])
    expect(flagsOf(last.flags[5]!)).toEqual(['wheelchair', 'stairs_free'])
  })
})

describe('outlines', () => {
  it('an outline lies around the places of its block', () => {
    const rows = generateRows(request({ radius: 800 }), keySource(100))
    const outline = outlineAround(rows, 80)
    const document = hall({ sections: [section({ outline })], rows })
    expect(checkDocument(document).filter(({ code }) => code === 'outside_outline')).toEqual([])
    const far = Math.max(...outline.map(([x]) => x))
    const last = Math.max(...compile(document).x)
    expect(far - last).toBeGreaterThan(40)
    expect(far - last).toBeLessThan(90)
  })

  it('the outline of straight rows has straight sides, alike far from the places on all of them, whatever they face', () => {
    const rows = generateRows(request({ at: [1000, 500], radius: undefined, aisles: [3] }), keySource(100))
    const { x, y } = compile(hall({ rows }))
    const [left, right] = [Math.min(...x) - 60, Math.max(...x) + 60]
    const [top, bottom] = [Math.min(...y) - 60, Math.max(...y) + 60]
    const corners = outlineAround(rows, 60).map((point) => point.map(Math.round).join())
    const expected = [`${left},${top}`, `${right},${top}`, `${right},${bottom}`, `${left},${bottom}`]
    expect(corners.toSorted()).toEqual(expected.toSorted())
    expect(outlineAround(generateRows(request({ facing: 30, aisles: [] }), keySource(100)), 60)).toHaveLength(4)
  })

  it('rows of one place, and a single row, are surrounded too', () => {
    for (const counts of [[1, 1, 1], [9], [1]]) {
      const rows = generateRows(request({ counts }), keySource(100))
      const outline = outlineAround(rows, 60)
      const document = hall({ sections: [section({ outline })], rows })
      expect(checkDocument(document).filter(({ code }) => code === 'outside_outline')).toEqual([])
    }
  })

  it('a rectangle is turned around its middle', () => {
    expect(rectangle([100, 50], 40, 20, 90).map((point) => point.map(Math.round))).toEqual([
      [110, 30],
      [110, 70],
      [90, 70],
      [90, 30],
    ])
  })

  it('the corners of a sector have its two radii', () => {
    const points = sector([0, 0], [100, 200], [-30, 30])
    const radii = new Set(points.map(([x, y]) => Math.round(Math.hypot(x, y))))
    expect([...radii]).toEqual([200, 100])
    expect(points[0]!.map(Math.round)).toEqual([-100, -173])
  })
})
