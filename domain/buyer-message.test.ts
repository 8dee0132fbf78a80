import { describe, expect, it } from 'vitest'
import { smsParts } from './buyer-message.ts'

describe('the parts of an SMS', () => {
  it('hold 70 characters of Hebrew alone and 67 in several', () => {
    expect([smsParts('א'), smsParts('א'.repeat(70)), smsParts('א'.repeat(71)), smsParts('א'.repeat(135))]).toEqual([
      1, 1, 2, 3,
    ])
  })

  it('hold 160 characters of English alone and 153 in several', () => {
    expect([smsParts('a'.repeat(160)), smsParts('a'.repeat(161)), smsParts('a'.repeat(307))]).toEqual([1, 2, 3])
  })
})
