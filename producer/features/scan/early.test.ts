import { expect, it } from 'vitest'
import { isBeforeDay, isOtherDay } from './early.ts'

const zone = 'Asia/Jerusalem'
const gala = { starts_at: '2026-11-29T18:00:00Z', settings: {}, timezone: zone }
const at = (moment: string) => new Date(moment)

it('a scan is early until the day of the event has begun at its place', () => {
  expect(isBeforeDay(gala, at('2026-11-28T21:59:00Z'))).toBe(true)
  expect(isBeforeDay(gala, at('2026-11-28T22:00:00Z'))).toBe(false)
  expect(isBeforeDay(gala, at('2026-12-01T10:00:00Z'))).toBe(false)
})

it('entrances that open the evening before are the day of the event', () => {
  const night = { ...gala, starts_at: '2026-11-28T22:30:00Z', settings: { doors_at: '2026-11-28T21:30:00Z' } }
  expect(isBeforeDay(night, at('2026-11-28T10:00:00Z'))).toBe(false)
  expect(isBeforeDay(night, at('2026-11-27T21:00:00Z'))).toBe(true)
})

it('an event is on another day before its day, and once its evening is over', () => {
  const evening = { ...gala, ends_at: '2026-11-29T21:30:00Z' }
  expect(isOtherDay(evening, at('2026-11-28T20:00:00Z'))).toBe(true)
  expect(isOtherDay(evening, at('2026-11-29T08:00:00Z'))).toBe(false)
  // Half past midnight in Israel is still its evening.
  expect(isOtherDay(evening, at('2026-11-29T22:30:00Z'))).toBe(false)
  expect(isOtherDay(evening, at('2026-11-30T05:00:00Z'))).toBe(true)
})

it('an event of several days is on its day all the time in between', () => {
  const festival = { ...gala, ends_at: '2026-12-02T21:00:00Z' }
  expect(isOtherDay(festival, at('2026-12-01T10:00:00Z'))).toBe(false)
})
