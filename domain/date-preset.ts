import type { Period } from './period.ts'
import { dayAfter } from './zone.ts'

/** The days people ask for when they look for something to go to. */
export const DATE_PRESETS = ['today', 'weekend', 'month'] as const
export type DatePreset = (typeof DATE_PRESETS)[number]

const THURSDAY = 4
const SATURDAY = 6

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Thursday evening opens the weekend; once it has begun, only what is left of it is meant. */
const weekendFrom = (today: string): Period => {
  const here = weekday(today)
  const from = here < THURSDAY ? dayAfter(today, THURSDAY - here) : today
  return { from, to: dayAfter(today, SATURDAY - here) }
}

const monthEnd = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The calendar days of an datePreset, both included, on a day (`2026-11-22`). */
export const datePresetDays = (datePreset: DatePreset, today: string): Period => {
  if (datePreset === 'today') return { from: today, to: today }
  if (datePreset === 'weekend') return weekendFrom(today)
  return { from: today, to: monthEnd(today) }
}
