import { describe, expect, it } from 'vitest'
import { readClock, typeClock } from './clock-time.ts'

describe('readClock', () => {
  it.each([
    ['9', '09:00'],
    ['21', '21:00'],
    ['19:', '19:00'],
    ['9:', '09:00'],
    ['930', '09:30'],
    ['2130', '21:30'],
    ['130', '01:30'],
    ['13:0', '01:30'],
    ['93:0', '09:30'],
    ['21:30', '21:30'],
    ['8.15', '08:15'],
  ])('%s is read as %s', (typed, read) => expect(readClock(typed)).toBe(read))

  it.each(['', '24:00', '12:60', '9:5', '19:9', 'ערב'])('%s is not a time', (typed) =>
    expect(readClock(typed)).toBeUndefined(),
  )

  it('typeClock inserts the colon and lets it be deleted', () => {
    expect(typeClock('21', '2')).toBe('21:')
    expect(typeClock('21', '21:')).toBe('21')
    expect(typeClock('2130', '21:')).toBe('21:30')
    expect(typeClock('21:30x', '21:30')).toBe('21:30')
    expect(typeClock('21::', '21:')).toBe('21:')
  })
})
