import { printedAllocation } from '@kartis/domain/allocation.ts'
import { toPercent } from '@kartis/domain/money.ts'
import { dayText, momentText, moneyText } from '@kartis/i18n/format.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import { printable } from '../../../platform/export/printable.ts'
import type { PrintedReport, PrintedTable } from '../reports/index.ts'
import type { ConsentRow } from './document-consent.ts'
import type { DocumentRow, DocumentWithLines } from './documents-queries.ts'

// A tax document is in Hebrew, whatever the language of who reads it.
const LANG = 'he'

export type Print = 'original' | 'copy'

/** Name of a document's file, without its extension. */
export const documentName = ({ type, number }: Pick<DocumentRow, 'type' | 'number'>): string => {
  const t = translatorFor(LANG)
  // No slash: it separates folders.
  return t('documents:file', { type: t(`documents:type.${type}`).replace('/', ' '), number })
}

/** A name within a sentence. */
const named = (name: string): string => inSentence(printable(name), directionOf(LANG))

const money = (agorot: number): string => printable(moneyText(agorot, LANG))
const day = (text: string): string => dayText(`${text}T12:00:00Z`, LANG)

const parties = (t: Translate, row: DocumentRow): PrintedTable => ({
  title: t('documents:pdf.parties'),
  head: ['who', 'name', 'business', 'address'].map((key) => t(`documents:pdf.${key}`)),
  shares: [1, 2, 1.2, 2.4],
  texts: true,
  rows: (['issuer', 'recipient'] as const).map((side) => [
    t(`documents:pdf.${side}`),
    printable(row[`${side}_name`]),
    row[`${side}_number`],
    printable(row[`${side}_address`]),
  ]),
})

const linesTable = (t: Translate, { row, lines }: DocumentWithLines): PrintedTable[] =>
  lines.length === 0
    ? []
    : [
        {
          title: t('documents:pdf.lines'),
          head: ['event', 'net', 'rate', 'vat', 'total'].map((key) => t(`documents:column.${key}`)),
          rows: [
            ...lines.map((line) => [
              t('documents:pdf.fees_of', { event: named(line.eventName) }),
              money(line.net),
              `${toPercent(line.vatBp)}%`,
              money(line.vat),
              money(line.net + line.vat),
            ]),
            [t('documents:pdf.sum'), money(row.net), '', money(row.vat), money(row.total)],
          ],
        },
      ]

const paymentTable = (t: Translate, row: DocumentRow): PrintedTable[] =>
  row.paid_means === null || row.paid_amount === null
    ? []
    : [
        {
          title: t('documents:pdf.payment'),
          head: ['means', 'day', 'amount'].map((key) => t(`documents:pdf.${key}`)),
          rows: [[t(`documents:means.${row.paid_means}`), day(row.day), money(row.paid_amount)]],
        },
      ]

const citedText = (t: Translate, row: DocumentRow): string[] =>
  row.cited_type === null
    ? []
    : [t('documents:pdf.cites', { type: t(`documents:type.${row.cited_type}`), number: row.cited_number ?? '' })]

const allocationText = (t: Translate, row: DocumentRow): string[] => {
  if (row.allocation_state === null || row.allocation_state === 'waived') return []
  return [
    row.allocation === null
      ? t('documents:pdf.no_allocation')
      : t('documents:pdf.allocation', { number: printedAllocation(row.allocation) }),
  ]
}

export interface Printing {
  readonly print: Print
  readonly now: Date
  /** Whether the file gets the signature of its issuer. */
  readonly isSigned: boolean
  /** Undefined: the recipient has not agreed to electronic documents. */
  readonly consent: ConsentRow | undefined
}

/** Only who has agreed before gets a signed original electronically; everybody else gets it on paper. */
const deliveryText = (t: Translate, consent: ConsentRow | undefined): string =>
  consent
    ? t('documents:pdf.agreed', { day: dayText(consent.created_at.toISOString(), LANG), text: consent.text })
    : t('documents:pdf.not_agreed')

/** A document as texts for the PDF renderer: what the law wants on it, whether it is the original, and whether it is signed. */
export const printedDocument = (
  document: DocumentWithLines,
  { print, now, isSigned, consent }: Printing,
): PrintedReport => {
  const { row } = document
  const t = translatorFor(LANG)
  const name = t(`documents:type.${row.type}`)
  const figure = (key: 'net' | 'vat' | 'total', agorot: number) => ({
    label: t(`documents:column.${key}`),
    value: money(agorot),
    change: '',
  })
  return {
    lang: LANG,
    rightToLeft: true,
    title: t('documents:pdf.title', { type: name, number: row.number }),
    brand: t(`documents:pdf.${print}`),
    account: t('documents:pdf.dealer', { name: named(row.issuer_name), number: row.issuer_number }),
    days: [day(row.day), ...citedText(t, row), ...allocationText(t, row)].join(' · '),
    made: `${t(`documents:pdf.${print}`)} · ${t('reports:pdf.made', { when: printable(momentText(now.toISOString(), LANG)) })}`,
    figures:
      row.type === 'receipt'
        ? [figure('total', row.total)]
        : [figure('net', row.net), figure('vat', row.vat), figure('total', row.total)],
    ledgerTitle: '',
    ledger: [],
    tables: [parties(t, row), ...linesTable(t, document), ...paymentTable(t, row)],
    notes: [
      ...(row.statement_number === null ? [] : [t('documents:pdf.statement', { number: row.statement_number })]),
      ...(isSigned
        ? [t('documents:pdf.signed', { name: named(row.issuer_name) }), deliveryText(t, consent)]
        : [t('documents:pdf.unsigned')]),
      t('documents:pdf.hash', { hash: row.hash }),
    ],
    pageOf: t('reports:pdf.page_of'),
  }
}
