import { describe, expect, it } from 'vitest'
import { bestAvailable } from '../model/best-available.ts'
import { boardOf } from '../model/board.ts'
import { checkDocument } from '../model/checks.ts'
import { compile, describePlace } from '../model/compile.ts'
import { mapDocument } from '../model/document.ts'
import { rowPositions } from '../model/row-geometry.ts'
import { concertHall } from './concert-hall.ts'
import { smallHall } from './small-hall.ts'
import { park, stadium } from './stadium.ts'
import { theatre } from './theatre.ts'

describe.each([
  ['small hall', smallHall, 110, 120],
  ['theatre', theatre, 600, 600],
  ['concert hall', concertHall, 2300, 2400],
  ['stadium', stadium, 28_500, 29_500],
  ['park', park, 1500, 1700],
])('the template %s', (_name, build, min, max) => {
  const document = build()
  const map = compile(document)

  it('is a valid document of its size', () => {
    expect(mapDocument.safeParse(document).error).toBeUndefined()
    expect(map.size).toBeGreaterThanOrEqual(min)
    expect(map.size).toBeLessThanOrEqual(max)
  })

  it('passes every check, warnings included', () => {
    const shown = checkDocument(document).map(({ places, ...problem }) => ({
      ...problem,
      places: places.slice(0, 5),
      count: places.length,
    }))
    expect(shown).toEqual([])
  })

  it('is on its page', () => {
    const [width, height] = document.size
    const beyond = map.keys.filter(
      (_, place) => !(map.x[place]! > 0 && map.x[place]! < width && map.y[place]! > 0 && map.y[place]! < height),
    )
    expect(beyond).toEqual([])
  })

  it('is the same each time it is built', () => {
    expect(build()).toEqual(document)
  })
})

describe('the templates', () => {
  it('the stadium names its gates by number', () => {
    const map = compile(stadium())
    expect(new Set(map.sections.map(({ gate }) => gate)).size).toBe(10)
    expect(describePlace(map, 0)).toEqual({ section: 'גוש 101', row: '1', number: '20', gate: '1' })
  })

  it('a stage is narrower than its hall, and nobody sits on it', () => {
    for (const { shapes, rows } of [smallHall(), theatre(), concertHall()]) {
      const [stage] = shapes.filter(({ kind }) => kind === 'stage')
      const places = rows.flatMap(rowPositions)
      const xs = places.map(([x]) => x)
      expect(stage!.size[0]).toBeLessThan((Math.max(...xs) - Math.min(...xs)) * 0.7)
      const front = stage!.outline.map(([x, y]) => [stage!.at[0] + x, stage!.at[1] + y] as const)
      const distances = places.flatMap(([x, y]) => front.map((point) => Math.hypot(point[0] - x, point[1] - y)))
      expect(distances.reduce((a, b) => Math.min(a, b))).toBeGreaterThan(150)
    }
  })

  it('the theatre has its best place in the middle of the first rows', () => {
    const map = compile(theatre())
    const best = map.quality.indexOf(Math.min(...map.quality))
    expect(map.row[best]).toBeLessThan(2)
    expect(Math.abs(map.x[best]! - 1600)).toBeLessThan(150)
  })

  it('the concert hall offers the middle of its first rows on arcs as the best pair', () => {
    const map = compile(concertHall())
    const board = boardOf(map, () => true)
    const found = bestAvailable(map, board, { seats: 2, categories: map.categories.map((_, index) => index) })
    const places = found?.groups.flat() ?? []
    expect(places).toHaveLength(2)
    for (const place of places) {
      expect(Math.abs(map.x[place]! - 3000)).toBeLessThan(60)
      expect(describePlace(map, place)).toMatchObject({ section: 'פרטר מרכז', row: 'א׳' })
    }
  })

  it('the park sells standing areas and seats', () => {
    expect(compile(park()).areas.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['גולדן רינג', 3000],
      ['עמידה', 12_000],
    ])
  })
})
