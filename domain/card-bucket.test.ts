import { expect, test } from 'vitest'
import { bucketOf, CARD_BUCKETS } from './card-bucket.ts'

test.each([
  [false, 2, 'regular'],
  [false, '1', 'regular'],
  [false, 3, 'special'],
  [false, '4', 'special'],
  [false, '04', 'special'],
  [true, 2, 'tourist'],
  [true, 4, 'tourist'],
  [true, undefined, 'tourist'],
  [false, undefined, 'regular'],
  [false, null, 'regular'],
  [false, '', 'regular'],
  [false, 'visa', 'regular'],
])('foreign %s, brand %s is %s', (foreign, brand, bucket) => {
  expect(bucketOf({ foreign, brand })).toBe(bucket)
  expect(CARD_BUCKETS).toContain(bucket)
})
