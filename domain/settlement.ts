import type { CardBucket } from './card-bucket.ts'
import type { Holder } from './ledger.ts'
import type { Agorot } from './money.ts'
import { percentOf, sum } from './money.ts'
import type { PayoutReport } from './payout.ts'
import { dayIn, instantIn, ISRAEL_ZONE } from './zone.ts'

/**
 * Whose money it is, by the contract of the account.
 * - `direct`: the producer's own acquirer pays the producer; the service invoices its fees
 * - `aggregated`: the gateway splits each charge and pays the producer; the fees are invoiced as well
 * - `platform`: the installation collects for the producer and pays out
 */
export const SETTLEMENT_MODES = ['direct', 'aggregated', 'platform'] as const
export type SettlementMode = (typeof SETTLEMENT_MODES)[number]

/** Who has the money of a sale. `isOwnTerminal`: it was charged on a terminal of the producer. */
export const holderOf = (
  method: 'card' | 'cash' | 'terminal',
  mode: SettlementMode,
  isOwnTerminal: boolean,
): Holder => {
  if (method === 'cash') return 'register'
  return mode === 'platform' && !isOwnTerminal ? 'platform' : 'producer'
}

/** Days of the month after a sale on which the acquirer pays; none: at once. */
export type AcquirerDays = readonly number[]

const monthsAfter = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 7)

const startOf = (day: string): Date => instantIn(ISRAEL_ZONE, day, '00:00')

/** When the acquirer has paid every sale up to an instant: the first of its days in the month after it, in Israel. */
export const acquirerPaysAt = (lastSale: Date, days: AcquirerDays): Date => {
  const [first] = days.toSorted((a, b) => a - b)
  if (first === undefined) return lastSale
  return startOf(`${monthsAfter(dayIn(ISRAEL_ZONE, lastSale), 1)}-${String(first).padStart(2, '0')}`)
}

/** Sales before this instant have been paid by the acquirer by `now`. */
export const acquirerPaidUntil = (now: Date, days: AcquirerDays): Date => {
  const [first] = days.toSorted((a, b) => a - b)
  if (first === undefined) return now
  const today = dayIn(ISRAEL_ZONE, now)
  const hasPaidThisMonth = Number(today.slice(8, 10)) >= first
  return startOf(`${monthsAfter(today, hasPaidThisMonth ? 0 : -1)}-01`)
}

/**
 * How the acquirer pays a deal in instalments.
 * - `monthly`: each instalment as if it were a sale of its month
 * - `at_once`: the whole as a sale of its day, where the contract with the acquirer says so
 */
export const INSTALLMENT_PAYMENTS = ['monthly', 'at_once'] as const

/** When the acquirer pays, by its contract. */
export interface AcquirerTerms {
  readonly acquirerDays: AcquirerDays
  readonly acquirerInstallments: (typeof INSTALLMENT_PAYMENTS)[number]
}

/** Charges of one month in the same number of instalments. */
export interface InstallmentSales {
  /** YYYY-MM, in Israel */
  readonly month: string
  readonly installments: number
  readonly amount: Agorot
}

const monthIndex = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/**
 * Of charges in instalments whose first one the acquirer has paid: what it has not paid by `now`. A part of an agora counts as
 * not paid, so that never more counts as arrived than has.
 */
export const laterInstallments = (
  sales: readonly InstallmentSales[],
  { acquirerDays, acquirerInstallments }: AcquirerTerms,
  now: Date,
): Agorot => {
  if (acquirerInstallments === 'at_once') return 0
  // Paid at once, an instalment is paid in its own month; else its month must be over.
  const paidMonths =
    monthIndex(dayIn(ISRAEL_ZONE, acquirerPaidUntil(now, acquirerDays))) + (acquirerDays.length > 0 ? 0 : 1)
  return sum(
    sales.map(({ month, installments, amount }) => {
      const paid = Math.min(installments, Math.max(0, paidMonths - monthIndex(month)))
      return amount - Math.floor((amount * paid) / installments)
    }),
  )
}

/** What the acquirer pays on one of its days. */
export interface Arrival {
  /** YYYY-MM-DD */
  readonly on: string
  readonly amount: Agorot
  /** The part of it that are instalments of deals in several. */
  readonly installments: Agorot
}

const monthOf = (index: number): string =>
  new Date(Date.UTC(Math.floor((index - 1) / 12), (index - 1) % 12, 1)).toISOString().slice(0, 7)

/**
 * What the acquirer pays of sales after `now`, by day, the first one first. Of deals whose first instalment it has paid the
 * amounts sum to `laterInstallments`; those of the others to their sales.
 */
export const arrivalsOf = (
  sales: readonly InstallmentSales[],
  { acquirerDays, acquirerInstallments }: AcquirerTerms,
  now: Date,
): Arrival[] => {
  const [first = 1] = acquirerDays.toSorted((a, b) => a - b)
  const lag = acquirerDays.length > 0 ? 0 : 1
  const paidMonths = monthIndex(dayIn(ISRAEL_ZONE, acquirerPaidUntil(now, acquirerDays))) + lag
  const months = new Map<number, { amount: Agorot; installments: Agorot }>()
  for (const { month, installments, amount } of sales) {
    const parts = acquirerInstallments === 'at_once' ? 1 : installments
    const paid = Math.min(parts, Math.max(0, paidMonths - monthIndex(month)))
    for (let part = paid + 1; part <= parts; part++) {
      const due = monthIndex(month) + part - lag
      const share = Math.floor((amount * part) / parts) - Math.floor((amount * (part - 1)) / parts)
      const before = months.get(due) ?? { amount: 0, installments: 0 }
      months.set(due, {
        amount: before.amount + share,
        installments: before.installments + (parts > 1 ? share : 0),
      })
    }
  }
  return [...months]
    .toSorted(([a], [b]) => a - b)
    .map(([index, sums]) => ({ on: `${monthOf(index)}-${String(first).padStart(2, '0')}`, ...sums }))
}

export interface Available {
  /** What the account is owed in all events that are settled, and earlier; below 0 it is a debt. */
  readonly balance: Agorot
  /** What has arrived from the acquirer and was not paid out yet. */
  readonly arrived: Agorot
  /** Promised to buyers by refund runs and not yet booked as refunds. */
  readonly promisedRefunds: Agorot
  /** Withheld for late refunds and disputes. */
  readonly reserve: Agorot
}

/** What may be paid out now: never more than is owed, nor than has arrived; never below 0. */
export const availableOf = ({ balance, arrived, promisedRefunds, reserve }: Available): Agorot =>
  Math.max(0, Math.min(balance, arrived) - promisedRefunds - reserve)

/** The rolling reserve: a percentage of the card revenue of events that were settled in the days that it covers. */
export const reserveOf = (cardRevenue: Agorot, reserveBp: number): Agorot =>
  percentOf(Math.max(0, cardRevenue), reserveBp)

/** Fees of an event as they are booked, in agorot. */
export interface BookedFees {
  readonly cards: Readonly<Record<CardBucket, Agorot>>
  readonly service: Agorot
  readonly vat: Agorot
}

/** What is to be booked so that the fees of an event are those of its payout report; 0 where nothing is. */
export const missingFees = (report: PayoutReport, booked: BookedFees): BookedFees => ({
  cards: {
    regular: report.cardFees.regular - booked.cards.regular,
    special: report.cardFees.special - booked.cards.special,
    tourist: report.cardFees.tourist - booked.cards.tourist,
  },
  service: report.ticketFees - booked.service,
  vat: report.vat - booked.vat,
})
