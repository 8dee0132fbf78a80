import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('the letters in place of a face', () => {
  it('are those of the first two words', () => {
    expect(initialsOf('מיכל אלון ברקת')).toBe('מא')
    expect(initialsOf('  noa ')).toBe('n')
  })

  it('are none where there is no name yet but a phone number', () => {
    expect(initialsOf('050-234-5678')).toBe('')
    expect(initialsOf('')).toBe('')
  })

  it('pass over figures and signs', () => {
    expect(initialsOf('2 הופעות & ערב')).toBe('הע')
  })
})
