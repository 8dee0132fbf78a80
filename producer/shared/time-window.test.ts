import { expect, it } from 'vitest'
import { OPEN_WINDOW, pastEnd } from './time-window.ts'

const ZONE = 'Asia/Jerusalem'
const NOW = new Date('2026-12-10T12:00:00Z')
const until = (day: string | null, time = '') => ({ ...OPEN_WINDOW, until_day: day, until_time: time })

it('an end in the past is refused where it is new or changed, and stays where it was saved before', () => {
  const refused = { until_day: ['must_be_future'] }
  expect(pastEnd(ZONE, until('2026-12-10', '13:59'), NOW)).toEqual(refused)
  expect(pastEnd(ZONE, until('2026-12-10', '14:01'), NOW)).toEqual({})
  expect(pastEnd(ZONE, until(null), NOW)).toEqual({})
  const saved = until('2026-12-01', '23:59')
  expect(pastEnd(ZONE, saved, NOW, saved)).toEqual({})
  expect(pastEnd(ZONE, until('2026-12-02', '23:59'), NOW, saved)).toEqual(refused)
})
