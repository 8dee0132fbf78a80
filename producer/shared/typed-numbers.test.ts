import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCount, readPrice } from './typed-numbers.ts'

describe('a typed price', () => {
  it.each([
    ['149', 149_00],
    ['1,490.50', 1490_50],
    ['1,000', 1000_00],
    ['100,000', 100_000_00],
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
    ['100000.01', 'too_big'],
    ['9000000000000000', 'too_big'],
    ['9'.repeat(400), 'too_big'],
  ])('"%s" is refused with a reason', (text, reason) => expect(readPrice(text)).toBe(reason))
})

it('an amount may be larger than a price where the caller says how large', () => {
  expect(readPrice('1,000,000', 2_000_000_00)).toBe(1_000_000_00)
  expect(readPrice('2,000,000.01', 2_000_000_00)).toBe('too_big')
})

describe('a typed number', () => {
  const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-٣₪ ')), maxLength: 400 })

  it('is one that can be computed with, however long it is, or none', () => {
    fc.assert(
      fc.property(digits, (text) => {
        const price = readPrice(text)
        if (typeof price === 'number') expect(price).toBeLessThanOrEqual(10_000_000)
        const count = readCount(text)
        if (!Number.isNaN(count)) expect(Number.isSafeInteger(count)).toBe(true)
      }),
    )
  })
})
