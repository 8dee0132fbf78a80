import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnPlace } from './lottery.ts'

const seeds = fc.stringMatching(/^[\da-f]{32}$/)
const seedOf = (number: number): string => number.toString(16).padStart(32, '0')
const orderOf = (size: number, seed: string): number[] =>
  Array.from({ length: size }, (_, index) => drawnPlace(index, size, seed))

describe('the draw of those who came before the opening', () => {
  it('gives every place to exactly one of them, however many they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), seeds, (size, seed) => {
        expect(orderOf(size, seed).toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, place) => place))
      }),
      { numRuns: 60 },
    )
  })

  it('says the same each time, and something else for another seed', () => {
    expect(orderOf(50, seedOf(1))).toEqual(orderOf(50, seedOf(1)))
    expect(orderOf(50, seedOf(1))).not.toEqual(orderOf(50, seedOf(2)))
  })

  it.each([2, 3, 5, 12])('favours nobody among %i: over many draws each one gets each place as often', (size) => {
    const draws = 4000
    const counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
    for (let draw = 0; draw < draws; draw++)
      orderOf(size, seedOf(draw * 7919 + 13)).forEach((place, index) => {
        const row = counts[index]
        if (row) row[place] = (row[place] ?? 0) + 1
      })
    const expected = draws / size
    // Five standard deviations: chance alone crosses this once in a million cells.
    const most = 5 * Math.sqrt(expected)
    for (const row of counts) for (const count of row) expect(Math.abs(count - expected)).toBeLessThan(most)
  })

  it('gives the first who came no better place than the last, in a large crowd', () => {
    const size = 10_000
    const sumOf = (from: number) => {
      let sum = 0
      for (let draw = 0; draw < 40; draw++)
        for (let index = from; index < from + 50; index++) sum += drawnPlace(index, size, seedOf(draw + 1))
      return sum / 2000
    }
    for (const mean of [sumOf(0), sumOf(size - 50)]) expect(Math.abs(mean - size / 2)).toBeLessThan(330)
  })
})
