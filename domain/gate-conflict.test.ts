import { expect, test } from 'vitest'
import { answersOf, CONFLICT_ANSWERS } from './gate-conflict.ts'

test('a late scan, which was one and admitted nobody, is not said to be passed on, scanned twice or of somebody who came back', () => {
  expect(answersOf('untimely')).toEqual(['approved', 'other'])
})

test('two entries of one ticket have every answer, and every conflict one in words', () => {
  expect(answersOf('double')).toEqual(CONFLICT_ANSWERS)
  for (const kind of ['double', 'cancelled', 'reissued', 'foreign', 'unknown', 'untimely'] as const)
    expect(answersOf(kind)).toContain('other')
})
