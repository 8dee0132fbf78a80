import { describe, expect, it } from 'vitest'
import { changeOf, likelyNotes, readShekels } from './money-input.ts'

describe('cash amounts', () => {
  it.each([
    ['120', 120],
    ['120.5', 120.5],
    ['120,50', 120.5],
    [' 0.05 ', 0.05],
    ['7.', 7],
    ['₪500', 500],
    ['500 ₪', 500],
    ['1,000', 1000],
    ['80 ש"ח', 80],
  ])('readShekels reads %s', (text, sum) => expect(readShekels(text)).toBe(sum))

  it.each(['', '-5', '1.234', 'a', '1e3', '12345678'])('readShekels rejects %s', (text) =>
    expect(readShekels(text)).toBeUndefined(),
  )

  it('likelyNotes suggests the next round amounts', () => {
    expect(likelyNotes(149)).toEqual([150, 200])
    expect(likelyNotes(80)).toEqual([100, 200])
    expect(likelyNotes(200)).toEqual([])
    expect(likelyNotes(12.9)).toEqual([20, 50, 100])
  })

  it('changeOf is exact to the agora', () => {
    expect(changeOf(0.3, 0.1)).toBe(0.2)
    expect(changeOf(100, 149.9)).toBe(-49.9)
  })
})
