import { expect, it } from 'vitest'
import { birthReason } from './birth-date.ts'

it.each([
  ['', undefined],
  ['1990-04-17', undefined],
  ['2000-02-29', undefined],
  ['-02-29', 'incomplete'],
  ['1990-02-31', 'no_such_day'],
  ['1990-02-29', 'no_such_day'],
  ['-04-31', 'no_such_day'],
  ['--31', 'incomplete'],
  ['1990-04-', 'incomplete'],
])('a date of birth of %s is wrong because of %s', (value, reason) => {
  expect(birthReason(value)).toBe(reason)
})
