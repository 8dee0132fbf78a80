import { describe, expect, it } from 'vitest'
import { missingHours, momentsOf, OPEN_WINDOW, windowOf } from './time-window.ts'

const ZONE = 'Asia/Jerusalem'

describe('a typed time window', () => {
  it('shows API instants in the zone of the event', () => {
    expect(windowOf(ZONE, '2026-12-01T08:00:00Z', null)).toEqual({
      from_day: '2026-12-01',
      from_time: '10:00',
      until_day: null,
      until_time: '',
    })
  })

  it('converts back to the same instants, also over a clock change', () => {
    const [starts, ends] = ['2026-10-24T20:30:00.000Z', '2026-10-25T01:15:00.000Z']
    const moments = momentsOf(ZONE, windowOf(ZONE, starts, ends))
    expect([moments.starts?.toISOString(), moments.ends?.toISOString()]).toEqual([starts, ends])
  })

  it('is open at an end without a day', () => {
    expect(momentsOf(ZONE, OPEN_WINDOW)).toEqual({ starts: null, ends: null })
  })

  it('requires a time with each day', () => {
    expect(
      missingHours({ ...OPEN_WINDOW, from_day: '2026-12-01', until_day: '2026-12-02', until_time: '10:00' }),
    ).toEqual({ from_time: ['required'] })
    expect(missingHours(OPEN_WINDOW)).toEqual({})
  })
})
