import { describe, expect, it } from 'vitest'
import { searchScope } from './use-search.ts'

describe('searchScope', () => {
  it('requests the whole list for an empty text and nothing for one or two characters', () => {
    expect(searchScope('', 'נועם')).toBe('all')
    expect(searchScope('נו', 'נועם')).toBe('too_short')
  })

  it('never requests the two characters typed before the third', () => {
    expect(searchScope('נועם', 'נו')).toBe('too_short')
    expect(searchScope('נועם', 'נועם')).toBe('matches')
  })

  it('keeps the last submitted search until typing pauses', () => {
    expect(searchScope('נועם', '')).toBe('all')
    expect(searchScope('נועם לוי', 'נועם')).toBe('matches')
  })
})
