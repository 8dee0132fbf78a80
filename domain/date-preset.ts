import type { Period } from './period.ts'
import { dayAfter } from './zone.ts'

/** The days people ask for when they look for something to go to. */
export const OUTINGS = ['today', 'weekend', 'month'] as const
export type Outing = (typeof OUTINGS)[number]

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

/** The calendar days of an outing, both included, on a day (`2026-11-22`). */
export const outingDays = (outing: Outing, today: string): Period => {
  if (outing === 'today') return { from: today, to: today }
  if (outing === 'weekend') return weekendFrom(today)
  return { from: today, to: monthEnd(today) }
}
