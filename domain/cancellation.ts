import { CANCELLATION } from './limits.ts'
import type { Agorot } from './money.ts'
import { dayIn } from './zone.ts'

/** A calendar day, `YYYY-MM-DD`. Deadlines of the law are days, counted where the event is. */
export type Day = string

const DAY_MS = 86_400_000

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`)

export const addDays = (day: Day, count: number): Day =>
  new Date(noonOf(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

/** Months later, on the same day or the last one of a shorter month. */
export const addMonths = (day: Day, count: number): Day => {
  const first = noonOf(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.toISOString().slice(0, 8)}${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

const hebrewDate = (day: Day): string => {
  const parts = hebrew.formatToParts(noonOf(day))
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('day')} ${part('month')}`
}

// The rest days of the law: New Year, Atonement, first and last day of Tabernacles and of Passover, Weeks.
const HOLY_DAYS = new Set([
  '1 Tishri',
  '2 Tishri',
  '10 Tishri',
  '15 Tishri',
  '22 Tishri',
  '15 Nisan',
  '21 Nisan',
  '6 Sivan',
])

/** Saturdays and the holy days above. Friday is a working day here. */
export const isRestDay = (day: Day): boolean => noonOf(day).getUTCDay() === 6 || HOLY_DAYS.has(hebrewDate(day))

// Every view of an order asks for the day of its event; the calendar is slow to ask, and never answers otherwise.
const lastDays = new Map<Day, Day>()
const MOST_DAYS = 1000

/** The last day to cancel before an event: seven days that are not rest days lie between it and the event. */
export const lastDayBeforeEvent = (eventDay: Day): Day => {
  const known = lastDays.get(eventDay)
  if (known) return known
  if (lastDays.size >= MOST_DAYS) lastDays.clear()
  const last = countBack(eventDay)
  lastDays.set(eventDay, last)
  return last
}

const countBack = (eventDay: Day): Day => {
  let day = eventDay
  for (let counted = 0; counted < CANCELLATION.workingDaysBeforeEvent;) {
    day = addDays(day, -1)
    if (!isRestDay(day)) counted++
  }
  return addDays(day, -1)
}

/** At most 5% of the sale and at most 100 shekels. Rounded down, because the law sets a ceiling. */
export const cancellationFee = (total: Agorot): Agorot =>
  Math.min(Math.floor((total * CANCELLATION.feeBasisPoints) / 10_000), CANCELLATION.maxFeeAgorot)

export interface Sale {
  readonly boughtAt: Date
  /** When the details of the sale arrived, if later. */
  readonly detailsAt?: Date | null
  readonly eventStartsAt: Date
  readonly timeZone: string
  /** People of 65 and over, with a disability, or new immigrants, after a sale made in conversation: four months. */
  readonly extended?: boolean
  /** A producer may let people cancel later than the law does, until so many days before the event; never earlier. */
  readonly producerDays?: number | null
  /** When the producer last moved the event to another time, if ever. */
  readonly postponedAt?: Date | null
}

export interface Purchase extends Sale {
  readonly total: Agorot
}

export interface CancellationTerms {
  /** The last day on which the buyer may cancel; nothing when it was never possible. */
  readonly lastDay: Day | null
  /** What the producer may keep when the buyer cancels. */
  readonly fee: Agorot
}

const lawfulLastDay = (sale: Sale): Day => {
  const start = dayIn(sale.timeZone, new Date(Math.max(sale.boughtAt.getTime(), sale.detailsAt?.getTime() ?? 0)))
  const byPurchase =
    sale.extended === true ? addMonths(start, CANCELLATION.extendedMonths) : addDays(start, CANCELLATION.days)
  const byEvent = lastDayBeforeEvent(dayIn(sale.timeZone, sale.eventStartsAt))
  return byPurchase < byEvent ? byPurchase : byEvent
}

const HOUR_MS = 3_600_000

/** Another day, or an hour and more: not what was bought. Minutes are a correction. */
export const isPostponement = (before: Date, after: Date, timeZone: string): boolean =>
  Math.abs(after.getTime() - before.getTime()) >= HOUR_MS || dayIn(timeZone, before) !== dayIn(timeZone, after)

/** Bought for a time at which the event does not take place any more: all of it goes back, until the event begins. */
const isPostponed = (sale: Pick<Sale, 'boughtAt' | 'postponedAt'>): boolean =>
  sale.postponedAt instanceof Date && sale.boughtAt < sale.postponedAt

/** The later of what the law and what the producer allows; nothing for a ticket bought when both were already past. */
export const lastCancellationDay = (sale: Sale): Day | null => {
  if (isPostponed(sale)) return dayIn(sale.timeZone, sale.eventStartsAt)
  const lawful = lawfulLastDay(sale)
  const generous =
    typeof sale.producerDays === 'number'
      ? addDays(dayIn(sale.timeZone, sale.eventStartsAt), -sale.producerDays)
      : lawful
  const last = generous > lawful ? generous : lawful
  return last < dayIn(sale.timeZone, sale.boughtAt) ? null : last
}

/** What goes back when the buyer cancels: the sum less the fee, and all of it where the producer moved the event. */
export const refundOf = (
  total: Agorot,
  sale: Pick<Sale, 'boughtAt' | 'postponedAt'>,
): { readonly fee: Agorot; readonly refund: Agorot } => {
  const fee = isPostponed(sale) ? 0 : cancellationFee(total)
  return { fee, refund: total - fee }
}

/** Shown to the buyer before he pays, and the rule when he asks. */
export const cancellationTerms = (purchase: Purchase): CancellationTerms => ({
  lastDay: lastCancellationDay(purchase),
  fee: refundOf(purchase.total, purchase).fee,
})

/** Whether the buyer may cancel now: up to the end of the last day, and never once the event has begun. */
export const mayCancel = (sale: Sale, now: Date): boolean => {
  const lastDay = lastCancellationDay(sale)
  return lastDay !== null && now < sale.eventStartsAt && dayIn(sale.timeZone, now) <= lastDay
}
