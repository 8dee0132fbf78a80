import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { boardOf } from './board.ts'
import { compile } from './compile.ts'
import type { Table } from './document.ts'
import { checkSelection } from './selection.ts'

const table: Table = {
  id: 't1',
  section: 's',
  label: '1',
  rank: 9,
  at: [500, 900],
  angle: 0,
  numbering: {},
  category: 'a',
  except: {},
  count: 8,
  shape: 'round',
  size: [180, 180],
  sold: 'whole',
}
const pair = { 1: { is: ['wheelchair' as const] }, 2: { is: ['companion' as const], of: 'r1.1' } }
const map = compile(hall({ rows: [row({ except: pair })], tables: [table] }))
const check = (places: number[], taken: number[] = []) =>
  checkSelection(
    map,
    boardOf(map, (place) => !taken.includes(place)),
    places,
  )

describe('checkSelection', () => {
  it('free places of a row may be taken', () => {
    expect(check([4, 5, 6])).toEqual([])
  })

  it('the same place twice and places that are taken are named', () => {
    expect(check([4, 5, 4], [5])).toEqual([
      { code: 'duplicate', places: [4] },
      { code: 'taken', places: [5] },
    ])
  })

  it('of a table that is sold whole the missing places are named', () => {
    expect(check([10, 11, 12, 13, 14, 15, 16])).toEqual([{ code: 'table_incomplete', places: [17] }])
    expect(check([10, 11, 12, 13, 14, 15, 16, 17])).toEqual([])
  })

  it('a companion’s place is sold with its wheelchair place, and by itself once that is taken', () => {
    expect(check([1])).toEqual([{ code: 'companion_without_wheelchair', places: [1] }])
    expect(check([0, 1])).toEqual([])
    expect(check([1], [0])).toEqual([])
  })

  it('a companion’s place beside a wheelchair place that is only held waits for it, where the caller can tell', () => {
    const board = boardOf(map, (place) => place !== 0)
    const held = [{ code: 'companion_without_wheelchair', places: [1] }]
    expect(checkSelection(map, board, [1], () => false)).toEqual(held)
    expect(checkSelection(map, board, [1], (place) => place === 0)).toEqual([])
  })

  it('a wheelchair place may be taken without a companion', () => {
    expect(check([0])).toEqual([])
  })
})
