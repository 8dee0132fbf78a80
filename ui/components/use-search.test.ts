import { describe, expect, it } from 'vitest'
import { asksFor } from './use-search.ts'

describe('what a search box asks for', () => {
  it('is everything for nothing, and nothing for one or two characters', () => {
    expect(asksFor('', 'נועם')).toBe('all')
    expect(asksFor('נו', 'נועם')).toBe('nothing')
  })

  it('is never the two characters that stood there before the third was typed', () => {
    expect(asksFor('נועם', 'נו')).toBe('nothing')
    expect(asksFor('נועם', 'נועם')).toBe('matches')
  })

  it('keeps what is on screen until the typing rests', () => {
    expect(asksFor('נועם', '')).toBe('all')
    expect(asksFor('נועם לוי', 'נועם')).toBe('matches')
  })
})
