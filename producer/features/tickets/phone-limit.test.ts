import { describe, expect, it } from 'vitest'
import { readLimit } from './phone-limit.ts'

describe('how many tickets one phone may buy, as it is typed', () => {
  it('is a whole number from one to a hundred', () => {
    expect([readLimit('1'), readLimit(' 6 '), readLimit('100')]).toEqual([1, 6, 100])
    expect([readLimit('0'), readLimit('101'), readLimit('2.5'), readLimit('-1'), readLimit('two')]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it('leaves it to the ticket types when nothing is typed', () => {
    expect(readLimit('  ')).toBe(true)
  })
})
