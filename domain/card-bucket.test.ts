import { expect, test } from 'vitest'
import { bucketOf, CARD_BRANDS } from './card-bucket.ts'

test.each([
  ['visa', 'regular'],
  ['mastercard', 'regular'],
  ['isracard', 'regular'],
  ['diners', 'special'],
  ['amex', 'special'],
  ['other', 'regular'],
] as const)('a local card of the brand %s is in the bucket %s', (brand, bucket) => {
  expect(bucketOf({ foreign: false, brand })).toBe(bucket)
})

test.each(CARD_BRANDS)('a foreign card of the brand %s is in the bucket tourist', (brand) => {
  expect(bucketOf({ foreign: true, brand })).toBe('tourist')
})
