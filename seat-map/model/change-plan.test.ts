import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { type PlaceState, planChange } from './change-plan.ts'
import { compile } from './compile.ts'
import type { Area, MapDocument, Row } from './document.ts'

const before = hall({ rows: [row()] })
const plan = (after: MapDocument, sold: readonly string[] = [], old: MapDocument = before) =>
  planChange(compile(old), compile(after), (place) => (sold.includes(place) ? 'sold' : 'free'))
const changed = (change: Partial<Row>): MapDocument => hall({ rows: [row(change)] })

describe('a change of the map', () => {
  it('the same edition keeps every place', () => {
    expect(plan(before).counts).toMatchObject({ ['kept']: 10, refused: 0 })
  })

  it('a renumbered row names every holder’s place before and after', () => {
    const { counts, places, isApplicable } = plan(changed({ numbering: { from: 'left' } }), ['r1.1'])
    expect(counts.relabelled).toBe(10)
    expect(isApplicable).toBe(true)
    expect(places[0]).toMatchObject({ state: 'sold', before: { number: '10' }, after: { number: '1' } })
  })

  it('three removed sold places are refused, each by name', () => {
    const { counts, places, isApplicable } = plan(changed({ count: 6 }), ['r1.7', 'r1.8', 'r1.10', 'r1.2'])
    expect(isApplicable).toBe(false)
    expect(counts).toMatchObject({ refused: 3, removed: 1 })
    expect(
      places.filter(({ refusal }) => refusal === 'removed').map(({ place, before }) => [place, before?.number]),
    ).toEqual([
      ['r1.7', '4'],
      ['r1.8', '3'],
      ['r1.10', '1'],
    ])
  })

  it('a deleted and redrawn row has other keys: its sold places are refused', () => {
    expect(plan(hall({ rows: [row({ id: 'r9' })] }), ['r1.1']).counts).toMatchObject({
      refused: 1,
      removed: 9,
      added: 10,
    })
  })

  it('a seat inserted amid a row is added, and the labels of the sold ones stay', () => {
    const keys = [1, 2, 3, 4, 5, 11, 6, 7, 8, 9, 10]
    const except = Object.fromEntries(keys.map((key) => [key, { label: key === 11 ? '5א' : String(11 - key) }]))
    const { counts } = plan(changed({ count: 11, keys, except }), before.rows[0]!.keys?.map(String) ?? ['r1.3'])
    expect(counts).toMatchObject({ added: 1, relabelled: 0, refused: 0, moved: 5 })
  })

  it('a place may move, be relabelled and change its category at once', () => {
    const { places } = plan(changed({ at: [300, 300], label: 'ב׳', except: { 3: { category: 'b' } } }), ['r1.3'])
    expect(places[2]!.changes).toEqual(['moved', 'relabelled', 'recategorised'])
    expect(places[1]!.changes).toEqual(['moved', 'relabelled'])
  })

  it('a sold wheelchair place that would no longer be one is refused; a free one is not', () => {
    const old = changed({ except: { 1: { is: ['wheelchair'] } } })
    expect(plan(before, ['r1.1'], old)).toMatchObject({ isApplicable: false, counts: { refused: 1 } })
    expect(plan(before, ['r1.2'], old).isApplicable).toBe(true)
  })

  it('a renamed section or gate relabels its places', () => {
    expect(plan(hall({ sections: [section({ gate: '5' })], rows: [row()] })).counts.relabelled).toBe(10)
  })
})

describe('areas', () => {
  const area = (change: Partial<Area> = {}): Area => ({
    id: 'g1',
    section: 's',
    name: 'עמידה',
    outline: [],
    capacity: 500,
    category: 'a',
    ...change,
  })
  const areas = (after: Area[], taken: number) =>
    planChange(
      compile(hall({ areas: [area()] })),
      compile(hall({ areas: after })),
      () => 'free',
      () => taken,
    )

  it('may not become smaller than what was sold', () => {
    expect(areas([area({ capacity: 300 })], 301).areas[0]).toMatchObject({
      changes: ['refused'],
      refusal: 'capacity_below_sold',
    })
    expect(areas([area({ capacity: 300 })], 300).isApplicable).toBe(true)
  })

  it('are removed only while nothing of them is sold', () => {
    expect(areas([], 1).areas[0]).toMatchObject({ refusal: 'removed' })
    expect(areas([], 0).areas[0]).toMatchObject({ changes: ['removed'] })
  })

  it('are added, renamed and moved to another category', () => {
    const planned = areas([area({ name: 'גולדן רינג', category: 'b' }), area({ id: 'g2' })], 5)
    expect(planned.areas.map(({ changes }) => changes)).toEqual([['relabelled', 'recategorised'], ['added']])
  })
})

describe('any two editions', () => {
  it('never drop a place that is held or sold without refusing the change', () => {
    fc.assert(
      fc.property(
        documents,
        documents,
        fc.array(fc.constantFrom<PlaceState[]>('free', 'held', 'sold'), { minLength: 1 }),
        (old, next, states) => {
          const [a, b] = [compile(old), compile(next)]
          const stateOf = (place: string): PlaceState => states[a.keys.indexOf(place) % states.length]!
          const { places, isApplicable } = planChange(a, b, stateOf)
          const remaining = new Set(b.keys)
          const lost = a.keys.filter((place) => stateOf(place) !== 'free' && !remaining.has(place))
          const refused = places.filter(({ refusal }) => refusal === 'removed').map(({ place }) => place)
          expect(refused).toEqual(lost)
          if (lost.length > 0) expect(isApplicable).toBe(false)
          // Every place of either edition has exactly one entry.
          expect(places.map(({ place }) => place).sort()).toEqual([...new Set([...a.keys, ...b.keys])].sort())
        },
      ),
      { numRuns: 60 },
    )
  })
})
