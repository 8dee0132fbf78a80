import { describe, expect, it } from 'vitest'
import { smsCost, smsParts } from './buyer-message.ts'

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

describe('the cost of a message', () => {
  it('is the price of a part times the parts, rounded once to an agora', () => {
    expect(smsCost(2, 900)).toBe(18)
    expect(smsCost(301, 875)).toBe(2634)
    expect(smsCost(0, 900)).toBe(0)
  })
})
