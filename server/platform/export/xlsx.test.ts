import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { describe, expect, it } from 'vitest'
import { type Cell, columnName, type Sheet, xlsxStream } from './xlsx.ts'

const columns: Sheet['columns'] = [
  { title: 'שם', kind: 'text', width: 20 },
  { title: 'סכום', kind: 'money', width: 12 },
  { title: 'נוצרה', kind: 'date', width: 18 },
]

async function* rows(...cells: Cell[][]): AsyncGenerator<Cell[]> {
  yield* cells
}

/** The sheet as another library reads it. */
const readBack = async (...cells: Cell[][]) => {
  const sheet = { title: 'הזמנות: [א/ב]', rightToLeft: true, timeZone: 'Asia/Jerusalem', columns, rows: rows(...cells) }
  const workbook = new Workbook()
  await workbook.xlsx.load(await buffer(xlsxStream(sheet)))
  const [read] = workbook.worksheets
  if (!read) throw new Error('the workbook has no sheet')
  return read
}

describe('xlsxStream', () => {
  it('another library reads the direction, the frozen header, the widths and a valid tab name', async () => {
    const sheet = await readBack(['דנה', 1, new Date()])
    expect(sheet.name).toBe('הזמנות   א ב')
    expect(sheet.views[0]).toMatchObject({ rightToLeft: true, state: 'frozen', ySplit: 1 })
    expect(sheet.getColumn(1).width).toBe(20)
    expect(sheet.getCell('A1').value).toBe('שם')
    expect(sheet.rowCount).toBe(2)
  })

  it('numbers are typed, and dates are in the local time of the zone before and after a clock change', async () => {
    const sheet = await readBack(
      ['חורף', 1234.5, new Date('2026-12-17T19:00:00Z')],
      ['קיץ', 0, new Date('2027-06-17T18:00:00.000Z')],
    )
    expect(sheet.getCell('B2').value).toBe(1234.5)
    expect(sheet.getCell('B2').numFmt).toBe('#,##0.00')
    expect(sheet.getCell('B3').value).toBe(0)
    // The library reads a spreadsheet's local time as UTC.
    expect(sheet.getCell('C2').value).toEqual(new Date('2026-12-17T21:00:00Z'))
    expect(sheet.getCell('C3').value).toEqual(new Date('2027-06-17T21:00:00Z'))
    const minute = await readBack(['דקה', 1, new Date('2026-12-17T20:33:00Z')])
    expect(minute.getCell('C2').value).toEqual(new Date('2026-12-17T22:33:00Z'))
  })

  it.each([
    '=1+1',
    '+972501234567',
    '-5',
    '@sum',
    '|cmd',
    'a & b < c > d "e"',
    'שורה\nשנייה',
    '  רווחים  ',
    '😀 ד״ר צ׳יק',
  ])('the text %j stays an unchanged text', async (text) => {
    const sheet = await readBack([text, null, undefined])
    expect(sheet.getCell('A2').value).toBe(text)
    expect(sheet.getCell('B2').value).toBeNull()
  })

  it('characters that XML does not allow are removed', async () => {
    expect((await readBack(['a\u0000\u0007\ud800b', 1, null])).getCell('A2').value).toBe('a\ufffdb')
  })

  it('other work is done between every hundred rows that are there already', async () => {
    let turn = 0
    let isDone = false
    const count = (): void => {
      turn += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const turns: number[] = []
    const many = function* (): Generator<Cell[]> {
      for (let row = 0; row < 3000; row++) {
        turns.push(turn)
        yield ['א', 1, null]
      }
    }
    await buffer(xlsxStream({ title: 'א', rightToLeft: true, timeZone: 'Asia/Jerusalem', columns, rows: many() }))
    isDone = true
    const perTurn = Object.values(Object.groupBy(turns, (at) => String(at))).map((rows) => rows?.length ?? 0)
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(100)
  })

  it('columns are named as in spreadsheets', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })

  it('an error of the rows is an error of the stream', async () => {
    const broken = async function* (): AsyncGenerator<Cell[]> {
      yield ['a', 1, null]
      throw new Error('connection lost')
    }
    const sheet = { title: 'x', rightToLeft: false, timeZone: 'UTC', columns, rows: broken() }
    await expect(buffer(xlsxStream(sheet))).rejects.toThrow('connection lost')
  })
})
