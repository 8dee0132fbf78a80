import { isFree, toGaps } from '@kartis/seat-map/model/board.ts'
import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { boardAfter, ownBoard } from './seats-board.ts'

const { sale, bitsWith } = theatreSale()
const first = boardAfter(sale, undefined, { rev: 5, bits: bitsWith((place) => place !== 7) })

describe('the live state of seats', () => {
  it('is read from bits', () => {
    expect(first && [6, 7, 8].map((place) => isFree(first.board, place))).toEqual([true, false, true])
  })

  it('follows what was taken and freed since', () => {
    const next = boardAfter(sale, first, { rev: 6, taken: toGaps([3, 8]), freed: toGaps([7]) })
    expect(next && [3, 7, 8].map((place) => isFree(next.board, place))).toEqual([false, true, false])
    // What is on the screen meanwhile stays as it was.
    expect(first && isFree(first.board, 3)).toBe(true)
  })

  it('stays the same object when nothing changed, so that nothing is computed anew', () => {
    expect(boardAfter(sale, first, { rev: 5, bits: bitsWith((place) => place !== 7) })).toBe(first)
    expect(boardAfter(sale, first, { rev: 5, taken: [], freed: [] })).toBe(first)
  })

  it('cannot be built from changes alone', () => {
    expect(boardAfter(sale, undefined, { rev: 6, taken: [1], freed: [] })).toBeUndefined()
  })

  it('lets a buyer swap onto the own seats, and nobody onto places without a price', () => {
    if (!first) throw new Error('no board')
    const own = ownBoard(sale, first, { mine: [7], isSold: (category) => category !== 2 })
    expect(isFree(own, 7)).toBe(true)
    const balcony = sale.map.category.indexOf(2)
    expect(isFree(own, balcony)).toBe(false)
  })
})
