import { SEAT_STANDINGS } from '@kartis/domain/seats.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { firstNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import { describe, expect, it } from 'vitest'
import { accessibleOf, countsOf, looksOf, sectionsOf, soldBySection, standingsOf, wholeRows } from './hall-state.ts'

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
    const shown = (colors: 'state' | 'price') =>
      [...looksOf(map, standings, { mine: new Set([0]), offered: [5], colors })].slice(0, 6)
    const { mine, held, sold, blocked, allotted, offered, taken } = LOOKS
    expect(shown('state')).toEqual([mine, held, sold, blocked, allotted, offered])
    expect(shown('price')).toEqual([mine, taken, taken, blocked, allotted, offered])
  })

  it('whole rows leave out what is held or sold', () => {
    expect(wholeRows(map, standings, new Set([0]))).toEqual([0, 3])
  })

  it('sections and accessible places say how much of them is left', () => {
    expect(sectionsOf(map, standings)).toEqual([{ id: 's', name: 'אולם', sold: 1, total: 6 }])
    expect(soldBySection(map, standings)).toEqual([17])
    const accessible = compile(hall({ rows: [row({ count: 2, except: { 1: { is: ['wheelchair'] } } })] }))
    expect(accessibleOf(accessible, ['free', 'sold'])).toEqual({
      wheelchair: { total: 1, free: 1 },
      companion: { total: 0, free: 0 },
    })
  })
})
