import { describe, expect, it } from 'vitest'
import { readLimit, readOrderLimit } from './sale-limits.ts'

describe('readLimit', () => {
  it('reads a whole number from 1 to 100', () => {
    expect([readLimit('1'), readLimit(' 6 '), readLimit('100')]).toEqual([1, 6, 100])
    expect([readLimit('0'), readLimit('101'), readLimit('2.5'), readLimit('-1'), readLimit('two')]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it('leaves the limit to the ticket types for an empty text', () => {
    expect(readLimit('  ')).toBe(true)
  })
})

describe('readOrderLimit', () => {
  it('reads a whole number from 1 to 500, and leaves it to the default for an empty text', () => {
    expect([readOrderLimit('1'), readOrderLimit(' 500 '), readOrderLimit(' ')]).toEqual([1, 500, null])
    expect([readOrderLimit('0'), readOrderLimit('501'), readOrderLimit('2.5'), readOrderLimit('x')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })
})
