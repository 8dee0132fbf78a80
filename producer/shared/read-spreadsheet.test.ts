import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MAX_FILE_BYTES, readSpreadsheet } from './read-spreadsheet.ts'

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const WORKBOOK = `<workbook xmlns:r="r"><sheets><sheet name="b" r:id="rId2"/><sheet name="a" r:id="rId1"/></sheets></workbook>`
const LINKS =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>'

const fileOf = (parts: Readonly<Record<string, string>>): Blob =>
  new Blob([zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))).slice()])

describe('a spreadsheet of guests', () => {
  it('is read from its first tab: shared and own texts, numbers, and a long number without its exponent', async () => {
    const file = fileOf({
      'xl/workbook.xml': WORKBOOK,
      'xl/_rels/workbook.xml.rels': LINKS,
      'xl/sharedStrings.xml': '<sst><si><t>שם</t></si><si><r><t>דנה </t></r><r><t>כהן</t></r></si></sst>',
      'xl/worksheets/sheet1.xml': sheet('<row><c t="inlineStr"><is><t>no</t></is></c></row>'),
      'xl/worksheets/sheet2.xml': sheet(
        '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>טלפון</t></is></c></row>' +
          '<row><c t="s"><v>1</v></c><c><v>5.01234567E8</v></c><c><v>2</v></c></row>',
      ),
    })
    expect(await readSpreadsheet(file)).toEqual({ text: 'שם\tטלפון\nדנה כהן\t501234567\t2' })
  })

  it('keeps the columns of a row with empty cells', async () => {
    const file = fileOf({
      'xl/worksheets/sheet1.xml': sheet(
        '<row><c r="B1"><v>1</v></c><c r="D1"><v>2</v></c></row><row><c r="ZZZ2"><v>3</v></c></row>',
      ),
    })
    expect(await readSpreadsheet(file)).toEqual({ text: '\t1\t\t2\n' })
  })

  it('is refused when it is no spreadsheet, or damaged', async () => {
    for (const wrong of [new Blob(['name,phone']), fileOf({ 'word/document.xml': '<w/>' }), new Blob([])])
      expect(await readSpreadsheet(wrong)).toEqual({ problem: 'file_unreadable' })
  })

  it('is refused when it is too big, packed or unpacked', async () => {
    expect(await readSpreadsheet(new Blob([new Uint8Array(MAX_FILE_BYTES + 1)]))).toEqual({ problem: 'file_too_big' })
    const bomb = fileOf({ 'xl/worksheets/sheet1.xml': ' '.repeat(9_000_000) })
    expect(bomb.size).toBeLessThan(MAX_FILE_BYTES)
    expect(await readSpreadsheet(bomb)).toEqual({ problem: 'file_unreadable' })
  })

  it('takes no more space than a part claims, whatever it unpacks to', async () => {
    const packed = new Uint8Array(
      await fileOf({ 'xl/worksheets/sheet1.xml': sheet('<row/>') + ' '.repeat(9_000_000) }).arrayBuffer(),
    )
    // the unpacked size in the central directory
    const view = new DataView(packed.buffer)
    const entry = view.getUint32(packed.length - 6, true)
    view.setUint32(entry + 24, 100, true)
    expect(await readSpreadsheet(new Blob([packed]))).toEqual({ text: '' })
  })
})
