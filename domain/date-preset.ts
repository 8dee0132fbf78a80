import type { Period } from './period.ts'
import { dayAfter } from './zone.ts'

/** Date filters of the list of public events. */
export const DATE_PRESETS = ['today', 'weekend', 'month'] as const
export type DatePreset = (typeof DATE_PRESETS)[number]

const THURSDAY = 4
const SATURDAY = 6

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Thursday to Saturday; on one of these days, the rest of the weekend. */
const weekendFrom = (today: string): Period => {
  const day = weekday(today)
  const from = day < THURSDAY ? dayAfter(today, THURSDAY - day) : today
  return { from, to: dayAfter(today, SATURDAY - day) }
}

const monthEnd = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The calendar days of a preset, both included, seen from a day (`2026-11-22`). */
export const datePresetDays = (datePreset: DatePreset, today: string): Period => {
  if (datePreset === 'today') return { from: today, to: today }
  if (datePreset === 'weekend') return weekendFrom(today)
  return { from: today, to: monthEnd(today) }
}
