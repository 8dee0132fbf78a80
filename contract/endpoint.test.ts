import { expect, test } from 'vitest'
import { shekels } from './endpoint.ts'

test('a sum has two decimal places at most, however small the rest is; what calculating adds to it is none', () => {
  for (const price of [0.1 + 0.2, 149.9, 1.005 - 0.005, 99_999.99])
    expect(shekels.safeParse(price).success, `${price}`).toBe(true)
  for (const price of [1e-10, 0.001, 149.900_000_1]) expect(shekels.safeParse(price).success, `${price}`).toBe(false)
})
