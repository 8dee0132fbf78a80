import { ADJUSTMENTS } from '@kartis/contract/report-lines.ts'
import type { AccountReport, ReportEvent, Settlement } from '@kartis/contract/reports.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { changePercent, placedOrders, soldTickets } from '@kartis/domain/revenue.ts'
import { dayText, moneyText, momentText, monthText, numberText, percentText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import type { Db } from '../../../platform/database/db.ts'
import { reportEvents, reportOn } from './account-report.ts'
import type { ExportSubject } from './export-sheets.ts'
import type { PrintedLine, PrintedReport, PrintedTable } from './pdf-report.ts'
import { printable } from '../../../platform/export/printable.ts'
import { daysText } from './summary-lines.ts'

const texts = (lang: Lang) => ({
  money: (shekels: number): string => printable(moneyText(Math.round(shekels * 100), lang)),
  number: (value: number): string => printable(numberText(value, lang)),
})

/** The change from the previous period in whole percents; empty where there was nothing before. */
const changeText = (t: Translate, lang: Lang, now: number, before: number | undefined): string => {
  if (before === undefined || before <= 0) return ''
  const points = changePercent(now, before)
  const percent = printable(percentText(Math.abs(points), lang, 0))
  return t(points === 0 ? 'reports:change.same' : points > 0 ? 'reports:change.up' : 'reports:change.down', {
    percent,
  })
}

const figuresOf = (report: AccountReport, t: Translate, lang: Lang): PrintedReport['figures'] => {
  const { money, number } = texts(lang)
  const { current, previous } = report.sales
  const net = report.settlement.current.neto_deposit
  return [
    ['revenue', money(current.total_amount), current.total_amount, previous?.total_amount] as const,
    [
      'tickets',
      number(soldTickets(current)),
      soldTickets(current),
      previous ? soldTickets(previous) : undefined,
    ] as const,
    [
      'orders',
      number(placedOrders(current)),
      placedOrders(current),
      previous ? placedOrders(previous) : undefined,
    ] as const,
    ['net', money(net), net, report.settlement.previous?.neto_deposit] as const,
  ].map(([key, value, figure, before]) => ({
    label: t(`reports:tile.${key}`),
    value,
    change: changeText(t, lang, figure, before),
  }))
}

/** Where the net stands, in the order of the screen. */
const PAYOUT_PARTS = ['paid', 'since', 'pending', 'not_due'] as const

const ledgerOf = (settlement: Settlement, t: Translate, lang: Lang): PrintedLine[] => {
  const { money } = texts(lang)
  const rate = settlement.vat_percent === null ? '' : printable(percentText(settlement.vat_percent, lang))
  const line = (key: string, shekels: number, role?: PrintedLine['role']): PrintedLine => ({
    label: t(`reports:line.${key}`, { rate }),
    value: money(shekels),
    ...(role && { role }),
  })
  const { orders_by_cc: cards, handle_fee_cc: fees } = settlement
  return [
    line('cards_regular', cards.total_amount_regular),
    line('cards_special', cards.total_amount_special),
    line('cards_tourist', cards.total_amount_tourist),
    line('cards', cards.total_amount, 'sum'),
    line('fee_regular', -fees.regular),
    line('fee_special', -fees.special),
    line('fee_tourist', -fees.tourist),
    line('fee_tickets', -settlement.handle_fee),
    line('vat', -settlement.vat),
    line('deductions', -settlement.deductions_total, 'sum'),
    ...ADJUSTMENTS.flatMap((name) =>
      settlement.adjustments[name] === 0 ? [] : [line(name, settlement.adjustments[name])],
    ),
    line('net', settlement.neto_deposit, 'head'),
    ...PAYOUT_PARTS.flatMap((name) => (settlement.payouts[name] === 0 ? [] : [line(name, settlement.payouts[name])])),
    ...(settlement.service_fee > 0 ? [line('service_fee', settlement.service_fee)] : []),
  ]
}

const eventsTable = (events: readonly ReportEvent[], total: number, t: Translate, lang: Lang): PrintedTable => {
  const { money, number } = texts(lang)
  const ofEvent = (event: ReportEvent, of: 'deductions_total' | 'neto_deposit'): string => {
    if (event.settlement) return money(event.settlement[of])
    return event.expected ? t('reports:pdf.expected', { sum: money(event.expected[of]) }) : '–'
  }
  const notes = [
    ...(events.some(({ expected }) => expected) ? [t('reports:pdf.expected_note')] : []),
    ...(total > events.length ? [t('reports:pdf.more_events', { count: total - events.length })] : []),
  ]
  return {
    title: t('reports:sheet.events'),
    head: ['event', 'starts_at', 'tickets', 'revenue', 'refunds', 'event_deductions', 'event_net'].map((key) =>
      t(`reports:column.${key}`),
    ),
    rows: events.map((event) => [
      printable(event.cancelled ? t('reports:pdf.cancelled', { name: event.name }) : event.name),
      printable(dayText(event.starts_at, lang, event.timezone)),
      number(soldTickets(event.sales)),
      money(event.sales.total_amount),
      money(event.sales.refunds_amount),
      ofEvent(event, 'deductions_total'),
      ofEvent(event, 'neto_deposit'),
    ]),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

const typesTable = (report: AccountReport, t: Translate, lang: Lang): PrintedTable => {
  const { money, number } = texts(lang)
  const other = report.other_ticket_types
  return {
    title: t('reports:sheet.types'),
    head: ['type', 'tickets', 'free', 'invited', 'paid'].map((key) => t(`reports:column.${key}`)),
    rows: [
      ...report.ticket_types.map((type) => [
        printable(type.name),
        number(type.count),
        number(type.free),
        number(type.invited),
        money(type.total_amount),
      ]),
      ...(other
        ? [
            [
              t('reports:others', { count: other.types }),
              number(other.count),
              number(other.free),
              number(other.invited),
              money(other.total_amount),
            ],
          ]
        : []),
      ...(report.retained_amount > 0 ? [[t('reports:retained'), '', '', '', money(report.retained_amount)]] : []),
    ],
  }
}

const seriesTable = (report: AccountReport, t: Translate, lang: Lang): PrintedTable => {
  const { money, number } = texts(lang)
  const isMonths = report.grouped_by === 'month'
  const name = (day: string): string => printable((isMonths ? monthText : dayText)(`${day}T12:00:00Z`, lang, 'UTC'))
  return {
    title: t(isMonths ? 'reports:sheet.months' : 'reports:sheet.days'),
    head: [isMonths ? 'month' : 'day', 'tickets', 'orders', 'revenue', 'refunds'].map((key) =>
      t(`reports:column.${key}`),
    ),
    rows: report.series
      .filter((row) => row.orders > 0 || row.total_amount !== 0 || row.refunds_amount !== 0)
      .map((row) => [
        name(row.day),
        number(soldTickets(row)),
        number(placedOrders(row)),
        money(row.total_amount),
        money(row.refunds_amount),
      ]),
  }
}

/** The report as texts for the PDF renderer. */
export const printedReport = async (db: Db, subject: ExportSubject): Promise<PrintedReport> => {
  const { accountId, period, lang, now } = subject
  const t = translatorFor(lang)
  const page = { order: '-total_amount', limit: REPORT.eventsInPdf, offset: 0 } as const
  const [report, { events, total }] = await Promise.all([
    reportOn(db, accountId, period, undefined, subject),
    reportEvents(db, accountId, period, page, subject),
  ])
  const tables = [eventsTable(events, total, t, lang), typesTable(report, t, lang), seriesTable(report, t, lang)]
  return {
    lang,
    rightToLeft: directionOf(lang) === 'rtl',
    title: t('reports:file'),
    brand: t('pdf:brand'),
    account: printable(subject.account),
    days: printable(daysText(report.period, lang)),
    made: t('reports:pdf.made', { when: printable(momentText(now, lang)) }),
    figures: figuresOf(report, t, lang),
    ledgerTitle: t('reports:ledger.title', { count: report.settlement.current.events }),
    // A period in which no event ended has nothing to settle.
    ledger: report.settlement.current.events > 0 ? ledgerOf(report.settlement.current, t, lang) : [],
    tables: tables.filter(({ rows }) => rows.length > 0),
    notes: [t('reports:about.sales'), t('reports:about.revenue'), t('reports:about.settlement')],
    pageOf: t('reports:pdf.page_of'),
  }
}
