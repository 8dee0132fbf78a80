import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotteryPlace } from './lottery.ts'

const seeds = fc.stringMatching(/^[\da-f]{32}$/)
const seedOf = (number: number): string => number.toString(16).padStart(32, '0')
const orderOf = (size: number, seed: string): number[] =>
  Array.from({ length: size }, (_, index) => lotteryPlace(index, size, seed))

describe('lotteryPlace', () => {
  it('every place is given to exactly one person, for any number of people', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), seeds, (size, seed) => {
        expect(orderOf(size, seed).toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, place) => place))
      }),
      { numRuns: 60 },
    )
  })

  it('the same seed gives the same order, another seed another order', () => {
    expect(orderOf(50, seedOf(1))).toEqual(orderOf(50, seedOf(1)))
    expect(orderOf(50, seedOf(1))).not.toEqual(orderOf(50, seedOf(2)))
  })

  it.each([2, 3, 5, 12])('among %i people, each gets each place equally often over many lotteries', (size) => {
    const lotteries = 4000
    const counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
    for (let draw = 0; draw < lotteries; draw++)
      orderOf(size, seedOf(draw * 7919 + 13)).forEach((place, index) => {
        const row = counts[index]
        if (row) row[place] = (row[place] ?? 0) + 1
      })
    const expected = lotteries / size
    // Five standard deviations: chance alone exceeds this once in a million cells.
    const maxDeviation = 5 * Math.sqrt(expected)
    for (const row of counts) for (const count of row) expect(Math.abs(count - expected)).toBeLessThan(maxDeviation)
  })

  it('early arrival gives no better place among 10,000 people', () => {
    const size = 10_000
    const sumOf = (from: number) => {
      let sum = 0
      for (let draw = 0; draw < 40; draw++)
        for (let index = from; index < from + 50; index++) sum += lotteryPlace(index, size, seedOf(draw + 1))
      return sum / 2000
    }
    for (const mean of [sumOf(0), sumOf(size - 50)]) expect(Math.abs(mean - size / 2)).toBeLessThan(330)
  })
})
