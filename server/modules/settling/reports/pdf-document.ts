import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement } from 'react'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { registerRubik } from '../../../platform/export/pdf-fonts.ts'
import type { PrintedLine, PrintedReport, PrintedTable } from './pdf-report.ts'

registerRubik()

// A4, in points.
const MARGIN = 40
const INK = '#17142b'
const INK_2 = '#55506e'
const LINE = '#e4dff0'
const ACCENT = '#5b2be0'
const SOFT = '#f4f1fb'
const WHITE = '#ffffff'

const styles = StyleSheet.create({
  page: { fontFamily: 'Rubik', fontSize: 9.5, color: INK, backgroundColor: WHITE, padding: MARGIN, paddingBottom: 52 },
  brand: { fontSize: 10, fontWeight: 800, color: ACCENT },
  title: { fontSize: 22, fontWeight: 800, marginTop: 6, lineHeight: 1.15 },
  under: { fontSize: 10.5, color: INK_2, marginTop: 4 },
  figures: { marginTop: 18, gap: 8 },
  figure: { flexGrow: 1, flexBasis: 0, backgroundColor: SOFT, borderRadius: 10, padding: 11 },
  figureValue: { fontSize: 15, fontWeight: 800, marginTop: 3 },
  /** Of a sum above 99,999: it does not break within its quarter of the page. */
  longValue: { fontSize: 12.5, fontWeight: 800, marginTop: 5 },
  small: { fontSize: 8, color: INK_2 },
  change: { fontSize: 8, color: INK_2, marginTop: 3, minHeight: 10 },
  heading: { fontSize: 13, fontWeight: 700, marginTop: 22, marginBottom: 7 },
  row: { borderBottomWidth: 0.75, borderBottomColor: LINE, paddingVertical: 5, gap: 8 },
  head: { borderBottomWidth: 1, borderBottomColor: INK, paddingVertical: 5, gap: 8 },
  net: { backgroundColor: SOFT, borderRadius: 8, paddingVertical: 9, paddingHorizontal: 10, marginTop: 8, gap: 8 },
  cell: { fontSize: 9.5, lineHeight: 1.3 },
  strong: { fontSize: 9.5, fontWeight: 700, lineHeight: 1.3 },
  netText: { fontSize: 12.5, fontWeight: 800 },
  label: { fontSize: 8.5, fontWeight: 700, color: INK_2 },
  notes: { marginTop: 20 },
  note: { fontSize: 8, color: INK_2, lineHeight: 1.4, marginBottom: 3 },
  foot: { position: 'absolute', bottom: 24, left: MARGIN, right: MARGIN },
  half: { width: '50%' },
})

type Style = (typeof styles)[keyof typeof styles]

/** A line that broke at a mark of direction would end in a hyphen: a sum after it would look as one below zero. */
const NEVER = 10_000

/** Styles that depend on the text direction. */
const inDirection = ({ rightToLeft }: PrintedReport) => {
  const [start, end] = rightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const direction = rightToLeft ? 'rtl' : 'ltr'
  const text = (style: Style, content: string, at: 'start' | 'end' = 'start', key?: string): ReactElement =>
    createElement(
      Text,
      { key, hyphenationPenalty: NEVER, style: [style, { direction, textAlign: at === 'start' ? start : end }] },
      inSentence(content, direction),
    )
  return { text, row: { flexDirection: rightToLeft ? 'row-reverse' : 'row' } as const }
}

const NAME_SHARE = 2.6

type Columns = Pick<PrintedTable, 'shares' | 'texts'>

const cells = (report: PrintedReport, row: readonly string[], style: Style, columns: Columns): ReactElement[] =>
  row.map((content, index) =>
    createElement(
      View,
      {
        key: String(index),
        style: { flexGrow: columns.shares?.[index] ?? (index === 0 ? NAME_SHARE : 1), flexBasis: 0 },
      },
      inDirection(report).text(style, content, index === 0 || columns.texts ? 'start' : 'end'),
    ),
  )

/** A table, or a part of one that goes on: without its title, with its head again. */
const table = (
  report: PrintedReport,
  { title, head, rows, note, ...columns }: PrintedTable,
  isContinued = false,
): ReactElement[] => {
  const { text, row } = inDirection(report)
  return [
    // Keeps a heading from being left alone at the end of a page.
    createElement(
      View,
      { key: title, minPresenceAhead: 60, wrap: false },
      ...(isContinued ? [] : [text(styles.heading, title)]),
      ...(head.length > 0
        ? [
            createElement(
              View,
              { key: 'head', style: [styles.head, row] },
              ...cells(report, head, styles.label, columns),
            ),
          ]
        : []),
    ),
    ...rows.map((cellTexts, index) =>
      createElement(
        View,
        { key: `${title}${index}`, style: [styles.row, row], wrap: false },
        ...cells(report, cellTexts, styles.cell, columns),
      ),
    ),
    ...(note ? [createElement(View, { key: `${title} note`, style: { marginTop: 6 } }, text(styles.note, note))] : []),
  ]
}

/** The renderer lays out everything that is left anew for each page, so that the time grows with the square of the rows. */
const WHOLE_ROWS = 150
/** As many rows of one line as fill two pages; of the first part, with what stands above the table. */
const PART_ROWS = 62
const FIRST_ROWS = 52

/** Where the parts of a table of so many rows begin. */
export const startsOf = (rows: number): number[] => {
  const starts = [0]
  if (rows <= WHOLE_ROWS) return starts
  for (let from = FIRST_ROWS; from < rows; from += PART_ROWS) starts.push(from)
  return starts
}

/** The tables by the sequences of pages that they are laid out in: the rest of a long one begins another sequence. */
const sequencesOf = (report: PrintedReport): ReactElement[][] => {
  const sequences: ReactElement[][] = [[]]
  for (const { rows, note, ...rest } of report.tables) {
    const starts = startsOf(rows.length)
    starts.forEach((from, place) => {
      const end = starts[place + 1]
      const part = { ...rest, rows: rows.slice(from, end), ...(end === undefined && note !== undefined && { note }) }
      if (place > 0) sequences.push([])
      sequences.at(-1)?.push(...table(report, part, place > 0))
    })
  }
  return sequences
}

const ledgerLine = (report: PrintedReport, { label, value, role }: PrintedLine, key: string): ReactElement => {
  const { text, row } = inDirection(report)
  const style = role === 'head' ? styles.netText : role === 'sum' ? styles.strong : styles.cell
  return createElement(
    View,
    { key, style: [role === 'head' ? styles.net : styles.row, row], wrap: false },
    createElement(View, { style: { flexGrow: 3, flexBasis: 0 } }, text(style, label)),
    createElement(View, { style: { flexGrow: 1, flexBasis: 0 } }, text(style, value, 'end')),
  )
}

const head = (report: PrintedReport): ReactElement => {
  const { text, row } = inDirection(report)
  return createElement(
    View,
    {},
    text(styles.brand, report.brand),
    text(styles.title, report.title),
    text(styles.under, `${inSentence(report.account, report.rightToLeft ? 'rtl' : 'ltr')} · ${report.days}`),
    createElement(
      View,
      { style: [styles.figures, row] },
      ...report.figures.map(({ label, value, change }) =>
        createElement(
          View,
          { key: label, style: styles.figure },
          text(styles.small, label),
          text(value.length > 11 ? styles.longValue : styles.figureValue, value),
          text(styles.change, change),
        ),
      ),
    ),
  )
}

const footer = (report: PrintedReport): ReactElement => {
  const { text, row } = inDirection(report)
  const direction = report.rightToLeft ? 'rtl' : 'ltr'
  return createElement(
    View,
    { style: [styles.foot, row], fixed: true },
    // Widths of their own: the number of pages is known only when all are laid out.
    createElement(View, { style: styles.half }, text(styles.small, report.made)),
    createElement(
      View,
      { style: styles.half },
      createElement(Text, {
        style: [styles.small, { direction, textAlign: report.rightToLeft ? 'left' : 'right' }],
        render: ({ pageNumber, totalPages }) =>
          report.pageOf.replace('{page}', String(pageNumber)).replace('{pages}', String(totalPages)),
      }),
    ),
  )
}

const beginning = (report: PrintedReport): ReactElement[] => [
  head(report),
  ...(report.ledger.length > 0
    ? [
        createElement(
          View,
          { key: 'ledger', minPresenceAhead: 60 },
          inDirection(report).text(styles.heading, report.ledgerTitle),
        ),
      ]
    : []),
  ...report.ledger.map((line, index) => ledgerLine(report, line, `line${index}`)),
]

const notes = (report: PrintedReport): ReactElement =>
  createElement(
    View,
    { key: 'notes', style: styles.notes, wrap: false },
    ...report.notes.map((note) => inDirection(report).text(styles.note, note, 'start', note)),
  )

/** The PDF of a report: figures, ledger, and a table by event, by ticket type and by day. */
export const renderReport = (report: PrintedReport): Promise<Buffer> => {
  const sequences = sequencesOf(report)
  return renderToBuffer(
    createElement(
      Document,
      {
        language: report.lang,
        title: `${report.title} ${report.days}`,
        author: report.account,
        creator: report.brand,
        producer: report.brand,
      },
      ...sequences.map((tables, index) =>
        createElement(
          Page,
          { key: String(index), size: 'A4', style: styles.page },
          ...(index === 0 ? beginning(report) : []),
          ...tables,
          ...(index === sequences.length - 1 ? [notes(report)] : []),
          footer(report),
        ),
      ),
    ),
  )
}
