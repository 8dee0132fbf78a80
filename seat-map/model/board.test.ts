import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import {
  boardOf,
  fromBase64,
  fromGaps,
  fromStateBits,
  isFree,
  setFree,
  toBase64,
  toGaps,
  toStateBits,
} from './board.ts'
import { compile } from './compile.ts'
import { continuedNumbers } from './seat-numbers.ts'

const map = compile(hall({ rows: [row({ breaks: [[4, 100]] }), row({ id: 'r2', rank: 2, count: 3 })] }))

describe('board', () => {
  it('knows how many places of each run are free and the best of them, whatever is taken and given back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(map.size - 1), fc.boolean())), (changes) => {
        const board = boardOf(map, () => true)
        const expected = Array.from({ length: map.size }, () => true)
        for (const [place, free] of changes) {
          setFree(board, map, place, free)
          expected[place] = free
        }
        expect(expected.map((_, place) => isFree(board, place))).toEqual(expected)
        expect(board.free).toBe(expected.filter(Boolean).length)
        board.runFree.forEach((count, run) => {
          const own = expected.slice(map.runStarts[run], map.runStarts[run + 1])
          expect(count).toBe(own.filter(Boolean).length)
          const free = own.flatMap((isOpen, index) => (isOpen ? [map.quality[map.runStarts[run]! + index]!] : []))
          expect(board.runBest[run]).toBe(Math.min(...free))
        })
      }),
    )
  })

  it('is sent as bits by seat number, which a change of the map does not move', () => {
    const numbers = continuedNumbers(
      new Map(map.keys.map((key, index) => [key, map.size - 1 - index])),
      map.size,
      map.keys,
    )
    const board = boardOf(map, (place) => place === 0 || place === 12)
    const bits = toStateBits(board, numbers)
    expect([...bits]).toEqual([0b0000_0001, 0b0001_0000])
    expect(fromStateBits(map, numbers, fromBase64(toBase64(bits)))).toEqual(board)
  })

  it('a state of 60,000 seats is 10,000 characters long', () => {
    expect(toBase64(new Uint8Array(7500).fill(255))).toHaveLength(10_000)
  })
})

describe('gaps', () => {
  it('are the distances of ascending numbers, the first from 0', () => {
    expect(toGaps([907, 5, 900, 6])).toEqual([5, 1, 894, 7])
    expect(toGaps([])).toEqual([])
  })

  it('lead to the same numbers again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(80_000)), (numbers) => {
        expect(fromGaps(toGaps(numbers))).toEqual(numbers.toSorted((a, b) => a - b))
      }),
    )
  })
})
