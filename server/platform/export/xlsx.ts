import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { localTimeIn } from '@kartis/domain/zone.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** `id`: a number without thousands separators; `day`: a calendar day of text (`2026-11-28`), the first of a month (`2026-11`) for `month`. */
export type CellKind = 'text' | 'number' | 'id' | 'money' | 'date' | 'day' | 'month'

export interface Column {
  readonly title: string
  readonly kind: CellKind
  /** About this many characters. */
  readonly width: number
}

/** A column with what it shows of a row. */
export type ColumnOf<Row> = Column & { readonly cell: (row: Row) => Cell }

/** Text, a number (money in shekels) or an instant; null and undefined are empty cells. */
export type Cell = string | number | Date | null | undefined

export interface Sheet {
  readonly title: string
  readonly rightToLeft: boolean
  /** Instants are written as the local time of this zone: spreadsheets have no time zones. */
  readonly timeZone: string
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// Indexes of `cellXfs` below.
const STYLE = { general: 0, head: 1, number: 2, money: 3, date: 4, text: 5, guarded: 6, day: 7, month: 8 } as const

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="mm/yyyy"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEBE6"/></patternFill></fill></fills>
<borders count="2"><border/><border><bottom style="thin"><color rgb="FFB8B4AA"/></bottom></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="9">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>
<xf numFmtId="3" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
<xf numFmtId="4" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1" quotePrefix="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>
</cellXfs>
</styleSheet>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 does not allow, lone surrogates among them.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const MAX_CHARS = 32_767

const escapeAll = (text: string): string =>
  text
    .toWellFormed()
    .slice(0, MAX_CHARS)
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** Most texts need no escaping, and a test is cheaper than a replacement. */
const NEEDS_NO_ESCAPING = /^[\t\n\r !#-%'-;=?-\ud7ff]*$/

const escaped = (text: string): string =>
  text.length <= MAX_CHARS && NEEDS_NO_ESCAPING.test(text) ? text : escapeAll(text)

/** Whether a spreadsheet would read a text as a formula when it is edited; such a cell is formatted as quoted text. */
const isFormulaLike = (text: string): boolean => /^[\s]*[=+\-@|%]/.test(text)

/** The name of the column with an index from 0: `A`, `B` … `Z`, `AA`. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26))

const textCell = (ref: string, text: string, style: number): string =>
  `<c r="${ref}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const DAY = 86_400_000
/** Days from day zero of spreadsheets to 1970. */
const EPOCH = 25_569

const HOUR = 3_600_000

/** Converts instants to day numbers in the local time of the zone. Clocks change on the hour, so offsets are cached by hour. */
const serialsIn = (zone: string): ((at: Date) => number) => {
  const offsets = new Map<number, number>()
  return (at) => {
    const hour = Math.floor(at.getTime() / HOUR)
    const offset = offsets.get(hour) ?? localTimeIn(zone, at).getTime() - at.getTime()
    if (offsets.size < 20_000) offsets.set(hour, offset)
    // Fifteen digits, as many as spreadsheets have: with fewer a whole minute is read as some seconds before it.
    return Math.round(((at.getTime() + offset) / DAY + EPOCH) * 1e10) / 1e10
  }
}

/** The day number of `2026-11-28`, or of the first day of `2026-11`. */
const daySerial = (day: string): number => Date.parse(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`) / DAY + EPOCH

const cellOf = (ref: string, value: Cell, kind: CellKind, serialOf: (at: Date) => number): string => {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return `<c r="${ref}" s="${STYLE.date}"><v>${serialOf(value)}</v></c>`
  if (typeof value === 'number') {
    const style = kind === 'money' ? STYLE.money : kind === 'id' ? STYLE.general : STYLE.number
    return `<c r="${ref}" s="${style}"><v>${value}</v></c>`
  }
  if (kind === 'day' || kind === 'month') return `<c r="${ref}" s="${STYLE[kind]}"><v>${daySerial(value)}</v></c>`
  return textCell(ref, value, isFormulaLike(value) ? STYLE.guarded : STYLE.text)
}

const ROWS_PER_TURN = 100

async function* sheetXml({ columns, rows, rightToLeft, timeZone }: Sheet, first: boolean): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index))
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${rightToLeft ? ' rightToLeft="1"' : ''}${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>`
  yield columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  yield `</cols><sheetData><row r="1" ht="24" customHeight="1">`
  yield columns.map(({ title }, index) => textCell(`${names[index]}1`, title, STYLE.head)).join('')
  yield '</row>'
  const serialOf = serialsIn(timeZone)
  let row = 1
  for await (const cells of rows) {
    row += 1
    // Rows of a page that has been read come without a wait: other requests are served in between.
    if (row % ROWS_PER_TURN === 0) await nextTurn()
    let xml = `<row r="${row}">`
    for (const [index, column] of columns.entries())
      xml += cellOf(`${names[index]}${row}`, cells[index], column.kind, serialOf)
    yield `${xml}</row>`
  }
  yield `</sheetData><autoFilter ref="A1:${names.at(-1) ?? 'A'}${row}"/></worksheet>`
}

/** A valid tab name: at most 31 characters, without those that are not allowed. */
const tabName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Kartis'

const relation = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`

/** Unique tab names; case does not count. */
const tabNames = (sheets: readonly Sheet[]): string[] => {
  const used = new Set<string>()
  return sheets.map(({ title }) => {
    const name = tabName(title)
    let unique = name
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${name.slice(0, 27)} ${count}`
    used.add(unique.toLowerCase())
    return unique
  })
}

const partsOf = (sheets: readonly Sheet[]): ZipEntry[] => {
  const tabs = tabNames(sheets).map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const types = sheets.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  const relations = sheets.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  return [
    {
      name: '[Content_Types].xml',
      content: [
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${types.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      content: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${tabs.join('')}</sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
      ],
    },
    { name: 'xl/styles.xml', content: [STYLES] },
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: sheetXml(sheet, index === 0),
    })),
  ]
}

/**
 * An .xlsx workbook as a stream, written while the rows of its sheets are read, so that memory does not grow with the number
 * of rows. Header rows are frozen; numbers and dates are typed; texts are never read as formulas.
 */
export const workbookStream = (sheets: readonly Sheet[]): Readable =>
  Readable.from(zipStream(partsOf(sheets)), { objectMode: false })

/** A workbook of one sheet. */
export const xlsxStream = (sheet: Sheet): Readable => workbookStream([sheet])
