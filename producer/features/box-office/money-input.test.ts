import { describe, expect, it } from 'vitest'
import { changeOf, likelyNotes, readShekels } from './money-input.ts'

describe('cash at the counter', () => {
  it.each([
    ['120', 120],
    ['120.5', 120.5],
    ['120,50', 120.5],
    [' 0.05 ', 0.05],
    ['7.', 7],
  ])('is read as typed: %s', (text, sum) => expect(readShekels(text)).toBe(sum))

  it.each(['', '-5', '1.234', 'a', '1e3', '12345678'])('is no sum: %s', (text) =>
    expect(readShekels(text)).toBeUndefined(),
  )

  it('offers the notes that people give', () => {
    expect(likelyNotes(149)).toEqual([150, 200])
    expect(likelyNotes(80)).toEqual([100, 200])
    expect(likelyNotes(200)).toEqual([])
    expect(likelyNotes(12.9)).toEqual([20, 50, 100])
  })

  it('gives change to the agora', () => {
    expect(changeOf(0.3, 0.1)).toBe(0.2)
    expect(changeOf(100, 149.9)).toBe(-49.9)
  })
})
