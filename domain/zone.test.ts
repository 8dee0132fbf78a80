import { describe, expect, it } from 'vitest'
import { addDaysIn, clockIn, dayAfter, dayIn, instantIn, startOfDayIn, localTimeIn } from './zone.ts'

const ZONE = 'Asia/Jerusalem'

describe('a day in Israel', () => {
  it('begins at ten in the evening UTC in winter and at nine in summer', () => {
    expect(startOfDayIn(ZONE, new Date('2026-12-03T12:00:00Z')).toISOString()).toBe('2026-12-02T22:00:00.000Z')
    expect(startOfDayIn(ZONE, new Date('2026-07-03T12:00:00Z')).toISOString()).toBe('2026-07-02T21:00:00.000Z')
  })
  it('begins at the right instant on days on which the clock changes', () => {
    expect(startOfDayIn(ZONE, new Date('2026-03-27T12:00:00Z')).toISOString()).toBe('2026-03-26T22:00:00.000Z')
    expect(startOfDayIn(ZONE, new Date('2026-10-25T12:00:00Z')).toISOString()).toBe('2026-10-24T21:00:00.000Z')
  })
  it('ends at midnight in Israel', () => {
    expect(dayIn(ZONE, new Date('2026-12-03T21:59:00Z'))).toBe('2026-12-03')
    expect(dayIn(ZONE, new Date('2026-12-03T22:01:00Z'))).toBe('2026-12-04')
  })
  it('has its local time in the UTC fields', () => {
    expect(localTimeIn(ZONE, new Date('2026-12-03T18:30:00Z')).toISOString()).toBe('2026-12-03T20:30:00.000Z')
  })
  it('keeps the local time when days are added, also across a change of the clock', () => {
    expect(addDaysIn(ZONE, new Date('2026-10-22T17:30:00Z'), 7).toISOString()).toBe('2026-10-29T18:30:00.000Z')
    expect(addDaysIn(ZONE, new Date('2026-12-03T18:30:00Z'), 7).toISOString()).toBe('2026-12-10T18:30:00.000Z')
  })
})

describe('a day and a time typed by a producer', () => {
  const typed = (day: string, clock: string): string => instantIn(ZONE, day, clock).toISOString()

  it('are local to Israel in winter and summer', () => {
    expect(typed('2026-12-17', '21:00')).toBe('2026-12-17T19:00:00.000Z')
    expect(typed('2026-07-17', '21:00')).toBe('2026-07-17T18:00:00.000Z')
  })
  it('are right on the evening before and the day after the clock changes', () => {
    expect(typed('2026-03-26', '23:30')).toBe('2026-03-26T21:30:00.000Z')
    expect(typed('2026-03-27', '09:00')).toBe('2026-03-27T06:00:00.000Z')
    expect(typed('2026-10-24', '23:30')).toBe('2026-10-24T20:30:00.000Z')
    expect(typed('2026-10-25', '09:00')).toBe('2026-10-25T07:00:00.000Z')
  })
  it('move forward by an hour where the clock skips one', () => {
    expect(typed('2026-03-27', '02:30')).toBe('2026-03-27T00:30:00.000Z')
    expect(clockIn(ZONE, instantIn(ZONE, '2026-03-27', '02:30'))).toBe('03:30')
  })
  it('mean the first occurrence of an hour that occurs twice', () => {
    expect(typed('2026-10-25', '01:30')).toBe('2026-10-24T22:30:00.000Z')
  })
  it('are shown as they were typed', () => {
    for (const clock of ['00:00', '05:15', '12:00', '23:59'])
      expect(clockIn(ZONE, instantIn(ZONE, '2026-12-17', clock))).toBe(clock)
  })
})

it('dayAfter crosses the end of a month', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
})
