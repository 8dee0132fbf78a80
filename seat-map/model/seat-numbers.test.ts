import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continuedNumbers, firstNumbers, indexByNumber, numbersOf, stretchesOf } from './seat-numbers.ts'

describe('seat numbers', () => {
  it('stay with their place, and new places are numbered after all that ever were', () => {
    const numberOf = new Map([
      ['r1.1', 0],
      ['r1.2', 1],
      ['r1.3', 2],
    ])
    const numbers = continuedNumbers(numberOf, 3, ['r1.1', 'r1.4', 'r1.3', 'r2.1'])
    expect([...numbers.byIndex]).toEqual([0, 3, 2, 4])
    expect(numbers.next).toBe(5)
    expect([...indexByNumber(numbers)]).toEqual([0, -1, 2, 1, 3])
  })

  it('travel as stretches', () => {
    expect(stretchesOf(firstNumbers(60_000))).toEqual([[0, 60_000]])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200)), (list) => {
        const numbers = { byIndex: Uint32Array.from(list), next: 201 }
        expect(numbersOf(stretchesOf(numbers), 201)).toEqual(numbers)
      }),
    )
  })
})
