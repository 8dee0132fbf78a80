import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { bestAvailable } from './best-available.ts'
import { boardOf } from './board.ts'
import { compile } from './compile.ts'
import type { Table } from './document.ts'
import { accessibleAround, groupAt } from './group-at.ts'
import { checkSelection } from './selection.ts'

const table = (change: Partial<Table> = {}): Table => ({
  id: 't1',
  section: 's',
  label: 'שולחן 1',
  rank: 9,
  at: [500, 900],
  angle: 0,
  numbering: {},
  category: 'a',
  except: {},
  count: 4,
  shape: 'round',
  size: [150, 150],
  sold: 'whole',
  ...change,
})
const WHEELCHAIR = { 2: { is: ['wheelchair' as const] } }
const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

describe('a table that is sold whole', () => {
  it('is offered to a party of its size also where a place is missing at it', () => {
    const map = compile(hall({ tables: [table({ count: 6, except: { 3: { gone: true } } })] }))
    const board = boardOf(map, () => true)
    expect(bestAvailable(map, board, { seats: 5, categories: [0] })?.groups).toEqual([range(0, 5)])
    expect(bestAvailable(map, board, { seats: 3, categories: [0] })).toBeUndefined()
    expect(groupAt(map, board, 3, { people: 5, wheelchairs: 0 })).toEqual({ kind: 'group', places: range(0, 5) })
  })

  it('with a place for a wheelchair is never offered in part: another party with one gets a place elsewhere', () => {
    const elsewhere = row({ count: 3, at: [400, 2000], except: { 1: { is: ['wheelchair'] } } })
    const map = compile(hall({ rows: [elsewhere], tables: [table({ rank: 0, at: [500, 100], except: WHEELCHAIR })] }))
    const board = boardOf(map, () => true)
    const best = bestAvailable(map, board, { seats: 2, wheelchairs: 1, categories: [0] })
    expect(best?.groups).toEqual([[4, 5]])
    expect(checkSelection(map, board, best?.groups.flat() ?? [])).toEqual([])
    const single = compile(hall({ tables: [table({ except: WHEELCHAIR })] }))
    const request = { seats: 2, wheelchairs: 1, categories: [0] }
    expect(
      bestAvailable(
        single,
        boardOf(single, () => true),
        request,
      ),
    ).toBeUndefined()
  })

  it('with a place for a wheelchair is taken as a whole by a party of its size that has one', () => {
    const map = compile(hall({ rows: [row()], tables: [table({ except: WHEELCHAIR })] }))
    const board = boardOf(map, () => true)
    const party = { people: 4, wheelchairs: 1 }
    const whole = { kind: 'group', places: range(10, 4) }
    expect(bestAvailable(map, board, { seats: 4, wheelchairs: 1, categories: [0] })?.groups).toEqual([range(10, 4)])
    for (const place of [10, 11]) expect(groupAt(map, board, place, party)).toEqual(whole)
    expect(accessibleAround(map, board, party)(11)).toEqual(whole)
    expect(groupAt(map, board, 11, { people: 4, wheelchairs: 0 })).toEqual({ kind: 'for_wheelchair' })
    expect(groupAt(map, board, 11, { people: 4, wheelchairs: 2 })).toEqual({ kind: 'accessible_first' })
    expect(groupAt(map, board, 11, { people: 2, wheelchairs: 1 })).toEqual({ kind: 'whole_table', seats: 4 })
  })

  it('of which a place is closed is nobody’s', () => {
    const map = compile(hall({ tables: [table()] }))
    const board = boardOf(map, (place) => place !== 3)
    expect(groupAt(map, board, 0, { people: 4, wheelchairs: 0 })).toEqual({ kind: 'none' })
    expect(bestAvailable(map, board, { seats: 4, categories: [0] })).toBeUndefined()
  })
})
