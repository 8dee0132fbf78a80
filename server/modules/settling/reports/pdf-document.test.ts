import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { renderReport } from './pdf-document.ts'
import type { PrintedReport } from './pdf-report.ts'

const reportOf = (rows: number): PrintedReport => ({
  lang: 'en',
  rightToLeft: false,
  title: 'Statement 7',
  brand: 'Kartis',
  account: 'Producer',
  days: 'November',
  made: 'Made today',
  figures: [{ label: 'Opening', value: '1.00', change: '' }],
  ledgerTitle: '',
  ledger: [],
  tables: [
    {
      title: 'Lines',
      head: ['Event', 'Amount'],
      rows: Array.from({ length: rows }, (_, index) => [`event-${index}.`, '1.00']),
      note: 'The note of the table.',
    },
    { title: 'Cards', head: ['Kind', 'Fee'], rows: [['Regular', '2.00']] },
  ],
  notes: ['The last note.'],
  pageOf: 'page {page} of {pages}',
})

/** The rows on each page, by the order in which they are printed; a row that is no row of the table is left out. */
const rowsByPage = async (report: PrintedReport): Promise<number[][]> => {
  const data = new Uint8Array(await renderReport(report))
  const pdf = await getDocument({ data }).promise
  const pages: number[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    pages.push([...text.matchAll(/event-(\d+)\./g)].map(([, row]) => Number(row)))
  }
  return pages
}

const LONG =
  ' of the philharmonic orchestra with the choir of the children and guests from three countries and a long night'
/** Rows of one line, and of two or three lines among them. */
const mixed = (rows: number): PrintedReport => {
  const report = reportOf(rows)
  const [lines, ...more] = report.tables
  if (!lines) throw new Error('no table')
  const texts = lines.rows.map(([name = '', sum = ''], index) => [index % 5 === 2 ? `${name}${LONG}` : name, sum])
  const ledger = Array.from({ length: 14 }, (_, index) => ({
    label: `line ${index}`,
    value: '1.00',
  }))
  return { ...report, ledger, tables: [{ ...lines, rows: texts }, ...more] }
}

it.each([
  ['of one line', reportOf],
  ['of one line and of several', mixed],
])('a long table of rows %s has each of them once, in order, and leaves no page half empty', async (_, made) => {
  for (const rows of [151, 400]) {
    const pages = await rowsByPage(made(rows))
    expect(pages.flat()).toEqual(Array.from({ length: rows }, (__, index) => index))
    const whole = pages.slice(1, -1).map((each) => each.length)
    // All but the first page, with what stands above the table, and the last one are full.
    expect(Math.min(...whole), `${rows} rows: ${whole.join(' ')}`).toBeGreaterThanOrEqual(Math.max(...whole) - 4)
  }
})

it('an empty table is laid out in one page', async () => {
  expect(await rowsByPage(reportOf(0))).toEqual([[]])
})
