import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement } from 'react'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { registerRubik } from '../../../platform/export/pdf-fonts.ts'
import type { PrintedLine, PrintedReport, PrintedTable } from './pdf-report.ts'

registerRubik()

/** In points, as all of these. */
const A4 = { width: 595.28, height: 841.89 }
const MARGIN = 40
const BOTTOM = 52
/** Of a page between its margins; less than a point is left for rounding. */
const USABLE = A4.height - MARGIN - BOTTOM - 0.5
const INK = '#17142b'
const INK_2 = '#55506e'
const LINE = '#e4dff0'
const ACCENT = '#5b2be0'
const SOFT = '#f4f1fb'
const WHITE = '#ffffff'

const styles = StyleSheet.create({
  page: {
    fontFamily: 'Rubik',
    fontSize: 9.5,
    color: INK,
    backgroundColor: WHITE,
    padding: MARGIN,
    paddingBottom: BOTTOM,
  },
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

const cells = (
  report: PrintedReport,
  row: readonly string[],
  style: Style,
  columns: Columns,
  mark?: ReactElement,
): ReactElement[] =>
  row.map((content, index) =>
    createElement(
      View,
      {
        key: String(index),
        style: { flexGrow: columns.shares?.[index] ?? (index === 0 ? NAME_SHARE : 1), flexBasis: 0 },
      },
      inDirection(report).text(style, content, index === 0 || columns.texts ? 'start' : 'end'),
      index === 0 && mark,
    ),
  )

/** Hears on which page each row of a table stands. */
type OnPage = (row: number, page: number) => void

const markOf = (row: number, onPage: OnPage): ReactElement =>
  createElement(View, {
    render: ({ pageNumber }) => {
      onPage(row, pageNumber)
      return null
    },
  })

/** A table, or a part of one that goes on: without its title, with its head again. */
const table = (
  report: PrintedReport,
  { title, head, rows, note, ...columns }: PrintedTable,
  { isContinued = false, onPage }: { readonly isContinued?: boolean; readonly onPage?: OnPage } = {},
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
        ...cells(report, cellTexts, styles.cell, columns, onPage && markOf(index, onPage)),
      ),
    ),
    ...(note ? [createElement(View, { key: `${title} note`, style: { marginTop: 6 } }, text(styles.note, note))] : []),
  ]
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

/** The renderer lays out everything that is left anew for each page, so that the time grows with the square of the rows. */
const WHOLE_ROWS = 150
/** Rows that fill more than two pages, however short their texts are. */
const PART_ROWS = 70
const PAGES_OF_PART = 2
/** Rows whose heights are measured at once. */
const MEASURED_ROWS = 200
/** Points that no row needs: its longest text has some 20 lines. */
const TALLEST_ROW = 300

const inPage = (report: PrintedReport, key: string, content: readonly ReactElement[]): ReactElement =>
  createElement(Page, { key, size: 'A4', style: styles.page }, ...content, footer(report))

/** How many rows of a first part fill whole pages after what stands before them; what is left would leave a page half empty. */
const rowsOnWholePages = async (
  report: PrintedReport,
  before: readonly ReactElement[],
  part: PrintedTable,
): Promise<number> => {
  const pages: number[] = []
  const onPage: OnPage = (row, page) => (pages[row] = page)
  const content = [...before, ...table(report, part, { onPage })]
  await renderToBuffer(createElement(Document, {}, inPage(report, 'part', content)))
  const last = pages.at(-1) ?? 1
  return pages.filter((page) => page < last).length || part.rows.length
}

/** What the renderer says of a layout; its types name it and nothing in it. */
interface Layout {
  readonly children?: readonly { readonly children?: readonly { readonly box?: { readonly height: number } }[] }[]
}

/** Heights of the head and of each row of a part that goes on, laid out on a single page that is long enough for them. */
const heightsOf = async (report: PrintedReport, part: PrintedTable): Promise<number[]> => {
  let layout: Layout | undefined
  const onRender = (rendered: object): void => {
    layout = (rendered as { readonly _INTERNAL__LAYOUT__DATA_?: Layout })._INTERNAL__LAYOUT__DATA_
  }
  const size = [A4.width, (part.rows.length + 1) * TALLEST_ROW] as const
  const content = table(report, part, { isContinued: true })
  await renderToBuffer(
    createElement(Document, { onRender }, createElement(Page, { size: [...size], style: styles.page }, ...content)),
  )
  const heights = layout?.children?.[0]?.children?.flatMap(({ box }) => (box ? [box.height] : [])) ?? []
  if (heights.length !== part.rows.length + 1) throw new Error('the renderer says no heights of a table')
  return heights
}

/** How many rows fill the pages of a sequence that begins with the head of its table. */
const rowsOnPages = (head: number, rows: readonly number[]): number => {
  let [page, used] = [1, head]
  for (const [index, height] of rows.entries()) {
    used += height
    if (used <= USABLE) continue
    if (page === PAGES_OF_PART) return index
    page += 1
    used = height
  }
  return rows.length
}

/** The parts of a long table: the first after what stands before it, each of the others on whole pages, the last with what is left. */
const partsOf = async (
  report: PrintedReport,
  before: readonly ReactElement[],
  whole: PrintedTable,
): Promise<(readonly string[])[][]> => {
  const { rows } = whole
  if (rows.length <= WHOLE_ROWS) return [[...rows]]
  let from = await rowsOnWholePages(report, before, { ...whole, rows: rows.slice(0, PART_ROWS) })
  const parts = [rows.slice(0, from)]
  const heights: number[] = []
  let head = 0
  for (let measured = from; measured < rows.length; measured += MEASURED_ROWS) {
    const [headHeight = 0, ...more] = await heightsOf(report, {
      ...whole,
      rows: rows.slice(measured, measured + MEASURED_ROWS),
    })
    head = headHeight
    heights.push(...more)
  }
  for (let count = 1; from < rows.length; from += count) {
    count = rowsOnPages(head, heights.slice(from - (parts[0]?.length ?? 0)))
    parts.push(rows.slice(from, from + count))
  }
  return parts
}

/** What stands in the PDF by the sequences of pages that it is laid out in: a long table goes on in another sequence. */
const sequencesOf = async (report: PrintedReport): Promise<ReactElement[][]> => {
  const sequences: ReactElement[][] = [beginning(report)]
  for (const { note, ...whole } of report.tables) {
    const parts = await partsOf(report, sequences.at(-1) ?? [], whole)
    parts.forEach((rows, place) => {
      if (place > 0) sequences.push([])
      const part = { ...whole, rows, ...(place === parts.length - 1 && note !== undefined && { note }) }
      sequences.at(-1)?.push(...table(report, part, { isContinued: place > 0 }))
    })
  }
  sequences.at(-1)?.push(notes(report))
  return sequences
}

/** The PDF of a report: figures, ledger, and a table by event, by ticket type and by day. */
export const renderReport = async (report: PrintedReport): Promise<Buffer> => {
  const sequences = await sequencesOf(report)
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
      ...sequences.map((content, index) => inPage(report, String(index), content)),
    ),
  )
}
