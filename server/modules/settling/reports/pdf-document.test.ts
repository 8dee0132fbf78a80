import { expect, it } from 'vitest'
import { renderReport, startsOf } from './pdf-document.ts'
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

it.each([0, 1, 150, 151, 400, 3000])('the parts of a table of %i rows have each of them once, in order', (rows) => {
  const starts = startsOf(rows)
  const all = Array.from({ length: rows }, (_, index) => index)
  expect(starts.flatMap((from, place) => all.slice(from, starts[place + 1]))).toEqual(all)
  expect(starts.every((from, place) => place === 0 || from < rows)).toBe(true)
  expect(starts).toHaveLength(rows <= 150 ? 1 : 1 + Math.ceil((rows - 52) / 62))
})

it('a long table is laid out in sequences of pages, and an empty one in one page', async () => {
  const pagesOf = async (rows: number): Promise<number> =>
    (await renderReport(reportOf(rows))).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  expect(await pagesOf(0)).toBe(1)
  // Two pages for each whole part of one-line rows; the rest stands before what follows the table.
  expect(await pagesOf(52 + 62 * 2 + 10)).toBe(7)
})
