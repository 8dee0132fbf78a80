import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { areTogether } from '@kartis/seat-map/viewer/group-text.ts'
import { offersFor } from './offers.ts'

const { sale, categories, boardWith } = theatreSale()
const request = { party: { people: 4, wheelchairs: 0 }, orphans: 'gentle' } as const

describe('what a party is offered', () => {
  it('is one best group and two alternatives, each of another price and all together', () => {
    const offers = offersFor(
      sale,
      boardWith(() => true),
      categories,
      request,
    )
    expect(offers.map(({ reason }) => reason)).toEqual(['best', 'value', 'other'])
    expect(offers.map(({ price }) => price)).toEqual([880, 480, 680])
    for (const { places } of offers) expect(areTogether(sale.map, places)).toBe(true)
  })

  it('never has the same group twice, however little is left', () => {
    const middle = (place: number): boolean => (sale.map.row[place] ?? 0) >= 8 || sale.map.category[place] === 0
    // Of the front rows only the far end is left.
    const board = boardWith(
      (place) => middle(place) && (sale.map.category[place] !== 0 || (sale.map.x[place] ?? 0) < 900),
    )
    const offers = offersFor(sale, board, categories, request)
    expect(new Set(offers.map(({ places }) => places.join())).size).toBe(offers.length)
  })

  it('is never of a category without a ticket type on sale', () => {
    const closed = categories.map((category) => (category.index === 0 ? { ...category, types: [] } : category))
    const offers = offersFor(
      sale,
      boardWith(() => true),
      closed,
      request,
    )
    expect(offers.flatMap(({ places }) => places.map((place) => sale.map.category[place]))).not.toContain(0)
  })

  it('is nothing when all places are taken', () => {
    expect(
      offersFor(
        sale,
        boardWith(() => false),
        categories,
        request,
      ),
    ).toEqual([])
  })

  it('holds a place for the wheelchair of a party that has one', () => {
    const party = { people: 2, wheelchairs: 1 }
    const offers = offersFor(
      sale,
      boardWith(() => true),
      categories,
      { party, orphans: 'gentle' },
    )
    expect(offers.length).toBeGreaterThan(0)
    for (const { places } of offers)
      expect(places.filter((place) => ((sale.map.flags[place] ?? 0) & 1) !== 0)).toHaveLength(1)
  })
})
