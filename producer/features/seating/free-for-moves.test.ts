import type { SeatStanding } from '@kartis/domain/seats.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { describe, expect, it } from 'vitest'
import { moveOffers } from '@kartis/seat-map/model/move-offers.ts'
import { freeForMoves } from './free-for-moves.ts'

const map = compile(
  hall({ rows: [row({ count: 6 }), row({ id: 'r2', rank: 2, label: 'ב׳', at: [275, 400], count: 6 })] }),
)
const standings = (sold: readonly number[], more: Readonly<Record<number, SeatStanding>> = {}) =>
  Array.from({ length: map.size }, (_, place): SeatStanding => more[place] ?? (sold.includes(place) ? 'sold' : 'free'))
const offers = (from: readonly number[], all: readonly SeatStanding[]) =>
  moveOffers(map, freeForMoves(map, all), from, [0, 1])

describe('offers to a holder who moves', () => {
  it('are the nearest places side by side, none of them twice', () => {
    const found = offers([0, 1], standings([0, 1]))
    expect(found).toHaveLength(3)
    expect(found[0]).toEqual([2, 3])
    expect(new Set(found.flat()).size).toBe(6)
  })

  it('are also places that are set aside, and never blocked, held or sold ones', () => {
    const all = standings([0, 1, 2, 3], {
      4: 'house',
      5: 'box_office',
      6: 'blocked',
      7: 'held',
      8: 'blocked',
      10: 'sold',
    })
    expect(offers([0, 1], all)).toEqual([[4, 5]])
  })

  it('are none where nothing is asked, and none of another category', () => {
    expect(offers([], standings([]))).toEqual([])
    expect(moveOffers(map, freeForMoves(map, standings([0])), [0], [])).toEqual([])
  })
})
