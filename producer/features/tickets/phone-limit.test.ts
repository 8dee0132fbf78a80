import { describe, expect, it } from 'vitest'
import { readLimit } from './phone-limit.ts'

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
