import type { AccountReport, ReportEvent, SalesFigures } from '@kartis/contract/reports.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import type { PayoutReport } from '@kartis/domain/payout.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import { findPeriod, groupingOf, intervalsOf, type PeriodQuery, type ReportPeriod, spanOf } from './period.ts'
import {
  type EventsPage,
  NO_SALES,
  readEventSales,
  readSeries,
  readTotals,
  readTypes,
  type SalesRow,
  type TypeRow,
} from './period-queries.ts'
import { addUp, foresee, type ReportTime, type Settled, settle } from './settlement.ts'

export const viewSales = (row: SalesRow): SalesFigures => ({
  tickets: row.tickets,
  orders: row.orders,
  invited_tickets: row.invited_tickets,
  invited_orders: row.invited_orders,
  total_amount: toShekels(row.net),
  refunds_amount: toShekels(row.refunds),
})

export const viewType = ({
  name,
  events,
  count,
  free,
  invited,
  amount,
}: TypeRow): AccountReport['ticket_types'][number] => ({
  name,
  events,
  count,
  free,
  invited,
  total_amount: toShekels(amount),
})

const sumSales = (rows: readonly SalesRow[]): SalesRow =>
  rows.reduce(
    (all, row) => ({
      tickets: all.tickets + row.tickets,
      orders: all.orders + row.orders,
      invited_tickets: all.invited_tickets + row.invited_tickets,
      invited_orders: all.invited_orders + row.invited_orders,
      net: all.net + row.net,
      refunds: all.refunds + row.refunds,
    }),
    NO_SALES,
  )

export type Grouping = 'day' | 'month'

/** The report of a resolved period. */
export const reportOn = async (
  db: Db,
  accountId: string,
  period: ReportPeriod,
  grouping: Grouping | undefined,
  time: ReportTime,
): Promise<AccountReport> => {
  const unit = groupingOf(period, grouping)
  const { from, to, previous } = period
  const span = spanOf(period)
  const before = previous && spanOf(previous)
  const [series, types, settled, salesBefore, settledBefore] = await Promise.all([
    readSeries(db, accountId, span, ISRAEL_ZONE, unit),
    readTypes(db, accountId, span, { limit: REPORT.maxTypes }),
    settle(db, accountId, span, time),
    before && readTotals(db, accountId, before),
    before && settle(db, accountId, before, time),
  ])
  const byDay = new Map(series.map((row) => [row.day, row]))
  const { others } = types
  const whole = sumSales(series)
  const printed = sum(types.rows.map((type) => type.amount)) + others.amount
  return {
    period: { from, to },
    previous,
    grouped_by: unit,
    sales: { current: viewSales(whole), previous: salesBefore && viewSales(salesBefore) },
    series: intervalsOf(period, unit).map((day) => ({ day, ...viewSales(byDay.get(day) ?? NO_SALES) })),
    ticket_types: types.rows.map(viewType),
    other_ticket_types:
      others.types > 0
        ? {
            types: others.types,
            count: others.count,
            free: others.free,
            invited: others.invited,
            total_amount: toShekels(others.amount),
          }
        : null,
    retained_amount: toShekels(whole.net - printed),
    settlement: { current: addUp(settled), previous: settledBefore && addUp(settledBefore) },
    generated_at: time.now.toISOString(),
  }
}

/** Sales of a period over all events of an account, and the payouts of events that ended in it. Seven statements, whatever the size. */
export const accountReport = async (
  db: Db,
  accountId: string,
  query: PeriodQuery & { readonly group?: Grouping | undefined },
  time: ReportTime,
): Promise<AccountReport> =>
  reportOn(db, accountId, await findPeriod(db, accountId, query, time.now), query.group, time)

/** What is said of the payout of an event: nothing is sent of a net of 0, and a debt waits for no transfer. */
const payoutOf = ({ payout, settledNet, report }: Settled): NonNullable<ReportEvent['settlement']>['payout'] => {
  const net = settledNet ?? report.net
  if (payout === 'not_due' || net > 0) return payout
  return net === 0 ? 'nothing' : 'debt'
}

const viewExpected = (report: PayoutReport | undefined): ReportEvent['expected'] =>
  report ? { deductions_total: toShekels(report.deductions), neto_deposit: toShekels(report.net) } : null

/** A page of events that sold or ended in a period. */
export const reportEvents = async (
  db: Db,
  accountId: string,
  period: ReportPeriod,
  page: EventsPage,
  time: ReportTime,
): Promise<{ events: ReportEvent[]; total: number }> => {
  const span = spanOf(period)
  const { rows, total } = await readEventSales(db, accountId, span, page)
  const ids = rows.map(({ id }) => id)
  const [settled, foreseen] = await Promise.all([
    settle(db, accountId, span, time, ids),
    foresee(
      db,
      accountId,
      time,
      rows.flatMap(({ id, ends_at: endsAt }) => (endsAt >= time.now ? [id] : [])),
    ),
  ])
  const byEvent = new Map(settled.map((settlement) => [settlement.id, settlement]))
  const expected = new Map(foreseen.map(({ id, report }) => [id, report]))
  const events = rows.map((row): ReportEvent => {
    const settlement = byEvent.get(row.id)
    return {
      uuid: row.id,
      name: row.name,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      timezone: row.timezone,
      status: row.status,
      cancelled: row.cancelled && row.status !== 'archived',
      sales: viewSales(row),
      settlement: settlement
        ? {
            fees_total: toShekels(settlement.report.feesTotal),
            vat: toShekels(settlement.report.vat),
            deductions_total: toShekels(settlement.report.deductions),
            neto_deposit: toShekels(settlement.report.net),
            payout: payoutOf(settlement),
            paid_at: settlement.paidAt?.toISOString() ?? null,
          }
        : null,
      expected: viewExpected(expected.get(row.id)),
    }
  })
  return { events, total }
}
