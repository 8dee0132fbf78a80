import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { bestAvailable } from './best-available.ts'
import type { BestRequest } from './best-search.ts'
import { type Board, boardOf, isFree } from './board.ts'
import {
  COMPANION,
  type CompiledMap,
  type CompiledRow,
  compile,
  runAround,
  WHEELCHAIR,
  wholeTableOf,
} from './compile.ts'
import type { Row, Table } from './document.ts'
import { newOrphans } from './orphans.ts'
import { checkSelection } from './selection.ts'

const ALL = [0, 1]

/** One row a line, from the front: `.` free, `#` taken, `w` wheelchair, `c` its companion, `b` free in category b, ` ` an aisle. */
const scene = (...lines: string[]): { map: CompiledMap; board: Board } => {
  const rows = lines.map((line, index): Row => {
    const places = Array.from(line).filter((character) => character !== ' ')
    const breaks: [number, number][] = []
    let position = 0
    for (const character of line) {
      if (character === ' ') breaks.push([position, 100])
      else position++
    }
    const id = `r${index}`
    const except: Row['except'] = {}
    places.forEach((character, place) => {
      if (character === 'w') except[place + 1] = { is: ['wheelchair'] }
      if (character === 'c')
        except[place + 1] = { is: ['companion'], of: `${id}.${places[place - 1] === 'w' ? place : place + 2}` }
      if (character === 'b') except[place + 1] = { category: 'b' }
    })
    return row({
      id,
      label: String(index + 1),
      rank: index,
      at: [500 - 25 * (places.length - 1) - 50 * breaks.length, 300 + 90 * index],
      count: places.length,
      breaks,
      except,
    })
  })
  const map = compile(hall({ rows }))
  const characters = lines.join('').replaceAll(' ', '')
  return { map, board: boardOf(map, (place) => characters[place] !== '#') }
}

/** The offer as the scene with `x` for its places. */
const offer = (
  lines: string[],
  request: Partial<BestRequest>,
): { kind?: string; shown: string[]; missing?: number } => {
  const { map, board } = scene(...lines)
  const found = bestAvailable(map, board, { seats: 2, categories: ALL, ...request })
  const places = new Set(found?.groups.flat())
  let index = 0
  const shown = lines.map((line) => line.replaceAll(/[^ ]/g, (character) => (places.has(index++) ? 'x' : character)))
  return { ...(found && { kind: found.kind, missing: found.missing }), shown }
}

describe('together', () => {
  it('the middle of the front row is offered first, and nobody is left alone', () => {
    expect(offer(['......', '......'], { seats: 2 })).toMatchObject({ kind: 'together', shown: ['..xx..', '......'] })
    expect(offer(['......', '......'], { seats: 4 }).shown).toEqual(['xxxx..', '......'])
  })

  it('an aisle parts a party no less than a taken place', () => {
    expect(offer(['.. ..', '....'], { seats: 3 })).toMatchObject({ kind: 'last_resort', shown: ['.. ..', 'xxx.'] })
    expect(offer(['.. ..', '....'], { seats: 4 })).toMatchObject({ kind: 'together', shown: ['.. ..', 'xxxx'] })
  })

  it('a party as long as its row is offered the row', () => {
    expect(offer(['#....#', '......'], { seats: 6 })).toMatchObject({ kind: 'together', shown: ['#....#', 'xxxxxx'] })
  })

  it('the last pair is offered to a single buyer as a last resort', () => {
    expect(offer(['##..##'], { seats: 1 })).toMatchObject({ kind: 'last_resort', shown: ['##x.##'] })
  })

  it('a place of another price beside is no boundary: nobody is alone beside it', () => {
    // Beside the pair lies one place of this category and then dearer ones: it is not alone.
    expect(offer(['#...bb#'], { seats: 2, categories: [0] })).toMatchObject({ kind: 'together', shown: ['#xx.bb#'] })
    expect(offer(['#...##'], { seats: 2, categories: [0] })).toMatchObject({ kind: 'last_resort' })
  })

  it('only places of the categories and sections that were requested are offered', () => {
    expect(offer(['....', 'bbbb'], { categories: [1] }).shown[0]).toBe('....')
    const map = compile(
      hall({ sections: [section(), section({ id: 't', rank: 1 })], rows: [row(), row({ id: 'r2', section: 't' })] }),
    )
    const found = bestAvailable(
      map,
      boardOf(map, () => true),
      { seats: 2, categories: ALL, sections: [1] },
    )
    expect(found!.groups[0]!.every((place) => place >= 10)).toBe(true)
  })
})

describe('apart', () => {
  it('eight where the longest run is seven sit in two adjacent rows', () => {
    const found = offer(['.......', '.......', '.......'], { seats: 8 })
    expect(found.kind).toBe('adjacent_rows')
    expect(found.shown[2]).toBe('.......')
    expect(found.shown.join('').match(/x/g)).toHaveLength(8)
  })

  it('under the strict rule a party of four parts rather than leaving a single seat', () => {
    const rows = ['#.....#', '#.....#']
    expect(offer(rows, { seats: 4 }).kind).toBe('last_resort')
    expect(offer(rows, { seats: 4, orphans: 'strict' })).toMatchObject({
      kind: 'adjacent_rows',
      shown: ['#xx...#', '#xx...#'],
    })
  })

  it('rows that do not touch give parts of two and more in one section', () => {
    expect(offer(['..###', '#####', '..###'], { seats: 4 })).toMatchObject({
      kind: 'same_section',
      shown: ['xx###', '#####', 'xx###'],
    })
    expect(offer(['...##', '#####', '..###'], { seats: 4 }).shown).toEqual(['.xx##', '#####', 'xx###'])
  })

  it('single places are offered last, and nothing where too few are left', () => {
    expect(offer(['.#.#.'], { seats: 3 })).toMatchObject({ kind: 'same_section', shown: ['x#x#x'] })
    expect(offer(['.#.#.'], { seats: 4 }).kind).toBeUndefined()
  })

  it('other sections are offered when one has too few', () => {
    const map = compile(
      hall({
        sections: [section(), section({ id: 't', rank: 1 })],
        rows: [row({ count: 2 }), row({ id: 'r2', section: 't', count: 2 })],
      }),
    )
    expect(
      bestAvailable(
        map,
        boardOf(map, () => true),
        { seats: 4, categories: ALL },
      ),
    ).toMatchObject({ kind: 'apart', missing: 0 })
  })
})

describe('tables', () => {
  const table: Table = {
    id: 't1',
    section: 's',
    label: '1',
    rank: 0,
    at: [500, 300],
    angle: 0,
    numbering: {},
    category: 'a',
    except: {},
    count: 8,
    shape: 'round',
    size: [180, 180],
    sold: 'whole',
  }

  it('a table that is sold whole is offered to a party of its size only', () => {
    const map = compile(hall({ tables: [table] }))
    const best = (seats: number) =>
      bestAvailable(
        map,
        boardOf(map, () => true),
        { seats, categories: ALL },
      )
    expect(best(8)).toMatchObject({ kind: 'together' })
    expect(best(7)).toBeUndefined()
    expect(best(2)).toBeUndefined()
  })

  it('at a table of single places nobody counts as left alone', () => {
    const map = compile(hall({ tables: [{ ...table, sold: 'seats' }] }))
    expect(
      bestAvailable(
        map,
        boardOf(map, () => true),
        { seats: 7, categories: ALL },
      )?.kind,
    ).toBe('together')
  })
})

describe('accessible places', () => {
  it('a companion sits on the place that belongs to the wheelchair place', () => {
    expect(offer(['wc......cw'], { seats: 2, wheelchairs: 1 })).toMatchObject({ kind: 'together', missing: 0 })
    expect(offer(['wc......cw'], { seats: 3, wheelchairs: 1 }).shown).toEqual(['xxx.....cw'])
  })

  it('two wheelchairs come together with their companions', () => {
    expect(offer(['wccw....', '......wc'], { seats: 4, wheelchairs: 2 }).shown).toEqual(['xxxx....', '......wc'])
  })

  it('companions who find no place beside sit behind; who finds none at all is counted', () => {
    expect(offer(['w#####', '..####'], { seats: 3, wheelchairs: 1 })).toMatchObject({
      kind: 'adjacent_rows',
      shown: ['x#####', 'xx####'],
    })
    expect(offer(['w#####', '.#####'], { seats: 3, wheelchairs: 1 })).toMatchObject({
      missing: 1,
      shown: ['x#####', 'x#####'],
    })
  })

  it('as long as an accessible place is free, nobody goes away empty-handed', () => {
    expect(offer(['w#####'], { seats: 5, wheelchairs: 1 })).toMatchObject({ missing: 4, shown: ['x#####'] })
    expect(offer(['#c....'], { seats: 2, wheelchairs: 1 }).kind).toBeUndefined()
  })

  it('the companion’s place of a free wheelchair place is left for its party', () => {
    expect(offer(['w#cw##'], { seats: 2, wheelchairs: 1 }).shown).toEqual(['w#xx##'])
    expect(offer(['w##cw#'], { seats: 4, wheelchairs: 1 })).toMatchObject({ missing: 2 })
  })

  it('a general party never gets them, not even the last places', () => {
    expect(offer(['wccw'], { seats: 2 }).kind).toBeUndefined()
    expect(offer(['w......c', '....'], { seats: 8 })).toMatchObject({ shown: ['wxxxxxxc', 'xx..'] })
  })
})

describe('every hall and every state', () => {
  const worlds = fc.record({
    document: documents,
    taken: fc.array(fc.nat(400), { maxLength: 250 }),
    seats: fc.integer({ min: 1, max: 9 }),
  })

  it('a general party gets free places of its own, never an accessible one, and nobody is stranded where another offer exists', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.constantFrom<number[]>([0], [1], [0, 1], [0, 1, 2]),
        ({ document, taken, seats }, categories) => {
          const map = compile(document)
          const gone = new Set(taken)
          const board = boardOf(map, (place) => !gone.has(place))
          const found = bestAvailable(map, board, { seats, categories })
          const fits = (place: number): boolean =>
            isFree(board, place) &&
            categories.includes(map.category[place]!) &&
            (map.flags[place]! & (WHEELCHAIR | COMPANION)) === 0
          const pool = Array.from({ length: map.size }, (_, place) => place).filter(fits)
          const windows = pool.filter((start) => {
            const window = Array.from({ length: seats }, (_, index) => start + index)
            const table = wholeTableOf(map, start)
            const isWhole = !table || table.end - table.first === seats
            return start + seats <= runAround(map, start)[1] && window.every(fits) && isWhole
          })
          const clean = windows.filter(
            (start) =>
              newOrphans(
                map,
                board,
                Array.from({ length: seats }, (_, index) => start + index),
              ).length === 0,
          )
          const places = found?.groups.flat() ?? []
          // A table that is sold whole is for a party of its size: its places are none that a party is spread over.
          const loose = pool.filter((place) => !wholeTableOf(map, place))
          if (loose.length >= seats || windows.length > 0) expect(found).toBeDefined()
          if (pool.length < seats) expect(found).toBeUndefined()
          if (!found) return
          expect(checkSelection(map, board, places)).toEqual([])
          expect(places.length).toBe(seats)
          expect(new Set(places).size).toBe(seats)
          expect(places.every(fits)).toBe(true)
          expect(found.kind === 'together').toBe(clean.length > 0)
          if (clean.length > 0) expect(newOrphans(map, board, places)).toEqual([])
          const score = (start: number): number =>
            map.quality.slice(start, start + seats).reduce((sum, value) => sum + value, 0) / seats
          if (clean.length > 0) expect(score(places[0]!)).toBeCloseTo(Math.min(...clean.map(score)), 3)
          if (windows.length > 0) expect(found.groups).toHaveLength(1)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('a party with wheelchairs gets as many wheelchair places as it needs', () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 3 }), ({ document, taken, seats }, wheelchairs) => {
        const map = compile(document)
        const gone = new Set(taken)
        const board = boardOf(map, (place) => !gone.has(place))
        const free = Array.from({ length: map.size }, (_, place) => place).filter(
          (place) => isFree(board, place) && (map.flags[place]! & WHEELCHAIR) !== 0,
        )
        const people = seats + wheelchairs
        const isTable = ({ kind, first, end }: CompiledRow): boolean => {
          const own = Array.from({ length: end - first }, (_, index) => first + index)
          const accessible = own.filter((place) => free.includes(place)).length
          return (
            kind === 'whole_table' &&
            own.length === people &&
            own.every((place) => isFree(board, place)) &&
            accessible >= wheelchairs
          )
        }
        const categories = map.categories.map((_, category) => category)
        const found = bestAvailable(map, board, { seats: people, wheelchairs, categories })
        const loose = free.filter((place) => !wholeTableOf(map, place))
        expect(found !== undefined).toBe(loose.length >= wheelchairs || map.rows.some(isTable))
        if (!found) return
        const places = found.groups.flat()
        expect(checkSelection(map, board, places)).toEqual([])
        if (places.some((place) => wholeTableOf(map, place))) return
        expect(places.length + found.missing).toBe(seats + wheelchairs)
        expect(new Set(places).size).toBe(places.length)
        expect(places.every((place) => isFree(board, place))).toBe(true)
        expect(places.filter((place) => (map.flags[place]! & WHEELCHAIR) !== 0)).toHaveLength(wheelchairs)
      }),
      { numRuns: 80 },
    )
  })
})
