import { expect, test } from 'vitest'
import { shekels, uuid } from './endpoint.ts'

test('a sum has two decimal places at most, however small the rest is; what calculating adds to it is none', () => {
  for (const price of [0.1 + 0.2, 149.9, 1.005 - 0.005, 99_999.99])
    expect(shekels.safeParse(price).success, `${price}`).toBe(true)
  for (const price of [1e-10, 0.001, 149.900_000_1]) expect(shekels.safeParse(price).success, `${price}`).toBe(false)
})

test('a uuid is read in small letters, however it is typed', () => {
  const typed = '01A22782-212E-7000-B7B4-295EEFC8C479'
  expect(uuid.parse(typed)).toBe(typed.toLowerCase())
  expect(uuid.safeParse('01a22782').success).toBe(false)
})
