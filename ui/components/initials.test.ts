import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('initialsOf', () => {
  it('takes the first letters of the first two words', () => {
    expect(initialsOf('מיכל אלון ברקת')).toBe('מא')
    expect(initialsOf('  noa ')).toBe('n')
  })

  it('is empty for a phone number and an empty name', () => {
    expect(initialsOf('050-234-5678')).toBe('')
    expect(initialsOf('')).toBe('')
  })

  it('skips words that begin with a digit or a sign', () => {
    expect(initialsOf('2 הופעות & ערב')).toBe('הע')
  })
})
