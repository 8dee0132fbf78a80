import type { Readable } from 'node:stream'
import type { AccountReport, ReportEvent } from '@kartis/contract/reports.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type Cell, type Column, type Sheet, workbookStream } from '../../../platform/export/xlsx.ts'
import { reportEvents, reportOn, viewType } from './account-report.ts'
import { type FoundPeriod, spanOf, ZONE } from './period.ts'
import { readTypes } from './period-queries.ts'
import { summaryLines } from './summary-lines.ts'

/** What a file is about. */
export interface ExportSubject {
  readonly accountId: string
  /** Name of the account. */
  readonly account: string
  readonly period: FoundPeriod
  readonly lang: Lang
  readonly now: Date
}

/** Rows read at once. */
const PART = 500

type Told<T> = readonly { readonly column: Column; readonly cell: (row: T) => Cell }[]

const columnsOf =
  (words: Translate) =>
  <T>(...columns: readonly [key: string, kind: Column['kind'], width: number, cell: (row: T) => Cell][]): Told<T> =>
    columns.map(([key, kind, width, cell]) => ({
      column: { title: words(`reports:column.${key}`), kind, width },
      cell,
    }))

async function* cellsOf<T>(told: Told<T>, rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield told.map(({ cell }) => cell(row))
}

async function* everyEvent(db: Db, subject: ExportSubject, step: (part: number) => Promise<void>) {
  const { accountId, period, now } = subject
  for (let offset = 0, all = 1; offset < all; offset += PART) {
    const page = { order: '-total_amount', limit: PART, offset } as const
    const { events, total } = await reportEvents(db, accountId, period, page, now)
    yield* events
    all = total
    await step(Math.min(1, (offset + PART) / Math.max(1, total)))
  }
}

async function* everyType(db: Db, { accountId, period }: ExportSubject) {
  for (let offset = 0, more = true; more; offset += PART) {
    const { rows } = await readTypes(db, accountId, spanOf(period), { limit: PART, offset })
    yield* rows.map(viewType)
    more = rows.length === PART
  }
}

const eventColumns = (words: Translate): Told<ReportEvent> =>
  columnsOf(words)<ReportEvent>(
    ['event', 'text', 34, (row) => row.name],
    ['starts_at', 'date', 17, (row) => new Date(row.starts_at)],
    ['status', 'text', 12, (row) => words(`reports:event_status.${row.status}`)],
    ['tickets', 'number', 11, (row) => row.sales.tickets],
    ['orders', 'number', 11, (row) => row.sales.orders],
    ['revenue', 'money', 14, (row) => row.sales.total_amount],
    ['refunds', 'money', 14, (row) => row.sales.refunds_amount],
    ['fees', 'money', 14, (row) => row.settlement?.fees_total],
    ['vat', 'money', 12, (row) => row.settlement?.vat],
    ['net', 'money', 14, (row) => row.settlement?.neto_deposit],
    ['payout', 'text', 16, (row) => row.settlement && words(`reports:payout.${row.settlement.payout}`)],
  )

const typeColumns = (words: Translate): Told<AccountReport['ticket_types'][number]> =>
  columnsOf(words)<AccountReport['ticket_types'][number]>(
    ['type', 'text', 34, (row) => row.name],
    ['events', 'number', 11, (row) => row.events],
    ['tickets', 'number', 11, (row) => row.count],
    ['free', 'number', 14, (row) => row.free],
    ['printed', 'money', 16, (row) => row.total_amount],
  )

const seriesColumns = (words: Translate, unit: AccountReport['grouped_by']): Told<AccountReport['series'][number]> =>
  columnsOf(words)<AccountReport['series'][number]>(
    [unit, 'text', 13, (row) => (unit === 'month' ? row.day.slice(0, 7) : row.day)],
    ['tickets', 'number', 11, (row) => row.tickets],
    ['orders', 'number', 11, (row) => row.orders],
    ['revenue', 'money', 14, (row) => row.total_amount],
    ['refunds', 'money', 14, (row) => row.refunds_amount],
  )

/**
 * The report as a workbook of four sheets: summary, by event, by ticket type, by day. `step` is told the percent that is
 * done while it is read.
 */
export const exportSheets = async (
  db: Db,
  subject: ExportSubject,
  step: (percent: number) => Promise<void>,
): Promise<Readable> => {
  const { accountId, period, lang, now } = subject
  const words = translatorFor(lang)
  const report = await reportOn(db, accountId, period, 'day', now)
  await step(20)
  const sheet = <T>(title: string, told: Told<T>, rows: AsyncIterable<T> | Iterable<T>): Sheet => ({
    title: words(`reports:sheet.${title}`),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ZONE,
    columns: told.map(({ column }) => column),
    rows: cellsOf(told, rows),
  })
  const summary = columnsOf(words)<ReturnType<typeof summaryLines>[number]>(
    ['line', 'text', 46, (row) => row.label],
    ['count', 'number', 13, (row) => row.count],
    ['amount', 'money', 17, (row) => row.amount],
    ['count_before', 'number', 17, (row) => row.countBefore],
    ['amount_before', 'money', 19, (row) => row.amountBefore],
  )
  return workbookStream([
    sheet('summary', summary, summaryLines(report, subject)),
    sheet(
      'events',
      eventColumns(words),
      everyEvent(db, subject, (part) => step(20 + Math.round(part * 60))),
    ),
    sheet('types', typeColumns(words), everyType(db, subject)),
    sheet(report.grouped_by === 'day' ? 'days' : 'months', seriesColumns(words, report.grouped_by), report.series),
  ])
}
