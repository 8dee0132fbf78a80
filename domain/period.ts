import { dayAfter } from './zone.ts'

/** Calendar days, both included: `2026-11-01` to `2026-11-21`. */
export interface Period {
  readonly from: string
  readonly to: string
}

export const PERIOD_PRESETS = ['this_month', 'last_month', 'three_months', 'year', 'all'] as const
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]

const DAY_MS = 86_400_000
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Number of days of a period. */
export const daysOf = ({ from, to }: Period): number => Math.round((noon(to) - noon(from)) / DAY_MS) + 1

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** The first day of the month that is `months` months later. */
const monthsAway = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

const monthsFrom = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

const isMonthEnd = (day: string): boolean => dayAfter(day).endsWith('-01')

const earlier = (a: string, b: string): string => (a < b ? a : b)

/**
 * What a period is compared with: whole months with as many whole months before them, the beginning of a month with the
 * same days of the month before (none past its end), anything else with as many days before it.
 */
export const previousPeriod = (period: Period): Period => {
  const { from, to } = period
  if (from.endsWith('-01')) {
    const months = monthsFrom(from, to)
    const start = monthsAway(from, -months)
    if (isMonthEnd(to)) return { from: start, to: dayAfter(from, -1) }
    if (months === 1) return { from: start, to: earlier(dayAfter(start, daysOf(period) - 1), dayAfter(from, -1)) }
  }
  return { from: dayAfter(from, -daysOf(period)), to: dayAfter(from, -1) }
}

/** The period of a preset as of `today`; `all` has no start. */
export const presetPeriod = (preset: PeriodPreset, today: string): Partial<Period> => {
  const periods: Readonly<Record<PeriodPreset, Partial<Period>>> = {
    this_month: { from: monthStart(today), to: today },
    last_month: { from: monthsAway(today, -1), to: dayAfter(monthStart(today), -1) },
    three_months: { from: monthsAway(today, -2), to: today },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    all: { to: today },
  }
  return periods[preset]
}
