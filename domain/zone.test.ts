import { describe, expect, it } from 'vitest'
import { addDaysIn, dayIn, startOfDayIn, wallTimeIn } from './zone.ts'

const ZONE = 'Asia/Jerusalem'

describe('a day in Israel', () => {
  it('begins at ten in the evening UTC in winter and at nine in summer', () => {
    expect(startOfDayIn(ZONE, new Date('2026-12-03T12:00:00Z')).toISOString()).toBe('2026-12-02T22:00:00.000Z')
    expect(startOfDayIn(ZONE, new Date('2026-07-03T12:00:00Z')).toISOString()).toBe('2026-07-02T21:00:00.000Z')
  })
  it('begins rightly on the days on which the clock changes', () => {
    expect(startOfDayIn(ZONE, new Date('2026-03-27T12:00:00Z')).toISOString()).toBe('2026-03-26T22:00:00.000Z')
    expect(startOfDayIn(ZONE, new Date('2026-10-25T12:00:00Z')).toISOString()).toBe('2026-10-24T21:00:00.000Z')
  })
  it('belongs to the evening after which it is named', () => {
    expect(dayIn(ZONE, new Date('2026-12-03T21:59:00Z'))).toBe('2026-12-03')
    expect(dayIn(ZONE, new Date('2026-12-03T22:01:00Z'))).toBe('2026-12-04')
  })
  it('reads its wall clock as people in the hall do', () => {
    expect(wallTimeIn(ZONE, new Date('2026-12-03T18:30:00Z')).toISOString()).toBe('2026-12-03T20:30:00.000Z')
  })
  it('keeps the hour of a show that is put a week later, also across a change of the clock', () => {
    expect(addDaysIn(ZONE, new Date('2026-10-22T17:30:00Z'), 7).toISOString()).toBe('2026-10-29T18:30:00.000Z')
    expect(addDaysIn(ZONE, new Date('2026-12-03T18:30:00Z'), 7).toISOString()).toBe('2026-12-10T18:30:00.000Z')
  })
})
