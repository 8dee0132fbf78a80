import type { AcquirerDays } from '@kartis/domain/settlement.ts'
import { placedOrders, soldTickets } from '@kartis/domain/revenue.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Readable } from 'node:stream'
import type { AccountReport, ReportEvent } from '@kartis/contract/reports.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type Cell, type Column, type Sheet, workbookStream } from '../../../platform/export/xlsx.ts'
import { reportEvents, reportOn, viewType } from './account-report.ts'
import { type ReportPeriod, spanOf } from './period.ts'
import { readTypes } from './period-queries.ts'
import { summaryLines } from './summary-lines.ts'

/** What an export is made from. */
export interface ExportSubject {
  readonly accountId: string
  /** Name of the account. */
  readonly account: string
  readonly period: ReportPeriod
  readonly lang: Lang
  readonly now: Date
  readonly acquirerDays: AcquirerDays
}

/** Rows read with one statement. */
const PAGE_ROWS = 500

type SheetColumns<T> = readonly { readonly column: Column; readonly cell: (row: T) => Cell }[]

const columnsOf =
  (t: Translate) =>
  <T>(
    ...columns: readonly [key: string, kind: Column['kind'], width: number, cell: (row: T) => Cell][]
  ): SheetColumns<T> =>
    columns.map(([key, kind, width, cell]) => ({
      column: { title: t(`reports:column.${key}`), kind, width },
      cell,
    }))

async function* cellsOf<T>(columns: SheetColumns<T>, rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(({ cell }) => cell(row))
}

async function* everyEvent(db: Db, subject: ExportSubject, step: (part: number) => Promise<void>) {
  const { accountId, period } = subject
  for (let offset = 0, all = 1; offset < all; offset += PAGE_ROWS) {
    const page = { order: '-total_amount', limit: PAGE_ROWS, offset } as const
    const { events, total } = await reportEvents(db, accountId, period, page, subject)
    yield* events
    all = total
    await step(Math.min(1, (offset + PAGE_ROWS) / Math.max(1, total)))
  }
}

/** A ticket type, or what was retained of cancelled tickets, which has a name and a sum only. */
type TypeLine = Pick<AccountReport['ticket_types'][number], 'name' | 'total_amount'> &
  Partial<AccountReport['ticket_types'][number]>

async function* everyType(
  db: Db,
  { accountId, period }: ExportSubject,
  retained: TypeLine | undefined,
): AsyncGenerator<TypeLine> {
  for (let offset = 0, more = true; more; offset += PAGE_ROWS) {
    const { rows } = await readTypes(db, accountId, spanOf(period), { limit: PAGE_ROWS, offset })
    yield* rows.map(viewType)
    more = rows.length === PAGE_ROWS
  }
  if (retained) yield retained
}

const eventColumns = (t: Translate): SheetColumns<ReportEvent> =>
  columnsOf(t)<ReportEvent>(
    ['event', 'text', 34, (row) => row.name],
    ['starts_at', 'date', 17, (row) => new Date(row.starts_at)],
    ['status', 'text', 12, (row) => t(`reports:event_status.${row.cancelled ? 'cancelled' : row.status}`)],
    ['tickets', 'number', 11, (row) => soldTickets(row.sales)],
    ['invited', 'number', 11, (row) => row.sales.invited_tickets],
    ['orders', 'number', 11, (row) => placedOrders(row.sales)],
    ['revenue', 'money', 14, (row) => row.sales.total_amount],
    ['refunds', 'money', 14, (row) => row.sales.refunds_amount],
    ['event_fees', 'money', 16, (row) => row.settlement?.fees_total],
    ['event_vat', 'money', 16, (row) => row.settlement?.vat],
    ['event_net', 'money', 18, (row) => row.settlement?.neto_deposit],
    // Columns of their own: what is only expected is in no sum of what is owed.
    ['expected_deductions', 'money', 18, (row) => row.expected?.deductions_total],
    ['expected_net', 'money', 18, (row) => row.expected?.neto_deposit],
    ['payout', 'text', 16, (row) => row.settlement && t(`reports:payout.${row.settlement.payout}`)],
  )

const typeColumns = (t: Translate): SheetColumns<TypeLine> =>
  columnsOf(t)<TypeLine>(
    ['type', 'text', 34, (row) => row.name],
    ['events', 'number', 11, (row) => row.events],
    ['tickets', 'number', 11, (row) => row.count],
    ['free', 'number', 14, (row) => row.free],
    ['invited', 'number', 11, (row) => row.invited],
    ['paid', 'money', 16, (row) => row.total_amount],
  )

const seriesColumns = (
  t: Translate,
  unit: AccountReport['grouped_by'],
): SheetColumns<AccountReport['series'][number]> =>
  columnsOf(t)<AccountReport['series'][number]>(
    [unit, unit, 13, (row) => (unit === 'month' ? row.day.slice(0, 7) : row.day)],
    ['tickets', 'number', 11, soldTickets],
    ['invited', 'number', 11, (row) => row.invited_tickets],
    ['orders', 'number', 11, placedOrders],
    ['revenue', 'money', 14, (row) => row.total_amount],
    ['refunds', 'money', 14, (row) => row.refunds_amount],
  )

/**
 * The report as a workbook of four sheets: summary, by event, by ticket type, by day. `step` is called with the percentage done
 * while it is read.
 */
export const exportSheets = async (
  db: Db,
  subject: ExportSubject,
  step: (percent: number) => Promise<void>,
): Promise<Readable> => {
  const { accountId, period, lang } = subject
  const t = translatorFor(lang)
  const report = await reportOn(db, accountId, period, 'day', subject)
  await step(20)
  const sheet = <T>(title: string, columns: SheetColumns<T>, rows: AsyncIterable<T> | Iterable<T>): Sheet => ({
    title: t(`reports:sheet.${title}`),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns: columns.map(({ column }) => column),
    rows: cellsOf(columns, rows),
  })
  const summary = columnsOf(t)<ReturnType<typeof summaryLines>[number]>(
    ['line', 'text', 46, (row) => row.label],
    ['count', 'number', 13, (row) => row.count],
    ['amount', 'money', 17, (row) => row.amount],
    ['count_before', 'number', 17, (row) => row.countBefore],
    ['amount_before', 'money', 19, (row) => row.amountBefore],
  )
  const retained =
    report.retained_amount > 0 ? { name: t('reports:retained'), total_amount: report.retained_amount } : undefined
  return workbookStream([
    sheet('summary', summary, summaryLines(report, subject)),
    sheet(
      'events',
      eventColumns(t),
      everyEvent(db, subject, (part) => step(20 + Math.round(part * 60))),
    ),
    sheet('types', typeColumns(t), everyType(db, subject, retained)),
    sheet(report.grouped_by === 'day' ? 'days' : 'months', seriesColumns(t, report.grouped_by), report.series),
  ])
}
