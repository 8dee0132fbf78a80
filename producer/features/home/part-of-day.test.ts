import { expect, it } from 'vitest'
import { partOfDay } from './part-of-day.ts'

it('an hour before the morning is not the evening', () => {
  expect([0, 4, 5, 11, 12, 16, 17, 23].map(partOfDay)).toEqual([
    'night',
    'night',
    'morning',
    'morning',
    'noon',
    'noon',
    'evening',
    'evening',
  ])
})
