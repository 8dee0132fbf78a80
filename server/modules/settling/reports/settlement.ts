import type { Settlement } from '@kartis/contract/reports.ts'
import { bucketsOf } from '@kartis/domain/fees.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { payoutReport, type PayoutReport } from '@kartis/domain/payout.ts'
import { vatBpAt } from '@kartis/domain/vat.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import { allVatRates, feeTermsOver } from '../../people/accounts/index.ts'
import { payoutDueAt } from '../payouts/index.ts'
import { readSettled, type SettledRow } from './settlement-queries.ts'
import { ZONE } from './period.ts'
import type { Span } from './period-queries.ts'

export interface Settled {
  readonly id: string
  readonly report: PayoutReport
  readonly free: number
  readonly vatBp: number
  readonly payout: 'not_due' | 'pending' | 'paid'
  readonly paidAt: Date | null
}

/**
 * The payout reports of the events of an account that ended in a span, each exactly as the event's own: contract and VAT
 * are those of the day it was paid out, until then those of now.
 */
export const settle = async (
  db: Db,
  accountId: string,
  span: Span,
  now: Date,
  eventIds?: readonly string[],
): Promise<Settled[]> => {
  if (eventIds?.length === 0) return []
  // What ends later today still sells: it is no settled event, although its day lies in the span.
  const over = { start: span.start, end: span.end < now ? span.end : now }
  const [rows, termsAt, rates] = await Promise.all([
    readSettled(db, accountId, over, eventIds),
    feeTermsOver(db, accountId),
    allVatRates(db),
  ])
  const settled = (row: SettledRow): Settled => {
    const at = row.paid_at ?? now
    const vatBp = vatBpAt(rates, dayIn(ZONE, at))
    const report = payoutReport({
      ordersTotal: row.total,
      cards: bucketsOf(row.cards, row.special, row.tourist),
      // The fee is so much a ticket, so that all types of an event may be one.
      types: [{ id: row.id, name: '', count: row.count, free: row.free }],
      contract: termsAt(at),
      vatBp,
    })
    const payout = row.paid_at ? 'paid' : now > payoutDueAt(row.ends_at) ? 'pending' : 'not_due'
    return { id: row.id, report, free: row.free, vatBp, payout, paidAt: row.paid_at }
  }
  return rows.map(settled)
}

const onlyOne = (values: readonly number[]): number | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)

/** Any number of reports as one: every line the sum of their lines. */
export const addUp = (settled: readonly Settled[]): Settlement => {
  const total = (of: (report: PayoutReport) => number): number =>
    toShekels(sum(settled.map(({ report }) => of(report))))
  const paidOut = (state: Settled['payout']): number =>
    toShekels(sum(settled.filter(({ payout }) => payout === state).map(({ report }) => report.net)))
  const vatBp = onlyOne(settled.map((one) => one.vatBp))
  return {
    events: settled.length,
    orders: { total_amount: total((report) => report.ordersTotal) },
    orders_by_cc: {
      total_amount: total(({ cards }) => cards.total),
      total_amount_regular: total(({ cards }) => cards.regular),
      total_amount_special: total(({ cards }) => cards.special),
      total_amount_tourist: total(({ cards }) => cards.tourist),
    },
    handle_fee_cc: {
      regular: total(({ cardFees }) => cardFees.regular),
      special: total(({ cardFees }) => cardFees.special),
      tourist: total(({ cardFees }) => cardFees.tourist),
      total: total(({ cardFees }) => cardFees.total),
    },
    handle_fee: total((report) => report.ticketFees),
    free_tickets: sum(settled.map(({ free }) => free)),
    fees_total: total((report) => report.feesTotal),
    vat_percent: vatBp === null ? null : vatBp / 100,
    vat: total((report) => report.vat),
    deductions_total: total((report) => report.deductions),
    neto_deposit: total((report) => report.net),
    payouts: { paid: paidOut('paid'), pending: paidOut('pending'), not_due: paidOut('not_due') },
  }
}
