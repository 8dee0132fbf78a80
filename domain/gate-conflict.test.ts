import { expect, test } from 'vitest'
import { answersOf, CONFLICT_ANSWERS, lateObstacle } from './gate-conflict.ts'

test('a late scan, which was one and admitted nobody, is not said to be passed on, scanned twice or of somebody who came back', () => {
  expect(answersOf('untimely')).toEqual(['approved', 'other'])
})

test('two entries of one ticket have every answer, and every conflict one in words', () => {
  expect(answersOf('double')).toEqual(CONFLICT_ANSWERS)
  for (const kind of ['double', 'cancelled', 'reissued', 'foreign', 'unknown', 'untimely'] as const)
    expect(answersOf(kind)).toContain('other')
})

test('a late scan admits the ticket that it has met: not one that was cancelled, issued anew or let in since', () => {
  const ticket = { status: 'valid', revision: 2, hasEntered: false } as const
  expect(lateObstacle(ticket, 2)).toBeUndefined()
  expect(lateObstacle(ticket, 1)).toBe('reissued')
  expect(lateObstacle({ ...ticket, hasEntered: true }, 2)).toBe('entered')
  expect(lateObstacle({ ...ticket, status: 'cancelled', hasEntered: true }, 1)).toBe('cancelled')
})
