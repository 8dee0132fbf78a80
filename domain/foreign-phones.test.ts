import { describe, expect, it } from 'vitest'
import { israeliPhoneFor, takesForeignPhone } from './foreign-phones.ts'

describe('a phone of another country', () => {
  it('is accepted for a sum to pay and refused for a free order, unless the producer says otherwise', () => {
    for (const unset of [undefined, null]) {
      expect(takesForeignPhone(unset, 6000)).toBe(true)
      expect(takesForeignPhone(unset, 0)).toBe(false)
    }
    expect([takesForeignPhone(true, 0), takesForeignPhone(false, 6000)]).toEqual([true, false])
  })
})

describe('the orders that need an Israeli phone', () => {
  it('are named by the setting and the prices', () => {
    expect(israeliPhoneFor(undefined, [60, 120])).toBeUndefined()
    expect(israeliPhoneFor(undefined, [0, 120])).toBe('free')
    expect(israeliPhoneFor(undefined, [0, 0])).toBe('all')
    expect(israeliPhoneFor(false, [0, 120])).toBe('all')
    expect(israeliPhoneFor(true, [0, 120])).toBeUndefined()
    expect(israeliPhoneFor(false, [])).toBeUndefined()
  })
})
