import { fromBase64, fromStateBits, isFree } from '@kartis/seat-map/model/board.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import { park } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { DEFAULT_SEAT_RULES } from '@kartis/domain/seats.ts'
import { describe, expect, it } from 'vitest'
import { isTakenInSample, previewOf, samplePrices } from './buyer-preview.ts'

describe('a draft as buyers would see it', () => {
  it('has the free places that it is looked at with, under the keys of the draft', () => {
    const preview = previewOf(theatre(), {
      ...samplePrices(theatre()),
      rules: DEFAULT_SEAT_RULES,
      isTaken: (key) => key.endsWith('.3'),
    })
    const { map, numbers } = fromWire(preview.wire)
    const board = fromStateBits(map, numbers, fromBase64(preview.bits))
    expect(map.size).toBe(600)
    for (let place = 0; place < map.size; place++) expect(isFree(board, place)).toBe(!map.keys[place]?.endsWith('.3'))
  })

  it('a sample has a price for each category and takes about four of ten places, the same each time', () => {
    const { prices, types } = samplePrices(theatre())
    expect(prices).toHaveLength(theatre().categories.length)
    expect(new Set(types.map(({ price }) => price)).size).toBe(types.length)
    const { map } = fromWire(previewOf(theatre(), { prices, types, rules: DEFAULT_SEAT_RULES, isTaken: () => false }).wire) // oxfmt-ignore
    const taken = map.keys.filter((key, place) => isTakenInSample(key, place, map)).length
    expect(taken / map.size).toBeGreaterThan(0.25)
    expect(taken / map.size).toBeLessThan(0.55)
  })

  it('a place of standing areas alone has a price and nothing taken', () => {
    const preview = previewOf(park(), { ...samplePrices(park()), rules: DEFAULT_SEAT_RULES, isTaken: isTakenInSample })
    expect(preview.types.length).toBeGreaterThan(0)
  })
})
