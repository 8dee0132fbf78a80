const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Countdown =
  | { readonly kind: 'before'; readonly unit: 'days' | 'hours' | 'minutes'; readonly count: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'over' }

/**
 * Time until an event: days from two days before, hours from one hour before, then minutes (at least one). Days are
 * calendar days (`daysBetween`); hours and minutes follow the clock.
 */
export const countdownTo = (start: Date, end: Date, now: Date, daysBetween: number): Countdown => {
  if (now >= end) return { kind: 'over' }
  const left = start.getTime() - now.getTime()
  if (left <= 0) return { kind: 'running' }
  if (left >= 2 * DAY) return { kind: 'before', unit: 'days', count: daysBetween }
  if (left >= HOUR) return { kind: 'before', unit: 'hours', count: Math.round(left / HOUR) }
  return { kind: 'before', unit: 'minutes', count: Math.max(1, Math.round(left / MINUTE)) }
}
