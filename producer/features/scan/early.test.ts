import { expect, it } from 'vitest'
import { isBeforeDay } from './early.ts'

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
