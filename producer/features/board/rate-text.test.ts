import { expect, it } from 'vitest'
import { rateText } from './rate-text.ts'

it('entries per minute that are few have a decimal, so that two in five minutes are not none', () => {
  expect([0, 0.4, 3, 9.6, 12.4].map((rate) => rateText(rate, 'he'))).toEqual(['0', '0.4', '3', '9.6', '12'])
})
