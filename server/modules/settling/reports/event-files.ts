import type { EventReport } from '@kartis/contract/event-figures.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayLongText, moneyText, momentText, numberText, percentText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { translatorFor, type Translate } from '@kartis/i18n/server.ts'
import type { Cell, Sheet } from '../../../platform/export/xlsx.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { PrintedReport, PrintedTable } from './pdf-report.ts'
import { printable } from './printable.ts'

export interface EventFile {
  /** The account's name. */
  readonly account: string
  readonly event: Pick<EventRow, 'name' | 'starts_at' | 'timezone'>
  readonly report: EventReport
  readonly lang: Lang
}

interface Line {
  readonly label: string
  /** Shekels; deductions are negative. */
  readonly amount: number
  readonly role?: 'sum' | 'head'
}

/** The name of the file, without its extension. */
export const eventFileName = ({ event, lang }: EventFile): string =>
  translatorFor(lang)('summary:file', { name: event.name })

/** From the gross to the net, as on the screen: lines of zero that are none of its sums are missing. */
const linesOf = ({ report, lang }: EventFile, t: Translate): readonly Line[] => {
  const { totals, calculations, payout } = report
  const { gross, discounts, refunds, revenue } = totals.sales
  const card = totals.orders_by_cc.total_amount
  const elsewhere = toShekels(toAgorot(totals.orders.total_amount) - toAgorot(card))
  const line = (key: string, amount: number, role?: Line['role']): Line => ({
    label: t(`summary:ledger.${key}`),
    amount,
    ...(role && { role }),
  })
  const since = payout.statement?.since_amount ?? 0
  return [
    ...(gross === revenue ? [] : [line('gross', gross)]),
    ...(discounts > 0 ? [line('discounts', -discounts)] : []),
    ...(refunds > 0 ? [line('refunds', -refunds)] : []),
    line('revenue', totals.orders.total_amount, 'sum'),
    ...(elsewhere === 0 ? [] : [line('elsewhere', -elsewhere), line('card', card, 'sum')]),
    line('clearing', -calculations.handle_fee_cc.total),
    line('tickets', -calculations.handle_fee),
    { label: `${t('summary:ledger.vat')} (${percentText(calculations.vat_percent, lang)})`, amount: -calculations.vat },
    line('net', calculations.neto_deposit, 'head'),
    ...(payout.statement && since !== 0
      ? [
          {
            label: t('summary:ledger.settled', { number: payout.statement.number }),
            amount: payout.statement.net_amount,
          },
          line('since', since),
        ]
      : []),
  ]
}

/** The report as a workbook of three sheets: from sale to bank, by means of payment, by ticket type. */
export const eventSheets = (file: EventFile): Sheet[] => {
  const { event, report, lang } = file
  const t = translatorFor(lang)
  const sheet = (title: string, columns: Sheet['columns'], rows: readonly (readonly Cell[])[]): Sheet => ({
    title: t(`summary:${title}.title`),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: event.timezone,
    columns,
    rows: (async function* () {
      yield* rows
    })(),
  })
  const money = (title: string) => ({ title: `${title} (₪)`, kind: 'money', width: 22 }) as const
  return [
    sheet(
      'ledger',
      [
        { title: t('reports:column.line'), kind: 'text', width: 44 },
        { ...money(t('summary:means.sales')), title: t('reports:column.amount') },
      ],
      linesOf(file, t).map(({ label, amount }) => [label, amount === 0 ? 0 : amount]),
    ),
    sheet(
      'means',
      [
        { title: t('summary:means.kind'), kind: 'text', width: 34 },
        { title: t('summary:means.count'), kind: 'number', width: 16 },
        money(t('summary:means.sales')),
      ],
      report.totals.by_means.map(({ means, count, total_amount }) => [
        t(`summary:means.${means}`),
        count,
        total_amount,
      ]),
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
      report.totals.tickets_by_type.map((type) => [
        type.name,
        type.count,
        type.price,
        type.total_amount,
        type.handle_fee,
      ]),
    ),
  ]
}

const tablesOf = ({ report, lang }: EventFile, t: Translate): PrintedTable[] => {
  const money = (shekels: number): string => printable(moneyText(toAgorot(shekels), lang))
  const { by_means: means, tickets_by_type: types } = report.totals
  return [
    {
      title: t('summary:means.title'),
      head: ['kind', 'count', 'sales'].map((key) => t(`summary:means.${key}`)),
      rows: means.map((row) => [t(`summary:means.${row.means}`), numberText(row.count, lang), money(row.total_amount)]),
    },
    {
      title: t('summary:types.title'),
      head: ['kind', 'count', 'price', 'sales', 'fee'].map((key) => t(`summary:types.${key}`)),
      rows: types.map((row) => [
        printable(row.name),
        numberText(row.count, lang),
        row.price === 0 ? t('summary:types.free') : money(row.price),
        money(row.total_amount),
        money(row.handle_fee),
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
      value: money(amount === 0 ? 0 : amount),
      ...(role && { role }),
    })),
    tables: tablesOf(file, t),
    notes: [noteOf(report, t)],
    pageOf: t('reports:pdf.page_of'),
  }
}
