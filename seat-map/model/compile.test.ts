import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { compile, describePlace, flagBits, flagsOf, indexOfKeys, neighboursOf, runAround } from './compile.ts'
import type { ComputedPlaces } from './computed-places.ts'
import { countPlaces, FLAGS, type MapDocument, type Table } from './document.ts'
import { firstNumbers } from './seat-numbers.ts'
import { seatUuid } from './seat-uuid.ts'

const SEATING = '019377b4-5a3c-8d2e-9f01-8c6f00000000'

const labels = (...args: Parameters<typeof row>): string => compile(hall({ rows: [row(...args)] })).labels.join(' ')

const table = (change: Partial<Table> = {}): Table => ({
  id: 't1',
  section: 's',
  label: 'שולחן 1',
  rank: 5,
  at: [500, 900],
  angle: 0,
  numbering: {},
  category: 'b',
  except: {},
  count: 8,
  shape: 'round',
  size: [180, 180],
  sold: 'seats',
  ...change,
})

describe('compile', () => {
  it('any hall has unique places and seats with symmetric neighbours of the same row or table', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const map = compile(document)
        expect(new Set(map.keys).size).toBe(map.size)
        const numbers = firstNumbers(map.size)
        const seats = map.keys.map((_, place) => seatUuid(SEATING, numbers.byIndex[place] ?? -1))
        expect(new Set(seats).size).toBe(map.size)
        expect(map.size).toBe(countPlaces(document))
        const places = Array.from({ length: map.size }, (_, place) => place)
        const wrong = places.filter((place) => {
          const [start, end] = runAround(map, place)
          const isOneSided = neighboursOf(map, place).some(
            (other) => !neighboursOf(map, other).includes(place) || map.row[other] !== map.row[place],
          )
          const { first, end: rowEnd } = map.rows[map.row[place]!]!
          return place < start || place >= end || isOneSided || place < first || place >= rowEnd
        })
        expect(wrong).toEqual([])
        expect(map.quality.every(Number.isFinite)).toBe(true)
        expect(map.runStarts.at(-1)).toBe(map.size)
      }),
      { numRuns: 60 },
    )
  })

  it('a companion belongs to a wheelchair place', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const map = compile(document)
        map.wheelchairOf.forEach((of, place) => {
          expect(of >= 0).toBe(flagsOf(map.flags[place]!).includes('companion'))
          if (of >= 0) expect(flagsOf(map.flags[of]!)).toEqual(['wheelchair'])
        })
      }),
      { numRuns: 60 },
    )
  })

  it('numbers are counted from the right of the audience, wherever the stage is', () => {
    const labelsFacing = (focus: [number, number]): string =>
      compile(hall({ focus, rows: [row({ count: 4 })] })).labels.join(' ')
    expect(labelsFacing([350, 0])).toBe('4 3 2 1')
    expect(labelsFacing([350, 900])).toBe('1 2 3 4')
  })

  it('a row that is stored from right to left, or is turned, has the same labels to the eye', () => {
    expect(labels({ count: 4, at: [425, 300], angle: 180 })).toBe('1 2 3 4')
    const turned = compile(hall({ focus: [900, 300], rows: [row({ count: 3, at: [0, 200], angle: 90 })] }))
    // The audience faces right: its right is below.
    expect(turned.labels).toEqual(['3', '2', '1'])
  })

  it('a section with its own focus and numbering has its own right', () => {
    const own = section({ focus: [500, 2000], numbering: { ...section().numbering, first: 101 } })
    expect(compile(hall({ sections: [own], rows: [row({ count: 3 })] })).labels).toEqual(['101', '102', '103'])
  })

  it('odd and even halves are neighbours by position, not by number', () => {
    const map = compile(hall({ rows: [row({ count: 6, numbering: { scheme: 'odd_even' } })] }))
    expect(map.labels).toEqual(['6', '4', '2', '1', '3', '5'])
    expect(neighboursOf(map, 2)).toEqual([1, 3])
  })

  it('an aisle amid a row and a place that is gone part the neighbours; the labels stay', () => {
    const map = compile(hall({ rows: [row({ breaks: [[4, 100]], except: { 7: { gone: true } } })] }))
    expect(map.labels.join(' ')).toBe('10 9 8 7 6 5 3 2 1')
    expect(neighboursOf(map, 3)).toEqual([2])
    expect(neighboursOf(map, 4)).toEqual([5])
    expect(neighboursOf(map, 5)).toEqual([4])
    expect(map.keys[6]).toBe('r1.8')
  })

  it('the neighbours of a curved row stand side by side', () => {
    const map = compile(hall({ rows: [row({ bend: 60 })] }))
    for (let place = 1; place < map.size; place++)
      expect(Math.hypot(map.x[place]! - map.x[place - 1]!, map.y[place]! - map.y[place - 1]!)).toBeCloseTo(50, 0)
  })

  it('a seat inserted amid a sold row has a key of its own; the sold ones keep key and label', () => {
    const keys = [1, 2, 3, 4, 5, 11, 6, 7, 8, 9, 10]
    const label = (key: number): string => String(11 - key)
    const except = Object.fromEntries(keys.map((key) => [key, { label: key === 11 ? '5א' : label(key) }]))
    const map = compile(hall({ rows: [row({ count: 11, keys, except })] }))
    expect(map.keys[5]).toBe('r1.11')
    expect(map.labels.join(' ')).toBe('10 9 8 7 6 5א 5 4 3 2 1')
  })

  it('rows lie in the order of their ranks, and sections of theirs', () => {
    const rows = [
      row({ id: 'r2', rank: 15, label: 'ט״ו' }),
      row({ id: 'r3', rank: 14, label: 'י״ד' }),
      row({ id: 'r4', section: 't', rank: 1 }),
    ]
    const map = compile(hall({ sections: [section({ rank: 1 }), section({ id: 't', rank: 0 })], rows }))
    expect(map.rows.map(({ id }) => id)).toEqual(['r4', 'r3', 'r2'])
  })

  it('places of a table are numbered around it', () => {
    const map = compile(hall({ rows: [row()], tables: [table({ sold: 'whole' })] }))
    expect(map.rows[1]).toMatchObject({ kind: 'whole_table', first: 10, end: 18 })
    expect(map.labels.slice(10)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(map.categories[map.category[10]!]).toBe('b')
  })

  it('the place nearest to the middle of the front is the best, a restricted view costs', () => {
    const map = compile(
      hall({ rows: [row(), row({ id: 'r2', rank: 2, at: [275, 400], except: { 5: { is: ['restricted'] } } })] }),
    )
    const best = map.quality.indexOf(Math.min(...map.quality))
    expect([4, 5]).toContain(best)
    expect(map.quality[14]).toBeGreaterThan(map.quality[13]!)
    expect(map.bestRuns[0]).toBe(0)
  })

  it('on a row around the stage the centre line is the best, though every place is as far away', () => {
    const count = 41
    const free = Array.from({ length: count }, (_, index): [number, number] => {
      const turn = ((index - 20) * 2 * Math.PI) / 180
      return [Math.sin(turn) * 1500, Math.cos(turn) * 1500]
    })
    const map = compile(hall({ rows: [row({ at: [500, 0], count, free })] }))
    const order = Array.from(map.quality.keys()).sort((a, b) => map.quality[a]! - map.quality[b]!)
    expect(order[0]).toBe(20)
    expect(order.slice(1, 3).toSorted((a, b) => a - b)).toEqual([19, 21])
    expect(order.slice(-2).toSorted((a, b) => a - b)).toEqual([0, 40])
  })

  it('around a pitch, the middle of each stand is its best part', () => {
    const stands = hall({
      focus: [0, 0],
      sections: ['s', 't', 'u', 'v'].map((id, rank) => section({ id, rank })),
      rows: [
        row({ section: 's', at: [-225, 2000] }),
        row({ id: 'r2', section: 't', at: [-2000, -225], angle: 90 }),
        row({ id: 'r3', section: 'u', at: [225, -2000], angle: 180 }),
        row({ id: 'r4', section: 'v', at: [2000, 225], angle: -90 }),
      ],
    })
    const map = compile(stands)
    for (const first of [0, 10, 20, 30]) {
      const own = Array.from(map.quality.slice(first, first + 10))
      expect([4, 5]).toContain(own.indexOf(Math.min(...own)))
    }
  })

  it('a place is described with section, row, number and gate', () => {
    const map = compile(hall({ sections: [section({ gate: '5' })], rows: [row()] }))
    expect(describePlace(map, indexOfKeys(map.keys).get('r1.10')!)).toEqual({
      section: 'אולם',
      row: 'א׳',
      number: '1',
      gate: '5',
    })
  })

  it('an empty document has no places', () => {
    expect(compile(hall({ focus: null })).size).toBe(0)
  })
})

describe('flags', () => {
  it('become bits and flags again', () => {
    fc.assert(
      fc.property(fc.subarray([...FLAGS]), (flags) => {
        expect(flagsOf(flagBits(flags))).toEqual(flags)
      }),
    )
  })
})

describe('compiling one drawing again and again', () => {
  it('gives what compiling it once gives, whatever of it changed', () => {
    fc.assert(
      fc.property(documents, fc.nat(20), fc.boolean(), (document, at, isLeft) => {
        const computed: ComputedPlaces = new WeakMap()
        compile(document, computed)
        const changes: MapDocument[] = [
          { ...document, rows: document.rows.map((row, index) => (index === at ? { ...row, gap: row.gap + 5 } : row)) },
          { ...document, focus: isLeft ? [-5000, 100] : null },
          {
            ...document,
            sections: document.sections.map((each) => ({ ...each, numbering: { ...each.numbering, first: 7 } })),
          },
          document,
        ]
        for (const changed of changes) expect(compile(changed, computed)).toEqual(compile(changed))
      }),
      { numRuns: 60 },
    )
  })
})
