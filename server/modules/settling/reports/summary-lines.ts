import { ADJUSTMENTS } from '@kartis/contract/report-lines.ts'
import type { AccountReport, SalesFigures, Settlement } from '@kartis/contract/reports.ts'
import { placedOrders, soldTickets } from '@kartis/domain/revenue.ts'
import { dayText, percentText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'

/** A line of the summary; amounts in shekels. A line without figures is a note. */
export interface SummaryLine {
  readonly label: string
  readonly count?: number | undefined
  readonly amount?: number | undefined
  readonly countBefore?: number | undefined
  readonly amountBefore?: number | undefined
}

type Figure<T> = (figures: T) => number

/** `1 בנובמבר 2026 - 21 בנובמבר 2026` */
export const daysText = ({ from, to }: AccountReport['period'], lang: Lang): string => {
  const text = (day: string): string => dayText(`${day}T12:00:00Z`, lang, 'UTC')
  return from === to ? text(from) : `${text(from)} - ${text(to)}`
}

/** The summary of a report as lines: account and period, sales, deductions and payouts. */
export const summaryLines = (
  report: AccountReport,
  { account, lang }: { readonly account: string; readonly lang: Lang },
): SummaryLine[] => {
  const t = translatorFor(lang)
  const before = report.previous
  const sold = (key: string, count: Figure<SalesFigures> | undefined, amount?: Figure<SalesFigures>): SummaryLine => ({
    label: t(`reports:line.${key}`),
    count: count?.(report.sales.current),
    amount: amount?.(report.sales.current),
    countBefore: report.sales.previous ? count?.(report.sales.previous) : undefined,
    amountBefore: report.sales.previous ? amount?.(report.sales.previous) : undefined,
  })
  const { current, previous } = report.settlement
  const settled = (key: string, amount: Figure<Settlement>, count?: Figure<Settlement>, rate = ''): SummaryLine => ({
    label: t(`reports:line.${key}`, { rate }),
    amount: amount(current),
    count: count?.(current),
    amountBefore: previous ? amount(previous) : undefined,
    countBefore: previous ? count?.(previous) : undefined,
  })
  const rate = current.vat_percent === null ? '' : percentText(current.vat_percent, lang)
  return [
    { label: account },
    { label: t('reports:line.period', { days: daysText(report.period, lang) }) },
    ...(before ? [{ label: t('reports:line.previous', { days: daysText(before, lang) }) }] : []),
    sold('tickets', soldTickets),
    sold('invited', (figures) => figures.invited_tickets),
    sold('orders', placedOrders),
    sold('revenue', undefined, (figures) => figures.total_amount),
    { label: t('reports:line.retained'), amount: report.retained_amount },
    sold('refunds', undefined, (figures) => figures.refunds_amount),
    { label: t('reports:line.settlement') },
    settled(
      'settled_events',
      (figures) => figures.orders.total_amount,
      (figures) => figures.events,
    ),
    ...(current.service_fee > 0 || (previous?.service_fee ?? 0) > 0
      ? [settled('service_fee', (figures) => figures.service_fee)]
      : []),
    settled('cards', (figures) => figures.orders_by_cc.total_amount),
    settled('cards_regular', (figures) => figures.orders_by_cc.total_amount_regular),
    settled('cards_special', (figures) => figures.orders_by_cc.total_amount_special),
    settled('cards_tourist', (figures) => figures.orders_by_cc.total_amount_tourist),
    // Taken off, as in the PDF: from the cards to the net the lines add up. Subtracted from 0, so that no fee is -0.
    settled('fee_regular', (figures) => 0 - figures.handle_fee_cc.regular),
    settled('fee_special', (figures) => 0 - figures.handle_fee_cc.special),
    settled('fee_tourist', (figures) => 0 - figures.handle_fee_cc.tourist),
    settled(
      'fee_tickets',
      (figures) => 0 - figures.handle_fee,
      (figures) => figures.free_tickets,
    ),
    settled('fees', (figures) => 0 - figures.fees_total),
    settled('vat', (figures) => 0 - figures.vat, undefined, rate),
    settled('deductions', (figures) => 0 - figures.deductions_total),
    ...ADJUSTMENTS.flatMap((line) =>
      current.adjustments[line] !== 0 || (previous?.adjustments[line] ?? 0) !== 0
        ? [settled(line, (figures) => figures.adjustments[line])]
        : [],
    ),
    settled('net', (figures) => figures.neto_deposit),
    settled('paid', (figures) => figures.payouts.paid),
    ...(current.payouts.since !== 0 || (previous?.payouts.since ?? 0) !== 0
      ? [settled('since', (figures) => figures.payouts.since)]
      : []),
    settled('pending', (figures) => figures.payouts.pending),
    settled('not_due', (figures) => figures.payouts.not_due),
  ]
}
