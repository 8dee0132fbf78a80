import { addDays } from '@kartis/domain/cancellation.ts'
import { clockIn, dayIn, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Days of the week as `Date` counts them. */
export const TUESDAY = 2
export const THURSDAY = 4
export const SATURDAY = 6

/** Times of the demo, all counted from the moment at which it is loaded. */
export interface Calendar {
  readonly now: Date
  /** The hour of the day, minutes as a fraction. */
  readonly hour: number
  /** So many days from today (before it, if negative), at this time of the day. */
  readonly at: (days: number, clock: string) => Date
  /** The first such weekday at least so many days ahead. */
  readonly coming: (weekday: number, days: number, clock: string) => Date
  /** The last such weekday at least so many days ago. */
  readonly past: (weekday: number, days: number, clock: string) => Date
}

export const calendarFrom = (now: Date): Calendar => {
  const today = dayIn(ISRAEL_ZONE, now)
  const [hours = '0', minutes = '0'] = clockIn(ISRAEL_ZONE, now).split(':')
  const weekdayAfter = (days: number): number => new Date(`${addDays(today, days)}T12:00:00Z`).getUTCDay()
  const at = (days: number, clock: string): Date => instantIn(ISRAEL_ZONE, addDays(today, days), clock)
  const search = (weekday: number, days: number, step: 1 | -1, clock: string): Date => {
    const found = [0, 1, 2, 3, 4, 5, 6].map((more) => days + more * step).find((day) => weekdayAfter(day) === weekday)
    return at(found ?? days, clock)
  }
  return {
    now,
    hour: Number(hours) + Number(minutes) / 60,
    at,
    coming: (weekday, days, clock) => search(weekday, days, 1, clock),
    past: (weekday, days, clock) => search(weekday, -days, -1, clock),
  }
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
