import { daysOf, type Period, previousPeriod } from '@kartis/domain/period.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { dayAfter, dayIn, instantIn } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import { readBeginning, type Span } from './period-queries.ts'

/** The days of a report are those of the law and of the bank. */
export const ZONE = 'Asia/Jerusalem'

export const spanOf = ({ from, to }: Period): Span => ({
  start: instantIn(ZONE, from, '00:00'),
  end: instantIn(ZONE, dayAfter(to), '00:00'),
})

export interface AskedPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface FoundPeriod extends Period {
  /** Nothing lies before the whole time. */
  readonly previous: Period | null
}

/** The days asked for; without a beginning from the first sale or event on, without an end until today. */
export const findPeriod = async (db: Db, accountId: string, asked: AskedPeriod, now: Date): Promise<FoundPeriod> => {
  const to = asked.to ?? dayIn(ZONE, now)
  if (asked.from !== undefined) {
    const from = asked.from < to ? asked.from : to
    return { from, to, previous: previousPeriod({ from, to }) }
  }
  const beginning = await readBeginning(db, accountId)
  const first = beginning ? dayIn(ZONE, beginning) : to
  const least = dayAfter(to, 1 - REPORT.maxDays)
  return { from: [first < to ? first : to, least].toSorted().at(-1) ?? to, to, previous: null }
}

const BY_DAY_UP_TO = 93

export const groupingOf = (period: Period, asked: 'day' | 'month' | undefined): 'day' | 'month' => {
  const days = daysOf(period)
  if (days > REPORT.maxDayRows) return 'month'
  return asked ?? (days > BY_DAY_UP_TO ? 'month' : 'day')
}

/** Every day of a period, or the first day of every month that it touches. */
export const placesOf = (period: Period, unit: 'day' | 'month'): string[] => {
  if (unit === 'day') return Array.from({ length: daysOf(period) }, (_, place) => dayAfter(period.from, place))
  const months: string[] = []
  for (let month = `${period.from.slice(0, 7)}-01`; month <= period.to;) {
    months.push(month)
    month = `${dayAfter(month, 31).slice(0, 7)}-01`
  }
  return months
}
