import type { Arrival } from '@kartis/domain/settlement.ts'
import type { PromisedRefunds, StatementLine } from '@kartis/domain/statement.ts'
import { type Agorot, sum, toPercent, toShekels } from '@kartis/domain/money.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { dayText, momentText, moneyText, percentText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { translatorFor, type Translate } from '@kartis/i18n/server.ts'
import type { Cell, Sheet } from '../../../platform/export/xlsx.ts'
import type { MeansSums, StatementCards, StatementRow } from '../payouts/index.ts'
import type { PrintedReport, PrintedTable } from './pdf-report.ts'
import { printable } from '../../../platform/export/printable.ts'

export interface StatementFile {
  /** The account's name. */
  readonly account: string
  readonly statement: StatementRow
  readonly lines: readonly StatementLine[]
  /** What the acquirer had not paid of its sales when it was made. */
  readonly arrivals: readonly Arrival[]
  readonly cards: readonly StatementCards[]
  readonly means: readonly MeansSums[]
  /** Refunds that runs had promised, which stay in the closing balance. */
  readonly promised: readonly PromisedRefunds[]
  /** What the acts of the operator in a line are about, by its place from 1. */
  readonly reasons: ReadonlyMap<number, string>
  readonly lang: Lang
  readonly now: Date
}

/** The name of a statement's file, without its extension. */
export const statementName = ({ account, statement, lang }: StatementFile): string =>
  translatorFor(lang)('statements:file', { number: statement.number, account })

const eventName = (t: Translate, line: StatementLine): string => line.eventName ?? t('statements:whole_account')

const lineName = ({ reasons }: StatementFile, t: Translate, line: StatementLine, index: number): string => {
  const name = t(`statements:line.${line.kind}`)
  const reason = reasons.get(index + 1)
  return reason === undefined ? name : `${name}: ${reason}`
}

/** The sheet of opening balance, lines and closing balance. */
const linesSheet = (file: StatementFile): Sheet => {
  const { statement, lines, promised, lang } = file
  const t = translatorFor(lang)
  const balance = (key: 'opening' | 'closing'): Cell[] => [
    null,
    t(`statements:line.${key}`),
    toShekels(statement[key]),
    null,
  ]
  const rows = [
    balance('opening'),
    ...lines.map((line, index): Cell[] => [
      eventName(t, line),
      lineName(file, t, line, index),
      toShekels(line.amount),
      line.held === 0 ? null : toShekels(line.held),
    ]),
    balance('closing'),
    // Parts of the closing balance: no lines of the sum.
    ...promised.map((row): Cell[] => [row.eventName, t('statements:line.promised'), toShekels(row.amount), null]),
  ]
  return {
    title: t('statements:title', { number: statement.number }),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns: [
      { title: t('statements:column.event'), kind: 'text', width: 34 },
      { title: t('statements:column.line'), kind: 'text', width: 26 },
      { title: t('statements:column.amount'), kind: 'money', width: 16 },
      { title: t('statements:column.held'), kind: 'money', width: 26 },
    ],
    rows,
  }
}

const totalOf = (arrivals: readonly Arrival[], of: 'amount' | 'installments'): Agorot =>
  sum(arrivals.map((arrival) => arrival[of]))

/** The sheet of the days on which the acquirer pays what it had not paid when the statement was made. */
const arrivalsSheet = ({ arrivals, lang }: StatementFile): Sheet => {
  const t = translatorFor(lang)
  return {
    title: t('statements:arrivals.sheet'),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns: [
      { title: t('statements:arrivals.day'), kind: 'day', width: 16 },
      { title: t('statements:arrivals.amount'), kind: 'money', width: 18 },
      { title: t('statements:arrivals.installments'), kind: 'money', width: 26 },
    ],
    rows: arrivals.map(({ on, amount, installments }): Cell[] => [on, toShekels(amount), toShekels(installments)]),
  }
}

/** The sheet of sales and card fees by event and kind of card. */
const cardsSheet = ({ cards, lang }: StatementFile): Sheet => {
  const t = translatorFor(lang)
  return {
    title: t('statements:cards.sheet'),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns: [
      { title: t('statements:cards.event'), kind: 'text', width: 34 },
      { title: t('statements:cards.kind'), kind: 'text', width: 18 },
      { title: t('statements:cards.sales'), kind: 'money', width: 18 },
      { title: t('statements:cards.rate'), kind: 'text', width: 10 },
      { title: t('statements:cards.fee'), kind: 'money', width: 16 },
    ],
    rows: [
      ...cards.map((row): Cell[] => [
        row.eventName,
        t(`states:bucket.${row.bucket}`),
        toShekels(row.sales),
        rateText(row.rateBp, lang),
        toShekels(feesOf([row])),
      ]),
      [t('statements:cards.total'), '', toShekels(sum(cards.map(({ sales }) => sales))), '', toShekels(feesOf(cards))],
    ],
  }
}

/** The sheet of the revenue by what was paid with. */
const meansSheet = ({ means, lang }: StatementFile): Sheet => {
  const t = translatorFor(lang)
  return {
    title: t('statements:means.sheet'),
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns: [
      { title: t('summary:means.kind'), kind: 'text', width: 34 },
      { title: t('statements:means.sales'), kind: 'money', width: 24 },
    ],
    rows: [
      ...means.map((row): Cell[] => [t(`summary:means.${row.means}`), toShekels(row.sales)]),
      [t('summary:means.total'), toShekels(sum(means.map(({ sales }) => sales)))],
    ],
  }
}

/** What fees took, below 0 as in the lines and on the screen. */
const feesOf = (cards: readonly StatementCards[]): Agorot => 0 - sum(cards.map(({ fee }) => fee)) || 0

const rateText = (basisPoints: number, lang: Lang): string => percentText(toPercent(basisPoints), lang, 2)

/** A statement as a workbook; further sheets have its sales by kind of card and by what was paid with, and the days of the acquirer where something was still to come. */
export const statementSheets = (file: StatementFile): Sheet[] => [
  linesSheet(file),
  ...(file.cards.length > 0 ? [cardsSheet(file)] : []),
  ...(file.means.length > 0 ? [meansSheet(file)] : []),
  ...(file.arrivals.length > 0 ? [arrivalsSheet(file)] : []),
]

const arrivalsTable = ({ arrivals, lang }: StatementFile): PrintedTable => {
  const t = translatorFor(lang)
  const money = (agorot: Agorot): string => printable(moneyText(agorot, lang))
  const ofInstallments = (agorot: Agorot): string => (agorot === 0 ? '' : money(agorot))
  return {
    title: t('statements:arrivals.title'),
    head: ['day', 'amount', 'installments'].map((key) => t(`statements:arrivals.${key}`)),
    rows: [
      ...arrivals.map(({ on, amount, installments }) => [
        printable(dayText(`${on}T12:00:00Z`, lang, 'UTC')),
        money(amount),
        ofInstallments(installments),
      ]),
      [
        t('statements:arrivals.sum'),
        money(totalOf(arrivals, 'amount')),
        ofInstallments(totalOf(arrivals, 'installments')),
      ],
    ],
    note: t('statements:arrivals.note'),
  }
}

const promisedTable = ({ promised, lang }: StatementFile): PrintedTable => {
  const t = translatorFor(lang)
  const money = (agorot: Agorot): string => printable(moneyText(agorot, lang))
  return {
    title: t('statements:promised.title'),
    head: ['event', 'amount'].map((key) => t(`statements:promised.${key}`)),
    rows: promised.map(({ eventName: event, amount }) => [printable(event), money(amount)]),
    note: t('statements:promised.note'),
  }
}

const cardsTable = ({ cards, lang }: StatementFile): PrintedTable => {
  const t = translatorFor(lang)
  const money = (agorot: Agorot): string => printable(moneyText(agorot, lang))
  return {
    title: t('statements:cards.title'),
    head: ['event', 'kind', 'sales', 'rate', 'fee'].map((key) => t(`statements:cards.${key}`)),
    rows: [
      ...cards.map((row) => [
        printable(row.eventName),
        t(`states:bucket.${row.bucket}`),
        money(row.sales),
        rateText(row.rateBp, lang),
        money(feesOf([row])),
      ]),
      [t('statements:cards.total'), '', money(sum(cards.map(({ sales }) => sales))), '', money(feesOf(cards))],
    ],
    note: t('statements:cards.note'),
  }
}

const meansTable = ({ means, lang }: StatementFile): PrintedTable => {
  const t = translatorFor(lang)
  const money = (agorot: Agorot): string => printable(moneyText(agorot, lang))
  return {
    title: t('statements:means.title'),
    head: [t('summary:means.kind'), t('statements:means.sales')],
    rows: [
      ...means.map((row) => [t(`summary:means.${row.means}`), money(row.sales)]),
      [t('summary:means.total'), money(sum(means.map(({ sales }) => sales)))],
    ],
    note: t('statements:means.note'),
  }
}

/** A statement as texts for the PDF renderer. */
export const printedStatement = (file: StatementFile): PrintedReport => {
  const { account, statement, lines, arrivals, lang, now } = file
  const t = translatorFor(lang)
  const money = (agorot: number): string => printable(moneyText(agorot, lang))
  const paid = -lines.filter(({ kind }) => kind === 'payout').reduce((sum, { amount }) => sum + amount, 0)
  const figure = (label: string, agorot: number) => ({ label, value: money(agorot), change: '' })
  const balance = (key: 'opening' | 'closing'): string[] => ['', t(`statements:line.${key}`), money(statement[key]), '']
  return {
    lang,
    rightToLeft: directionOf(lang) === 'rtl',
    title: t('statements:title', { number: statement.number }),
    brand: t('pdf:brand'),
    account: printable(account),
    days: t('statements:made_at', { when: printable(momentText(statement.made_at.toISOString(), lang)) }),
    made: t('reports:pdf.made', { when: printable(momentText(now.toISOString(), lang)) }),
    figures: [
      figure(t('statements:opening'), statement.opening),
      figure(t('statements:payout'), paid),
      figure(t('statements:closing'), statement.closing),
    ],
    ledgerTitle: '',
    ledger: [],
    tables: [
      {
        title: t('statements:lines'),
        head: ['event', 'line', 'amount', 'held'].map((key) => t(`statements:column.${key}`)),
        rows: [
          balance('opening'),
          ...lines.map((line, index) => [
            printable(eventName(t, line)),
            printable(lineName(file, t, line, index)),
            money(line.amount),
            line.held === 0 ? '' : money(line.held),
          ]),
          balance('closing'),
        ],
      },
      ...(file.promised.length > 0 ? [promisedTable(file)] : []),
      ...(file.cards.length > 0 ? [cardsTable(file)] : []),
      ...(file.means.length > 0 ? [meansTable(file)] : []),
      ...(arrivals.length > 0 ? [arrivalsTable(file)] : []),
    ],
    notes: [
      ...(lines.some(({ held }) => held !== 0) ? [t('statements:note.held')] : []),
      ...(statement.closing < 0 ? [t('statements:note.debt')] : []),
      t('statements:note.frozen'),
      t('statements:note.hash', { hash: statement.hash }),
    ],
    pageOf: t('reports:pdf.page_of'),
  }
}
