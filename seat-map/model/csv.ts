import { z } from 'zod'
import { type CompiledMap, compile, describePlace, flagsOf } from './compile.ts'
import { type Flag, FLAGS, LIMITS, mapDocument, type MapDocument } from './document.ts'
import type { ImportResult } from './import-pretix.ts'
import {
  importedDocument,
  type ImportedRow,
  type ImportedSeat,
  type ImportedSection,
  noteCounter,
} from './imported-hall.ts'

const COLUMNS = ['section', 'row', 'seat', 'category', 'flags', 'x', 'y'] as const
const REQUIRED = 4

/** Distances of places, rows and sections where the file has no positions. */
const GAP_CM = 52
const DEPTH_CM = 90
const SECTION_CM = 250

/** A spreadsheet takes cells that begin so for formulas. */
const FORMULA = /^[=+\-@\t]/

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Every place in the order in which it stands, with its position. With a byte order mark, so that Excel reads Hebrew. */
export const exportCsv = (document: MapDocument): string => {
  const map = compile(document)
  const names = new Map(document.categories.map(({ id, name }) => [id, name]))
  const lines = Array.from({ length: map.size }, (_, place) => lineOf(map, names, place))
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

const lineOf = (map: CompiledMap, names: ReadonlyMap<string, string>, place: number): string => {
  const { section, row, number } = describePlace(map, place)
  const category = names.get(map.categories[map.category[place] ?? 0] ?? '') ?? ''
  const flags = flagsOf(map.flags[place] ?? 0).join(' ')
  const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0].map((value) => String(Math.round(value * 10) / 10))
  return [...[section, row, number, category, flags].map(cell), x, y].join(',')
}

interface TableRecord {
  readonly cells: readonly string[]
  /** As a spreadsheet counts them, empty ones too: the header is the first. */
  readonly line: number
}

/** The records of a CSV text: cells in quotes may hold separators, quotes and line breaks. */
const recordsOf = (text: string, separator: string): TableRecord[] => {
  const records: TableRecord[] = []
  let line = 0
  let [record, value, quoted] = [[] as string[], '', false]
  const endRecord = (): void => {
    record.push(value)
    line++
    if (record.some((each) => each.trim() !== '')) records.push({ cells: record, line })
    ;[record, value] = [[], '']
  }
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (quoted) {
      if (character !== '"') value += character
      else if (text.charAt(index + 1) === '"') {
        value += '"'
        index++
      } else quoted = false
    } else if (character === '"' && value.trim() === '') {
      // Some programs write a space behind the separator.
      value = ''
      quoted = true
    } else if (character === separator) {
      record.push(value)
      value = ''
    } else if (character === '\n' || (character === '\r' && text.charAt(index + 1) !== '\n')) endRecord()
    else if (character !== '\r') value += character
  }
  endRecord()
  return records
}

/** Marks of direction are no part of a name: tables in Hebrew and Arabic often have them around it. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const plain = (text: string): string =>
  (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text).replaceAll(DIRECTION, '').trim()

/** Half of Europe writes a decimal comma. */
const number = z
  .string()
  .regex(/^-?\d{1,6}([.,]\d{1,9})?$/, { error: 'not_a_number' })
  .transform((text) => Number(text.replace(',', '.')))
  .optional()

const recordSchema = z.object({
  section: z.string().min(1, { error: 'required' }).max(60),
  row: z.string().max(12),
  seat: z.string().min(1, { error: 'required' }).max(8),
  category: z.string().min(1, { error: 'required' }).max(40),
  flags: z.array(z.enum(FLAGS)),
  x: number,
  y: number,
})
type CsvRecord = z.infer<typeof recordSchema>

/** What other programs, and people, call the columns. */
const ALIASES: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  block: 'section',
  zone: 'section',
  area: 'section',
  'section name': 'section',
  'row name': 'row',
  'row number': 'row',
  'row no': 'row',
  number: 'seat',
  'seat number': 'seat',
  'seat no': 'seat',
  'seat name': 'seat',
  'price category': 'category',
  'price level': 'category',
  אזור: 'section',
  גוש: 'section',
  'שם אזור': 'section',
  'שם גוש': 'section',
  'מס גוש': 'section',
  שורה: 'row',
  'מס שורה': 'row',
  'מספר שורה': 'row',
  כיסא: 'seat',
  כסא: 'seat',
  מושב: 'seat',
  מקום: 'seat',
  'מס כיסא': 'seat',
  'מספר כיסא': 'seat',
  'מס מושב': 'seat',
  'מספר מושב': 'seat',
  'מס מקום': 'seat',
  'מספר מקום': 'seat',
  קטגוריה: 'category',
  'קטגוריית מחיר': 'category',
  סימונים: 'flags',
  سكشن: 'section',
  منطقة: 'section',
  المنطقة: 'section',
  القسم: 'section',
  صف: 'row',
  الصف: 'row',
  'رقم الصف': 'row',
  مقعد: 'seat',
  المقعد: 'seat',
  'رقم المقعد': 'seat',
  فئة: 'category',
  الفئة: 'category',
  علامات: 'flags',
}

/** The columns of the header in the order of the file. */
const headerOf = (record: readonly string[]): string[] => {
  const names = record.map((name) =>
    plain(name)
      .toLowerCase()
      // "Seat No." and "מס׳ כיסא" have marks of an abbreviation.
      .replaceAll(/[.:'"׳״’]/g, '')
      .replaceAll(/[_\s]+/g, ' ')
      .trim(),
  )
  // Two columns may have names of one: the exact one counts.
  return names.map((name) => {
    const alias = ALIASES[name]
    return alias && !names.includes(alias) ? alias : name
  })
}

type Issue = z.core.$ZodIssue
const issue = (path: (string | number)[], message: string): Issue => ({
  code: 'custom',
  path,
  message,
  input: undefined,
})

const SEPARATORS = [',', ';', '\t'] as const

/** The separator with which the header names most columns: a name of a column may contain one of the others. */
const separatorOf = (content: string): string => {
  const [firstLine = ''] = content.split(/[\r\n]/, 1)
  const named = SEPARATORS.map((separator) => {
    const header = headerOf(recordsOf(firstLine, separator)[0]?.cells ?? [])
    return { separator, count: COLUMNS.filter((column) => header.includes(column)).length }
  })
  return named.reduce((best, each) => (each.count > best.count ? each : best)).separator
}

const parse = (text: string): { readonly records: CsvRecord[] } | { readonly issues: Issue[] } => {
  // Excel is told its separator by a line before the header.
  const named = /^sep=([,;\t])\r?\n/i.exec(text)
  const content = named ? text.slice(named[0].length) : text
  const separator = named?.[1] ?? separatorOf(content)
  const [first = { cells: [], line: 1 }, ...others] = recordsOf(content, separator)
  const header = headerOf(first.cells)
  const missing = COLUMNS.slice(0, REQUIRED).filter((column) => !header.includes(column))
  if (missing.length > 0) return { issues: missing.map((column) => issue(['header', column], 'required')) }
  if (others.length > LIMITS.places) return { issues: [issue(['lines'], 'too_big')] }
  const issues: Issue[] = []
  const records: CsvRecord[] = []
  others.forEach(({ cells: record, line }) => {
    const cellOf = (column: string): string => plain(record[header.indexOf(column)] ?? '')
    const cells = {
      ...Object.fromEntries(COLUMNS.map((column) => [column, cellOf(column)])),
      flags: cellOf('flags')
        .toLowerCase()
        .split(/[\s,;|]+/)
        .filter(Boolean),
      x: cellOf('x') || undefined,
      y: cellOf('y') || undefined,
    }
    // With the input, a wrong value is distinguished from a missing one.
    const parsed = recordSchema.safeParse(cells, { reportInput: true })
    if (parsed.success) records.push(parsed.data)
    else issues.push(...parsed.error.issues.map((each) => ({ ...each, path: ['lines', line, ...each.path] })))
  })
  return issues.length > 0 ? { issues } : { records }
}

/** Records of one section and row that follow one another, or not: a row is whatever has its name in its section. */
const grouped = (records: readonly CsvRecord[]): Map<string, Map<string, CsvRecord[]>> => {
  const sections = new Map<string, Map<string, CsvRecord[]>>()
  for (const record of records) {
    const rows = sections.get(record.section) ?? new Map<string, CsvRecord[]>()
    const row = rows.get(record.row) ?? []
    row.push(record)
    sections.set(record.section, rows.set(record.row, row))
  }
  return sections
}

const seatOf = ({ seat, category, flags, x, y }: CsvRecord, invented: readonly [number, number]): ImportedSeat => ({
  label: seat,
  category,
  at: x === undefined || y === undefined ? invented : [x, y],
  ...(flags.length > 0 && { is: flags as Flag[] }),
})

/**
 * The document of a list of seats: `section,row,seat,category,flags`, then `x,y` in centimetres where known; rows and
 * seats in the order in which they stand. Lists without positions are laid out as rows behind one another.
 */
export const importCsv = (text: string): ImportResult => {
  const parsed = parse(text.replace(/^\uFEFF/, ''))
  if ('issues' in parsed) return { error: new z.ZodError(parsed.issues) }
  const notes = noteCounter()
  notes.add('positions_invented', parsed.records.filter(({ x, y }) => x === undefined || y === undefined).length)
  let y = 300
  const sections = [...grouped(parsed.records)].map(([name, rows]): ImportedSection => {
    const imported = [...rows].map(([label, records]): ImportedRow => {
      const left = 1500 - (GAP_CM * (records.length - 1)) / 2
      const seats = records.map((record, index) => seatOf(record, [left + GAP_CM * index, y]))
      y += DEPTH_CM
      return { label, seats }
    })
    y += SECTION_CM
    return { name, rows: imported }
  })
  const categories = [...new Set(parsed.records.map(({ category }) => category))].map((name) => ({ name }))
  const checked = mapDocument.safeParse(
    importedDocument({ sections, categories, size: [3000, Math.max(2000, y)] }, notes),
    { reportInput: true },
  )
  return checked.success ? { document: checked.data, notes: notes.notes() } : { error: checked.error }
}
