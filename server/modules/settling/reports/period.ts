import { daysOf, type Period, previousPeriod } from '@kartis/domain/period.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { dayAfter, dayIn, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import { readBeginning, type Span } from './period-queries.ts'

/** Days of a report are Israeli days: tax and bank transfers go by them. */
export const spanOf = ({ from, to }: Period): Span => ({
  start: instantIn(ISRAEL_ZONE, from, '00:00'),
  end: instantIn(ISRAEL_ZONE, dayAfter(to), '00:00'),
})

export interface PeriodQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface ReportPeriod extends Period {
  /** The period of the same length before it; null for the whole time. */
  readonly previous: Period | null
}

/** Resolves a period: without a start it begins with the first sale or event, without an end it ends today. */
export const findPeriod = async (db: Db, accountId: string, query: PeriodQuery, now: Date): Promise<ReportPeriod> => {
  const to = query.to ?? dayIn(ISRAEL_ZONE, now)
  if (query.from !== undefined) {
    const from = query.from < to ? query.from : to
    return { from, to, previous: previousPeriod({ from, to }) }
  }
  const beginning = await readBeginning(db, accountId)
  const first = beginning ? dayIn(ISRAEL_ZONE, beginning) : to
  const earliest = dayAfter(to, 1 - REPORT.maxDays)
  return { from: [first < to ? first : to, earliest].toSorted().at(-1) ?? to, to, previous: null }
}

/** Longer periods are grouped by month unless the query says otherwise. */
const MAX_DAYS_BY_DAY = 93

/** Days or months; the query's grouping unless it would make too many rows. */
export const groupingOf = (period: Period, requested: 'day' | 'month' | undefined): 'day' | 'month' => {
  const days = daysOf(period)
  if (days > REPORT.maxDayRows) return 'month'
  return requested ?? (days > MAX_DAYS_BY_DAY ? 'month' : 'day')
}

/** Every day of a period, or the first day of every month that it touches. */
export const intervalsOf = (period: Period, unit: 'day' | 'month'): string[] => {
  if (unit === 'day') return Array.from({ length: daysOf(period) }, (_, index) => dayAfter(period.from, index))
  const months: string[] = []
  for (let month = `${period.from.slice(0, 7)}-01`; month <= period.to;) {
    months.push(month)
    month = `${dayAfter(month, 31).slice(0, 7)}-01`
  }
  return months
}
