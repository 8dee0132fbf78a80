import { describe, expect, it } from 'vitest'
import { readPrice } from './typed-numbers.ts'

describe('a typed price', () => {
  it.each([
    ['149', 149_00],
    ['1,490.50', 1490_50],
    ['1,000', 1000_00],
    ['1,000,000', 1_000_000_00],
    ['79,90', 79_90],
    ['79,9', 79_90],
    ['.5', 50],
    ['₪500', 500_00],
    ['500 ₪', 500_00],
    ['\u200f500 ₪\u200f', 500_00],
    ['80 ש"ח', 80_00],
    ['80 ש״ח', 80_00],
    ['80שח', 80_00],
    ['80 שקל', 80_00],
    ['NIS 80', 80_00],
    ['٨٠', 80_00],
  ])('%s is read as people mean it', (text, agorot) => expect(readPrice(text)).toBe(agorot))

  it.each([
    ['', 'required'],
    ['₪', 'required'],
    ['-5', 'negative'],
    ['1.234', 'money_two_places'],
    ['1,00,0', 'not_a_number'],
    ['1,2345', 'not_a_number'],
    ['80 $', 'not_a_number'],
    ['1e3', 'not_a_number'],
  ])('"%s" is refused with a reason', (text, reason) => expect(readPrice(text)).toBe(reason))
})
