import type { AccountReport, ReportEvent, SalesFigures } from '@kartis/contract/reports.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type AskedPeriod, findPeriod, type FoundPeriod, groupingOf, placesOf, spanOf, ZONE } from './period.ts'
import {
  type EventsPage,
  NOTHING,
  readEventSales,
  readSeries,
  readTotals,
  readTypes,
  type SalesRow,
  type TypeRow,
} from './period-queries.ts'
import { addUp, settle } from './settlement.ts'

export const viewSales = (row: SalesRow): SalesFigures => ({
  tickets: row.tickets,
  orders: row.orders,
  total_amount: toShekels(row.kept),
  refunds_amount: toShekels(row.refunds),
})

export const viewType = ({ name, events, count, free, amount }: TypeRow): AccountReport['ticket_types'][number] => ({
  name,
  events,
  count,
  free,
  total_amount: toShekels(amount),
})

const added = (rows: readonly SalesRow[]): SalesRow =>
  rows.reduce(
    (all, row) => ({
      tickets: all.tickets + row.tickets,
      orders: all.orders + row.orders,
      kept: all.kept + row.kept,
      refunds: all.refunds + row.refunds,
    }),
    NOTHING,
  )

export type Grouping = 'day' | 'month'

/** A report on a period that is known already. */
export const reportOn = async (
  db: Db,
  accountId: string,
  period: FoundPeriod,
  asked: Grouping | undefined,
  now: Date,
): Promise<AccountReport> => {
  const unit = groupingOf(period, asked)
  const { from, to, previous } = period
  const span = spanOf(period)
  const before = previous && spanOf(previous)
  const [series, types, settled, salesBefore, settledBefore] = await Promise.all([
    readSeries(db, accountId, span, ZONE, unit),
    readTypes(db, accountId, span, { limit: REPORT.maxTypes }),
    settle(db, accountId, span, now),
    before && readTotals(db, accountId, before),
    before && settle(db, accountId, before, now),
  ])
  const known = new Map(series.map((row) => [row.day, row]))
  const { rest } = types
  return {
    period: { from, to },
    previous,
    grouped_by: unit,
    sales: { current: viewSales(added(series)), previous: salesBefore && viewSales(salesBefore) },
    series: placesOf(period, unit).map((day) => ({ day, ...viewSales(known.get(day) ?? NOTHING) })),
    ticket_types: types.rows.map(viewType),
    other_ticket_types:
      rest.types > 0
        ? { types: rest.types, count: rest.count, free: rest.free, total_amount: toShekels(rest.amount) }
        : null,
    settlement: { current: addUp(settled), previous: settledBefore && addUp(settledBefore) },
    generated_at: now.toISOString(),
  }
}

/** Sales of a period over all events of an account, and the payouts of those that ended in it. Seven statements, whatever the size. */
export const accountReport = async (
  db: Db,
  accountId: string,
  asked: AskedPeriod & { readonly group?: Grouping | undefined },
  now: Date,
): Promise<AccountReport> => reportOn(db, accountId, await findPeriod(db, accountId, asked, now), asked.group, now)

/** A page of the events that sold or ended in a period. */
export const reportEvents = async (
  db: Db,
  accountId: string,
  period: FoundPeriod,
  page: EventsPage,
  now: Date,
): Promise<{ events: ReportEvent[]; total: number }> => {
  const span = spanOf(period)
  const { rows, total } = await readEventSales(db, accountId, span, page)
  const settled = await settle(
    db,
    accountId,
    span,
    now,
    rows.map(({ id }) => id),
  )
  const byEvent = new Map(settled.map((one) => [one.id, one]))
  const events = rows.map((row): ReportEvent => {
    const own = byEvent.get(row.id)
    return {
      uuid: row.id,
      name: row.name,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      timezone: row.timezone,
      status: row.status,
      sales: viewSales(row),
      settlement: own
        ? {
            fees_total: toShekels(own.report.feesTotal),
            vat: toShekels(own.report.vat),
            deductions_total: toShekels(own.report.deductions),
            neto_deposit: toShekels(own.report.net),
            payout: own.payout,
            paid_at: own.paidAt?.toISOString() ?? null,
          }
        : null,
    }
  })
  return { events, total }
}
