import { describe, expect, it } from 'vitest'
import { inPageOrder } from './user-text.ts'

describe('a text that people typed', () => {
  it('of both directions has that of the page inside an isolate', () => {
    expect(inPageOrder('DJ נועם', 'he')).toBe('\u200fDJ נועם')
    expect(inPageOrder('נועם DJ', 'en')).toBe('\u200eנועם DJ')
    expect(inPageOrder('חفلة VIP', 'en')).toBe('\u200eחفلة VIP')
  })

  it('that begins in the direction of the page, or has one direction, stays as it is', () => {
    for (const text of ['נועם DJ', 'Mamma Mia!', 'ערב שירה', '12', '']) expect(inPageOrder(text, 'he')).toBe(text)
    expect(inPageOrder('DJ נועם', 'en')).toBe('DJ נועם')
  })
})
