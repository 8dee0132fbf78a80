import { describe, expect, it } from 'vitest'
import { caretAfter, groupPhone } from './phone-digits.ts'

describe('a phone number while it is typed', () => {
  it('is grouped in the national format, with or without the leading zero', () => {
    expect(groupPhone('972', '0524187730')).toBe('052-418-7730')
    expect(groupPhone('972', '524187730')).toBe('52-418-7730')
    expect(groupPhone('972', '031234567')).toBe('03-123-4567')
    expect(groupPhone('972', '05')).toBe('05')
  })

  it('stays ungrouped for another country', () => {
    expect(groupPhone('1', '2125551234')).toBe('2125551234')
  })

  it('keeps the caret behind the same digit when a hyphen comes in', () => {
    expect(caretAfter('052-418-7730', 4)).toBe(5)
    expect(caretAfter('052-418-7730', 0)).toBe(0)
    expect(caretAfter('052', 9)).toBe(3)
  })
})
