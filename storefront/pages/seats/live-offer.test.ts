import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { liveOffer } from './live-offer.ts'

const { sale, boardWith, at } = theatreSale()
const [lost, next, other] = [
  [at(6, '14'), at(6, '15')],
  [at(6, '16'), at(6, '17')],
  [at(6, '12'), at(6, '13')],
].map((places) => places.toSorted((a, b) => a - b)) as [number[], number[], number[]]
const party = { people: 2, wheelchairs: 0 }
const offerWhen = (taken: readonly number[], offer: readonly number[] = next, mine: readonly number[] = []) =>
  liveOffer(
    sale.map,
    boardWith((place) => !taken.includes(place)),
    { requested: lost, offer, mine, settle: (places) => places },
    party,
  )

describe('the offer in place of lost seats', () => {
  it('stays as the server made it while its places are free', () => {
    expect(offerWhen(lost)).toBe(next)
  })

  it('is the nearest group once somebody else took a place of it', () => {
    const offer = offerWhen([...lost, ...next])
    expect(offer).toHaveLength(2)
    expect(offer.some((place) => [...lost, ...next].includes(place))).toBe(false)
    // In the rows around, no further than the places beside the lost ones.
    const rows = offer.map((place) => Math.abs((sale.map.row[place] ?? 0) - (sale.map.row[lost[0] ?? 0] ?? 0)))
    expect(Math.max(...rows)).toBeLessThanOrEqual(1)
    expect(offerWhen([...lost, next[0] ?? 0, ...other, ...offer])).not.toEqual(offer)
  })

  it('is another group where the server named the seats that the buyer holds already', () => {
    const offer = offerWhen(lost, next, next)
    expect(offer).toHaveLength(2)
    expect(offer).not.toEqual(next)
  })

  it('is nothing when the category is sold out, and when there was none', () => {
    const all = Array.from({ length: sale.map.size }, (_, place) => place)
    expect(offerWhen(all)).toEqual([])
    expect(offerWhen(all, [])).toEqual([])
  })
})
