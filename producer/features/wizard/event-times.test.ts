import { describe, expect, it } from 'vitest'
import {
  endAfter,
  instantsOf,
  isLongOvernight,
  lengthText,
  minutesLong,
  nightOf,
  NO_TIMES,
  startsInPast,
  timeReasons,
  timesOf,
  type EventTimes,
  withStart,
} from './event-times.ts'

const ZONE = 'Asia/Jerusalem'
const show = (more: Partial<EventTimes> = {}): EventTimes => ({
  ...NO_TIMES,
  day: '2026-12-17',
  start: '21:00',
  end: '23:30',
  ...more,
})
const iso = (times: EventTimes) => {
  const at = instantsOf(times, ZONE)
  return [at.starts_at?.toISOString(), at.ends_at?.toISOString()]
}

describe('instantsOf', () => {
  it("uses the event's zone, whatever the browser's is", () => {
    expect(iso(show())).toEqual(['2026-12-17T19:00:00.000Z', '2026-12-17T21:30:00.000Z'])
    expect(iso(show({ day: '2026-07-17' }))).toEqual(['2026-07-17T18:00:00.000Z', '2026-07-17T20:30:00.000Z'])
  })
  it('ends after midnight where the end is earlier than the start', () => {
    expect(iso(show({ end: '02:00' }))[1]).toBe('2026-12-18T00:00:00.000Z')
    expect(minutesLong(show({ end: '02:00' }), ZONE)).toBe(300)
  })
  it('ends on the chosen day of a festival', () => {
    expect(iso(show({ other_day: true, end_day: '2026-12-19', end: '14:00' }))[1]).toBe('2026-12-19T12:00:00.000Z')
  })
  it('counts real hours through the night of the clock change', () => {
    expect(minutesLong(show({ day: '2026-10-24', start: '23:00', end: '03:00' }), ZONE)).toBe(300)
  })
  it('opens the doors of a midnight show on the evening before', () => {
    const at = instantsOf(show({ start: '00:30', end: '03:00', doors: '23:45' }), ZONE)
    expect(at.doors_at?.toISOString()).toBe('2026-12-16T21:45:00.000Z')
  })
  it('keeps the entry window within the evening', () => {
    const at = instantsOf(show({ end: '02:00', entry: true, entry_from: '20:00', entry_to: '01:00' }), ZONE)
    expect(at.entry_starts_at?.toISOString()).toBe('2026-12-17T18:00:00.000Z')
    expect(at.entry_ends_at?.toISOString()).toBe('2026-12-17T23:00:00.000Z')
  })
  it('drops the entry window when it is switched off', () => {
    expect(instantsOf(show({ entry_from: '20:00', entry_to: '22:00' }), ZONE).entry_ends_at).toBeNull()
  })
  it('converts back to the typed times', () => {
    for (const times of [
      show({ doors: '20:00' }),
      show({ end: '02:00', entry: true, entry_from: '20:00', entry_to: '01:00' }),
      show({ other_day: true, end_day: '2026-12-19', end: '14:00' }),
      show({ other_day: true, end_day: '2026-12-18', end: '22:00' }),
    ]) {
      const { starts_at: starts, ends_at: ends, ...settings } = instantsOf(times, ZONE)
      const event = JSON.parse(JSON.stringify({ starts_at: starts, ends_at: ends, settings })) as Parameters<
        typeof timesOf
      >[0]
      expect(timesOf(event, ZONE)).toEqual(times)
    }
  })
})

describe('endAfter and withStart', () => {
  it('set the end, also past midnight and over several days', () => {
    expect(endAfter(show(), 150, ZONE)).toEqual({ end: '23:30', other_day: false, end_day: null })
    expect(endAfter(show(), 240, ZONE)).toEqual({ end: '01:00', other_day: false, end_day: null })
    expect(endAfter(show(), 24 * 60, ZONE)).toEqual({ end: '21:00', other_day: true, end_day: '2026-12-18' })
  })
  it('need a start time but no day', () => {
    expect(endAfter(show({ day: null }), 90, ZONE)?.end).toBe('22:30')
    expect(endAfter(show({ start: '' }), 90, ZONE)).toBeUndefined()
  })
  it('keep the duration when the start moves', () => {
    expect(withStart(show(), { start: '22:00' }, ZONE)).toMatchObject({ end: '00:30', other_day: false })
    const festival = show({ other_day: true, end_day: '2026-12-19', end: '14:00' })
    expect(withStart(festival, { day: '2026-12-24' }, ZONE)).toMatchObject({ end: '14:00', end_day: '2026-12-26' })
    expect(withStart(show({ end: '' }), { start: '22:00' }, ZONE).end).toBe('')
  })
})

describe('timeReasons', () => {
  it('reports missing values', () => {
    expect(timeReasons(NO_TIMES, ZONE)).toEqual({ day: ['choose_day'], start: ['required'], end: ['required'] })
  })
  it('reports an end at or before the start', () => {
    expect(timeReasons(show({ end: '21:00' }), ZONE)).toEqual({ end: ['end_before_start'] })
    expect(timeReasons(show({ other_day: true, end_day: '2026-12-16' }), ZONE)).toEqual({ end: ['end_before_start'] })
  })
  it('reports a year that must be mistyped, at the day that has it', () => {
    const now = new Date('2026-12-01T10:00:00Z')
    expect(timeReasons(show({ other_day: true, end_day: '2126-12-17' }), ZONE, now)).toEqual({
      end_day: ['lasts_too_long'],
    })
    expect(timeReasons(show({ day: '2162-12-17' }), ZONE, now)).toEqual({ day: ['too_far_ahead'] })
  })
  it('reports doors after the start', () => {
    expect(timeReasons(show({ doors: '21:30' }), ZONE)).toEqual({ doors: ['doors_after_start'] })
  })
  it('reports an entry window that closes before it opens', () => {
    expect(timeReasons(show({ entry: true, entry_from: '20:00', entry_to: '19:30' }), ZONE)).toEqual({
      entry_to: ['entry_ends_early'],
    })
  })
  it('is empty for valid times', () => {
    expect(timeReasons(show({ doors: '20:00', entry: true, entry_from: '19:30', entry_to: '23:00' }), ZONE)).toEqual({})
  })
})

describe('an end before the start', () => {
  const from = (start: string, end: string, more: object = {}) =>
    isLongOvernight({ ...NO_TIMES, day: '2026-12-17', start, end, ...more }, 'Asia/Jerusalem')

  it('means the next day without a question while the event is as long as a night', () => {
    expect(from('22:00', '02:00')).toBe(false)
    expect(from('20:30', '08:00')).toBe(false)
  })

  it('is asked about when the event would last longer', () => {
    expect(from('20:30', '19:00')).toBe(true)
    expect(from('20:30', '20:00')).toBe(true)
  })

  it('is not asked about when the end has its own day, or while a time is missing', () => {
    expect(from('20:30', '19:00', { other_day: true, end_day: '2026-12-18' })).toBe(false)
    expect(from('20:30', '')).toBe(false)
    expect(from('09:00', '23:00')).toBe(false)
  })
})

describe('startsInPast', () => {
  const at = (iso: string) => new Date(iso)
  it('is the start, and not the end, that has passed', () => {
    expect(startsInPast(show(), ZONE, at('2026-12-17T19:00:01Z'))).toBe(true)
    expect(startsInPast(show(), ZONE, at('2026-12-17T18:59:00Z'))).toBe(false)
  })
  it('asks nothing about an event that keeps its start, and nothing without one', () => {
    const now = at('2027-01-01T00:00:00Z')
    expect(startsInPast(show(), ZONE, now, '2026-12-17T19:00:00Z')).toBe(false)
    expect(startsInPast(show({ start: '20:00' }), ZONE, now, '2026-12-17T19:00:00Z')).toBe(true)
    expect(startsInPast(show({ start: '' }), ZONE, now)).toBe(false)
  })
})

describe('an event around midnight', () => {
  it('that starts after it is in the night that began on the day before', () => {
    expect(nightOf(show({ start: '00:00' }))).toEqual({ before: '2026-12-16', day: '2026-12-17' })
    expect(nightOf(show({ start: '03:59' }))).toBeDefined()
    expect(
      [show({ start: '04:00' }), show(), show({ start: '' }), show({ start: '00:30', day: null })].map(nightOf),
    ).toEqual(Array.from({ length: 4 }))
  })

  it('says how long it lasts in hours and minutes', () => {
    expect(lengthText(minutesLong(show({ start: '23:30', end: '22:00' }), ZONE) ?? 0)).toBe('22:30')
  })
})
