import { describe, expect, it } from 'vitest'
import { searchScope } from './use-search.ts'

describe('what a search box asks for', () => {
  it('is everything for nothing, and nothing for one or two characters', () => {
    expect(searchScope('', 'נועם')).toBe('all')
    expect(searchScope('נו', 'נועם')).toBe('nothing')
  })

  it('is never the two characters that stood there before the third was typed', () => {
    expect(searchScope('נועם', 'נו')).toBe('nothing')
    expect(searchScope('נועם', 'נועם')).toBe('matches')
  })

  it('keeps what is on screen until the typing rests', () => {
    expect(searchScope('נועם', '')).toBe('all')
    expect(searchScope('נועם לוי', 'נועם')).toBe('matches')
  })
})
