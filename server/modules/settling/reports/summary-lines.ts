import type { AccountReport, SalesFigures, Settlement } from '@kartis/contract/reports.ts'
import { dayText, percentText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'

/** A line of the summary; amounts in shekels. A line without figures is a remark. */
export interface SummaryLine {
  readonly label: string
  readonly count?: number | undefined
  readonly amount?: number | undefined
  readonly countBefore?: number | undefined
  readonly amountBefore?: number | undefined
}

type Figure<T> = (of: T) => number

/** `1 בנובמבר 2026 - 21 בנובמבר 2026` */
export const daysText = ({ from, to }: AccountReport['period'], lang: Lang): string => {
  const text = (day: string): string => dayText(`${day}T12:00:00Z`, lang, 'UTC')
  return from === to ? text(from) : `${text(from)} - ${text(to)}`
}

/** The summary of a report as lines: whose and when, what was sold, what is kept of it and what is transferred. */
export const summaryLines = (
  report: AccountReport,
  { account, lang }: { readonly account: string; readonly lang: Lang },
): SummaryLine[] => {
  const words = translatorFor(lang)
  const before = report.previous
  const sold = (key: string, count: Figure<SalesFigures> | undefined, amount?: Figure<SalesFigures>): SummaryLine => ({
    label: words(`reports:line.${key}`),
    count: count?.(report.sales.current),
    amount: amount?.(report.sales.current),
    countBefore: report.sales.previous ? count?.(report.sales.previous) : undefined,
    amountBefore: report.sales.previous ? amount?.(report.sales.previous) : undefined,
  })
  const { current, previous } = report.settlement
  const kept = (key: string, amount: Figure<Settlement>, count?: Figure<Settlement>, rate = ''): SummaryLine => ({
    label: words(`reports:line.${key}`, { rate }),
    amount: amount(current),
    count: count?.(current),
    amountBefore: previous ? amount(previous) : undefined,
    countBefore: previous ? count?.(previous) : undefined,
  })
  const rate = current.vat_percent === null ? '' : percentText(current.vat_percent, lang)
  return [
    { label: account },
    { label: words('reports:line.period', { days: daysText(report.period, lang) }) },
    ...(before ? [{ label: words('reports:line.previous', { days: daysText(before, lang) }) }] : []),
    sold('tickets', (of) => of.tickets),
    sold('orders', (of) => of.orders),
    sold('revenue', undefined, (of) => of.total_amount),
    sold('refunds', undefined, (of) => of.refunds_amount),
    { label: words('reports:line.settlement') },
    kept(
      'settled_events',
      (of) => of.orders.total_amount,
      (of) => of.events,
    ),
    kept('cards', (of) => of.orders_by_cc.total_amount),
    kept('cards_regular', (of) => of.orders_by_cc.total_amount_regular),
    kept('cards_special', (of) => of.orders_by_cc.total_amount_special),
    kept('cards_tourist', (of) => of.orders_by_cc.total_amount_tourist),
    kept('fee_regular', (of) => of.handle_fee_cc.regular),
    kept('fee_special', (of) => of.handle_fee_cc.special),
    kept('fee_tourist', (of) => of.handle_fee_cc.tourist),
    kept(
      'fee_tickets',
      (of) => of.handle_fee,
      (of) => of.free_tickets,
    ),
    kept('fees', (of) => of.fees_total),
    kept('vat', (of) => of.vat, undefined, rate),
    kept('deductions', (of) => of.deductions_total),
    kept('net', (of) => of.neto_deposit),
    kept('paid', (of) => of.payouts.paid),
    kept('pending', (of) => of.payouts.pending),
    kept('not_due', (of) => of.payouts.not_due),
  ]
}
