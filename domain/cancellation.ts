import { CANCELLATION } from './limits.ts'
import type { Agorot } from './money.ts'
import { dayIn } from './zone.ts'

/** A calendar day, `YYYY-MM-DD`. The law's deadlines are days, counted in the event's time zone. */
export type Day = string

const DAY_MS = 86_400_000

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`)

/** The day `count` days later (earlier if negative); the calendar has no time zone here. */
export const addDays = (day: Day, count: number): Day =>
  new Date(noonOf(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

/** The same day so many months later, or the last day of a shorter month. */
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

// The rest days of the Consumer Protection Law: New Year, Atonement, first and last day of Tabernacles and of Passover, Weeks.
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

/** Saturdays and the holy days above. Friday counts as a working day. */
export const isRestDay = (day: Day): boolean => noonOf(day).getUTCDay() === 6 || HOLY_DAYS.has(hebrewDate(day))

// Every view of an order needs the deadline of its event, and Intl's Hebrew calendar is slow.
const lastDays = new Map<string, Day>()
const MAX_CACHED_DAYS = 1000

/** The last day to cancel before an event: so many days that are not rest days, seven by law, lie between them. */
export const lastDayBeforeEvent = (eventDay: Day, workingDays: number = CANCELLATION.workingDaysBeforeEvent): Day => {
  const key = `${eventDay} ${workingDays}`
  const cached = lastDays.get(key)
  if (cached) return cached
  if (lastDays.size >= MAX_CACHED_DAYS) lastDays.clear()
  const last = countBack(eventDay, workingDays)
  lastDays.set(key, last)
  return last
}

const countBack = (eventDay: Day, workingDays: number): Day => {
  let day = eventDay
  for (let counted = 0; counted < workingDays;) {
    day = addDays(day, -1)
    if (!isRestDay(day)) counted++
  }
  return addDays(day, -1)
}

/**
 * 5% of what is cancelled of a sale, and for the whole sale at most 100 shekels, of which `retainedBefore` was retained already;
 * rounded down, because the law sets a maximum. Agorot.
 */
export const cancellationFee = (total: Agorot, retainedBefore: Agorot = 0): Agorot =>
  Math.min(Math.floor((total * CANCELLATION.feeBasisPoints) / 10_000), cancellationFeeLeft(retainedBefore))

/** What may still be retained of a sale of which so much was retained already. Agorot. */
export const cancellationFeeLeft = (retainedBefore: Agorot): Agorot =>
  Math.max(0, CANCELLATION.maxFeeAgorot - retainedBefore)

export interface Sale {
  readonly boughtAt: Date
  /** When the details of the sale arrived, if later. */
  readonly detailsAt?: Date | null
  readonly eventStartsAt: Date
  readonly timeZone: string
  /** The buyer is 65 or older, has a disability or is a new immigrant, and the sale was made in conversation: four months. */
  readonly extended?: boolean
  /** Days before the event that are not rest days, where the sale is none of those for which the law says seven. */
  readonly workingDays?: number | undefined
  /** The producer accepts cancellations until so many days before the event; it never shortens the law's deadline. */
  readonly producerDays?: number | null
  /** When the producer last moved the event to another time. */
  readonly postponedAt?: Date | null
  /** Nothing was paid: there is no refund that a deadline could limit, and a place that is given back is worth more than an empty one. */
  readonly isFree?: boolean
}

export interface Purchase extends Sale {
  readonly total: Agorot
}

export interface CancellationTerms {
  /** The last day on which the buyer may cancel; null when it was never possible. */
  readonly lastDay: Day | null
  /** Agorot that the producer may keep when the buyer cancels. */
  readonly fee: Agorot
}

const lawfulLastDay = (sale: Sale): Day => {
  const start = dayIn(sale.timeZone, new Date(Math.max(sale.boughtAt.getTime(), sale.detailsAt?.getTime() ?? 0)))
  const byPurchase =
    sale.extended === true ? addMonths(start, CANCELLATION.extendedMonths) : addDays(start, CANCELLATION.days)
  const byEvent = lastDayBeforeEvent(dayIn(sale.timeZone, sale.eventStartsAt), sale.workingDays)
  return byPurchase < byEvent ? byPurchase : byEvent
}

const HOUR_MS = 3_600_000

/** Whether a change of the start is a postponement: another day, or an hour or more. Less is a correction. */
export const isPostponement = (before: Date, after: Date, timeZone: string): boolean =>
  Math.abs(after.getTime() - before.getTime()) >= HOUR_MS || dayIn(timeZone, before) !== dayIn(timeZone, after)

/** An event that was cancelled after it had begun: the fees of its free tickets stay (docs/rules/fees.md). */
export const isCancelledLate = (cancelledAt: Date | null, startsAt: Date): boolean =>
  cancelledAt !== null && cancelledAt >= startsAt

/** Bought before the event was moved: the buyer gets a full refund until the event starts. */
export const isPostponed = (sale: Pick<Sale, 'boughtAt' | 'postponedAt'>): boolean =>
  sale.postponedAt instanceof Date && sale.boughtAt < sale.postponedAt

/**
 * The later of the law's and the producer's deadline; null for a ticket bought after both, or after the start. What was free
 * is given back until the event starts.
 */
export const lastCancellationDay = (sale: Sale): Day | null => {
  if (sale.boughtAt >= sale.eventStartsAt) return null
  if (isPostponed(sale) || sale.isFree === true) return dayIn(sale.timeZone, sale.eventStartsAt)
  const lawful = lawfulLastDay(sale)
  const byProducer =
    typeof sale.producerDays === 'number'
      ? addDays(dayIn(sale.timeZone, sale.eventStartsAt), -sale.producerDays)
      : lawful
  const last = byProducer > lawful ? byProducer : lawful
  return last < dayIn(sale.timeZone, sale.boughtAt) ? null : last
}

/**
 * Fee and refund in agorot when the buyer cancels tickets worth `total`; no fee when the producer moved the event after the
 * sale. `retainedBefore` was retained when other tickets of the sale were cancelled.
 */
export const refundOf = (
  total: Agorot,
  sale: Pick<Sale, 'boughtAt' | 'postponedAt'>,
  retainedBefore: Agorot = 0,
): { readonly fee: Agorot; readonly refund: Agorot } => {
  const fee = isPostponed(sale) ? 0 : cancellationFee(total, retainedBefore)
  return { fee, refund: total - fee }
}

/** The terms that a buyer sees before paying. */
export const cancellationTerms = (purchase: Purchase): CancellationTerms => ({
  lastDay: lastCancellationDay(purchase),
  fee: refundOf(purchase.total, purchase).fee,
})

/** Whether the buyer may cancel now: until the end of the last day, and never after the event has started. */
export const mayCancel = (sale: Sale, now: Date): boolean => {
  const lastDay = lastCancellationDay(sale)
  return lastDay !== null && now < sale.eventStartsAt && dayIn(sale.timeZone, now) <= lastDay
}
