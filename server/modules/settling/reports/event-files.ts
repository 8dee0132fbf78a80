import { isCancelledLate } from '@kartis/domain/cancellation.ts'
import type { EventReport } from '@kartis/contract/event-figures.ts'
import { cardFeeRows, type ReportLine, reportLines, ticketFee } from '@kartis/contract/report-lines.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { dayLongText, moneyText, momentText, numberText, percentText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { translatorFor, type Translate } from '@kartis/i18n/server.ts'
import type { Cell, Sheet } from '../../../platform/export/xlsx.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { PrintedReport, PrintedTable } from './pdf-report.ts'
import { printable } from '../../../platform/export/printable.ts'

export interface EventFile {
  /** The account's name. */
  readonly account: string
  readonly event: Pick<EventRow, 'name' | 'starts_at' | 'timezone' | 'cancelled_at'>
  readonly report: EventReport
  readonly lang: Lang
}

type Line = Omit<ReportLine, 'line'> & { readonly label: string }

/** The name of the file, without its extension. */
export const eventFileName = ({ event, lang }: EventFile): string =>
  translatorFor(lang)('summary:file', { name: event.name })

/** The lines of the screen with their names in the language. */
const linesOf = ({ event, report, lang }: EventFile, t: Translate): readonly Line[] => {
  const { vat_percent: vat, free_tickets: count } = report.calculations
  const fee = ticketFee(report.calculations)
  const { waiting } = report.totals.sales
  const hints: Partial<Record<ReportLine['line'], string>> = {
    ...(waiting > 0 && {
      refunds: printable(t('summary:ledger.waiting', { amount: moneyText(toAgorot(waiting), lang) })),
    }),
    vat: percentText(vat, lang),
    ...(fee !== undefined && {
      tickets: [
        printable(t('summary:ledger.tickets_of', { count, price: moneyText(fee, lang) })),
        ...(isCancelledLate(event.cancelled_at, event.starts_at) ? [t('summary:ledger.tickets_stay')] : []),
      ].join(' · '),
    }),
  }
  return reportLines(report).map(({ line, ...rest }) => {
    const number = report.payout.statement?.number
    const label = t(`summary:ledger.${line}`, { number })
    return {
      ...rest,
      label: hints[line] === undefined ? label : `${label} (${hints[line]})`,
    }
  })
}

/** What buyers paid as the service fee is within the revenue: no line of the sum, but a fact beside it, as on the page. */
const feeOf = (
  { report }: EventFile,
  t: Translate,
): { readonly label: string; readonly amount: number } | undefined => {
  const { service_fee: amount } = report.totals.sales
  return amount > 0 ? { label: t('summary:payee.service_fee'), amount } : undefined
}

/** By kind of card, as on the page. */
const cardRows = (report: EventReport, lang: Lang, t: Translate) =>
  cardFeeRows(report).map(({ kind, percent, sales, fee }) => ({
    name: t(`summary:cards.${kind}`),
    rate: percent === undefined ? '' : printable(percentText(percent, lang, 2)),
    sales,
    fee,
  }))

/** A row of the table by ticket type; null where it has nothing to show. */
interface TypeRow {
  readonly name: string
  readonly count: number | null
  readonly price: number | null
  readonly sales: number
  readonly fee: number | null
}

/** As on the page: what was retained of cancelled tickets is nobody's type, and with it the rows sum to the revenue. */
const typeRows = ({ totals: { tickets_by_type: types, tickets, sales } }: EventReport, t: Translate): TypeRow[] => {
  if (types.length === 0) return []
  const none = { count: null, price: null, fee: null }
  return [
    ...types.map(({ name, count, price, total_amount, handle_fee }) => ({
      name,
      count,
      price,
      sales: total_amount,
      fee: handle_fee,
    })),
    ...(sales.retained === 0 ? [] : [{ ...none, name: t('summary:types.retained'), sales: sales.retained }]),
    { ...none, name: t('summary:types.total'), count: tickets.count, sales: sales.revenue, fee: tickets.handle_fee },
  ]
}

/** By means of payment with their total, as on the page. */
const meansRows = ({ totals: { by_means: means, orders } }: EventReport, t: Translate) =>
  means.length === 0
    ? []
    : [
        ...means.map((row) => ({ name: t(`summary:means.${row.means}`), count: row.count, sales: row.total_amount })),
        {
          name: t('summary:means.total'),
          count: means.reduce((all, { count }) => all + count, 0),
          sales: orders.total_amount,
        },
      ]

/** The report as a workbook of four sheets: from sale to bank, by kind of card, by means of payment, by ticket type. */
export const eventSheets = (file: EventFile): Sheet[] => {
  const { event, report, lang } = file
  const t = translatorFor(lang)
  const sheet = (title: string, columns: Sheet['columns'], rows: readonly (readonly Cell[])[]): Sheet => ({
    title: t(`summary:${title}.title`),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: event.timezone,
    columns,
    rows,
  })
  const money = (title: string) => ({ title: `${title} (₪)`, kind: 'money', width: 22 }) as const
  const fee = feeOf(file, t)
  return [
    sheet(
      'ledger',
      [
        { title: t('reports:column.line'), kind: 'text', width: 44 },
        { ...money(t('summary:means.sales')), title: t('reports:column.amount') },
      ],
      [...linesOf(file, t), ...(fee ? [fee] : [])].map(({ label, amount }) => [label, amount]),
    ),
    sheet(
      'cards',
      [
        { title: t('summary:cards.kind'), kind: 'text', width: 34 },
        { title: t('summary:cards.rate'), kind: 'text', width: 14 },
        money(t('summary:cards.sales')),
        money(t('summary:cards.fee')),
      ],
      cardRows(report, lang, t).map(({ name, rate, sales, fee: ofKind }) => [name, rate, sales, ofKind]),
    ),
    sheet(
      'means',
      [
        { title: t('summary:means.kind'), kind: 'text', width: 34 },
        { title: t('summary:means.count'), kind: 'number', width: 16 },
        money(t('summary:means.sales')),
      ],
      meansRows(report, t).map(({ name, count, sales }) => [name, count, sales]),
    ),
    sheet(
      'types',
      [
        { title: t('summary:types.kind'), kind: 'text', width: 34 },
        { title: t('summary:types.count'), kind: 'number', width: 18 },
        money(t('summary:types.price')),
        money(t('summary:types.sales')),
        money(t('summary:types.fee')),
      ],
      typeRows(report, t).map(({ name, count, price, sales, fee: ofFree }) => [name, count, price, sales, ofFree]),
    ),
  ]
}

const tablesOf = ({ report, lang }: EventFile, t: Translate): PrintedTable[] => {
  const money = (shekels: number): string => printable(moneyText(toAgorot(shekels), lang))
  const priceOf = (price: number): string => (price === 0 ? t('summary:types.free') : money(price))
  return [
    {
      title: t('summary:cards.title'),
      head: ['kind', 'rate', 'sales', 'fee'].map((key) => t(`summary:cards.${key}`)),
      rows: cardRows(report, lang, t).map(({ name, rate, sales, fee }) => [name, rate, money(sales), money(fee)]),
    },
    {
      title: t('summary:means.title'),
      head: ['kind', 'count', 'sales'].map((key) => t(`summary:means.${key}`)),
      rows: meansRows(report, t).map(({ name, count, sales }) => [name, numberText(count, lang), money(sales)]),
    },
    {
      title: t('summary:types.title'),
      head: ['kind', 'count', 'price', 'sales', 'fee'].map((key) => t(`summary:types.${key}`)),
      rows: typeRows(report, t).map(({ name, count, price, sales, fee }) => [
        printable(name),
        count === null ? '' : numberText(count, lang),
        price === null ? '' : priceOf(price),
        money(sales),
        fee === null ? '' : money(fee),
      ]),
    },
  ].filter(({ rows }) => rows.length > 0)
}

const noteOf = ({ payout }: EventReport, t: Translate): string =>
  payout.statement
    ? t('summary:note_settled', { number: payout.statement.number })
    : t(payout.status === 'paid' ? 'summary:note_paid' : 'summary:note')

/** The report as texts for the PDF renderer. */
export const printedEvent = (file: EventFile): PrintedReport => {
  const { account, event, report, lang } = file
  const t = translatorFor(lang)
  const money = (shekels: number): string => printable(moneyText(toAgorot(shekels), lang))
  const { totals, calculations } = report
  const fee = feeOf(file, t)
  const figure = (label: string, value: string) => ({ label, value, change: '' })
  return {
    lang,
    rightToLeft: directionOf(lang) === 'rtl',
    title: printable(event.name),
    brand: t('pdf:brand'),
    account: printable(account),
    days: printable(dayLongText(event.starts_at.toISOString(), lang, event.timezone)),
    made: t('reports:pdf.made', { when: printable(momentText(report.generated_at, lang)) }),
    figures: [
      figure(t('summary:ledger.revenue'), money(totals.orders.total_amount)),
      figure(t('summary:ledger.net'), money(calculations.neto_deposit)),
      figure(t('summary:payee.tickets'), numberText(totals.tickets.count, lang)),
    ],
    ledgerTitle: t('summary:ledger.title'),
    ledger: linesOf(file, t).map(({ label, amount, role }) => ({
      label,
      value: money(amount),
      ...(role && { role: role === 'net' ? 'head' : role }),
    })),
    tables: tablesOf(file, t),
    notes: [...(fee ? [`${fee.label}: ${money(fee.amount)}`] : []), noteOf(report, t)],
    pageOf: t('reports:pdf.page_of'),
  }
}
