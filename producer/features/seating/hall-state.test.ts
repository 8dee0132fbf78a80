import { SEAT_STANDINGS } from '@kartis/domain/seats.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { firstNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import { describe, expect, it } from 'vitest'
import { countsOf, firstPlace, looksOf, standingsOf, wholeRows } from './hall-state.ts'

const map = compile(
  hall({ rows: [row({ count: 4 }), row({ id: 'r2', rank: 2, label: 'ב׳', at: [275, 400], count: 4 })] }),
)
/** Free, held, sold and blocked, then house, invitations, the box office and no such place. */
const board = btoa(String.fromCharCode(0, 1, 2, 6, 3, 4, 5, 255))
const standings = standingsOf(board, SEAT_STANDINGS, firstNumbers(map.size))

describe('the hall during the sale', () => {
  it('each place has the standing of its number', () => {
    expect(standings).toEqual(['free', 'held', 'sold', 'blocked', 'house', 'invitations', 'box_office', undefined])
    expect(countsOf(standings)).toEqual({ sold: 1, free: 1, held: 1, allotted: 3, blocked: 1 })
  })

  it('what is chosen is shown as chosen, whatever its standing', () => {
    expect([...looksOf(standings, new Set([0]))].slice(0, 4)).toEqual([
      LOOKS.mine,
      LOOKS.held,
      LOOKS.sold,
      LOOKS.blocked,
    ])
  })

  it('whole rows leave out what is held or sold', () => {
    expect(wholeRows(map, standings, new Set([0]))).toEqual([0, 3])
    expect(firstPlace(map, new Set([4]))).toMatchObject({ section: 'אולם', row: 'ב׳' })
  })
})
