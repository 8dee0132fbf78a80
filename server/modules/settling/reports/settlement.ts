import { PAID_MEANS } from '@kartis/contract/event-figures.ts'
import type { Settlement } from '@kartis/contract/reports.ts'
import { bucketsOf } from '@kartis/domain/fees.ts'
import { sum, toPercent, toShekels } from '@kartis/domain/money.ts'
import { payoutReport, type PayoutReport } from '@kartis/domain/payout.ts'
import { vatBpAt } from '@kartis/domain/vat.ts'
import type { AcquirerDays } from '@kartis/domain/settlement.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import { allVatRates, feeTermsOver } from '../../people/accounts/index.ts'
import { adjustmentsOf } from '../ledger/index.ts'
import { payoutDueAt, settledNetsOf } from '../payouts/index.ts'
import { readSettled, type SettledRow } from './settlement-queries.ts'
import type { Span } from './period-queries.ts'

export interface Settled {
  readonly id: string
  readonly report: PayoutReport
  readonly free: number
  /** For one free ticket. */
  readonly ticketFee: number
  readonly means: SettledRow['means']
  readonly serviceFee: number
  readonly vatBp: number
  readonly payout: 'not_due' | 'pending' | 'paid'
  readonly paidAt: Date | null
  /** The net of the statement that settled it, agorot; undefined without one. */
  readonly settledNet: number | undefined
}

/** The instant of a report, and the days on which the acquirer pays, which decide when a payout is due. */
export interface ReportTime {
  readonly now: Date
  readonly acquirerDays: AcquirerDays
}

/**
 * Payout reports of the events of an account that end in a span, each equal to the event's own report: fee contract and VAT rate
 * are those of the day on which a statement settled it, until then the current ones.
 */
const reportsOf = async (
  db: Db,
  accountId: string,
  span: Span,
  { now, acquirerDays }: ReportTime,
  eventIds?: readonly string[],
): Promise<Settled[]> => {
  if (eventIds?.length === 0) return []
  const [rows, termsAt, rates] = await Promise.all([
    readSettled(db, accountId, span, eventIds),
    feeTermsOver(db, accountId),
    allVatRates(db),
  ])
  const ids = rows.map(({ id }) => id)
  const [adjustments, nets] = await Promise.all([adjustmentsOf(db, ids), settledNetsOf(db, ids)])
  const settled = (row: SettledRow): Settled => {
    const at = row.settled_at ?? now
    const vatBp = vatBpAt(rates, dayIn(ISRAEL_ZONE, at))
    const contract = termsAt(at)
    const report = payoutReport({
      ordersTotal: row.total,
      cards: bucketsOf(row.cards, row.special, row.tourist),
      // The ticket fee does not depend on the type, so all types of an event are summed.
      types: [{ id: row.id, name: '', count: row.count, free: row.free }],
      contract,
      vatBp,
      adjustments: adjustments.get(row.id),
    })
    const payout = row.paid_at ? 'paid' : now > payoutDueAt(row.settled_end, acquirerDays) ? 'pending' : 'not_due'
    const { id, free, means, service_fee: serviceFee, paid_at: paidAt } = row
    return {
      id,
      report,
      free,
      ticketFee: contract.ticketFee,
      means,
      serviceFee,
      vatBp,
      payout,
      paidAt,
      settledNet: nets.get(id),
    }
  }
  return rows.map(settled)
}

/** Of those that ended: an event that ends later today still sells, and is not settled although its day is in the span. */
export const settle = (
  db: Db,
  accountId: string,
  { start, end }: Span,
  time: ReportTime,
  eventIds?: readonly string[],
): Promise<Settled[]> => reportsOf(db, accountId, { start, end: end < time.now ? end : time.now }, time, eventIds)

/** Later than any event ends. */
const FAR = new Date('9999-12-31T00:00:00Z')

/** Of events that have not ended: what the balance expects of them. */
export const foresee = (db: Db, accountId: string, time: ReportTime, eventIds: readonly string[]): Promise<Settled[]> =>
  reportsOf(db, accountId, { start: time.now, end: FAR }, time, eventIds)

const commonValue = (values: readonly number[]): number | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

/** The sum of payout reports, line by line (shekels). `vat_percent` is null when they have different rates. */
export const addUp = (settled: readonly Settled[]): Settlement => {
  const total = (of: (report: PayoutReport) => number): number =>
    toShekels(sum(settled.map(({ report }) => of(report))))
  const netIn = (state: Settled['payout'], of: (event: Settled) => number): number =>
    toShekels(sum(settled.filter(({ payout }) => payout === state).map(of)))
  const netOf = ({ report }: Settled): number => report.net
  // What was transferred of an event stays: what happens to it later is on a later statement.
  const settledOf = (event: Settled): number => event.settledNet ?? netOf(event)
  const vatBp = commonValue(settled.map((report) => report.vatBp))
  const ticketFee = commonValue(settled.filter(({ free }) => free > 0).map((report) => report.ticketFee))
  return {
    events: settled.length,
    orders: { total_amount: total((report) => report.ordersTotal) },
    service_fee: toShekels(sum(settled.map(({ serviceFee }) => serviceFee))),
    orders_by_cc: {
      total_amount: total(({ cards }) => cards.total),
      total_amount_regular: total(({ cards }) => cards.regular),
      total_amount_special: total(({ cards }) => cards.special),
      total_amount_tourist: total(({ cards }) => cards.tourist),
    },
    by_means: PAID_MEANS.flatMap((name) => {
      const rows = settled.flatMap(({ means }) => means.filter((row) => row.means === name))
      const net = sum(rows.map((row) => row.net))
      return net === 0
        ? []
        : [{ means: name, count: sum(rows.map(({ count }) => count)), total_amount: toShekels(net) }]
    }),
    handle_fee_cc: {
      regular: total(({ cardFees }) => cardFees.regular),
      special: total(({ cardFees }) => cardFees.special),
      tourist: total(({ cardFees }) => cardFees.tourist),
      total: total(({ cardFees }) => cardFees.total),
    },
    handle_fee: total((report) => report.ticketFees),
    free_tickets: sum(settled.map(({ free }) => free)),
    ticket_fee: ticketFee === null ? null : toShekels(ticketFee),
    fees_total: total((report) => report.feesTotal),
    vat_percent: vatBp === null ? null : toPercent(vatBp),
    vat: total((report) => report.vat),
    deductions_total: total((report) => report.deductions),
    adjustments: {
      disputes: total((report) => report.adjustments.disputes),
      disputes_lost: total((report) => report.adjustments.disputesLost),
      handed_back: total((report) => report.adjustments.handedBack),
      corrections: total((report) => report.adjustments.corrections),
    },
    neto_deposit: total((report) => report.net),
    payouts: {
      paid: netIn('paid', settledOf),
      since: netIn('paid', (event) => netOf(event) - settledOf(event)),
      pending: netIn('pending', netOf),
      not_due: netIn('not_due', netOf),
    },
  }
}
