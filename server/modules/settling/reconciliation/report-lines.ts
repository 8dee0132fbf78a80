import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Agorot } from '@kartis/domain/money.ts'
import { parse } from 'csv-parse'

/** What is wrong with a file, in parts that a screen can say in its own language. */
export interface ReportProblem {
  readonly kind: 'no_column' | 'not_readable' | 'unknown_kind' | 'no_reference' | 'not_csv'
  /** Of the file, from 1. */
  readonly line?: number
  /** Our name of the column. */
  readonly column?: string
  /** What stands there. */
  readonly text?: string
}

/** A line that cannot be read; nothing of its file is kept. */
export class ReportError extends Error {
  override name = 'ReportError'
  readonly problem: ReportProblem
  constructor(message: string, problem: ReportProblem) {
    super(message)
    this.problem = problem
  }
}

export interface ReportFormat {
  /** Name of a column to its heading in the file, where they differ. */
  readonly headings: Readonly<Record<string, string>>
  /** As `TextDecoder` names it. */
  readonly encoding: string
  readonly delimiter: string
  /** Name of a column to the headings under which it is usual; `headings` go before them. */
  readonly usual?: Readonly<Record<string, readonly string[]>>
}

/** The path of a file, or its bytes. */
export type ReportFile = string | Uint8Array

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)/
const ISRAELI_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d\d)$/

/** `2026-11-23`, `23/11/2026`, `23.11.26`; undefined for a text that is no day. */
export const dayOf = (text: string): string | undefined => {
  const iso = ISO_DAY.exec(text)
  const local = ISRAELI_DAY.exec(text)
  const [, year = '', month = '', day = ''] = iso ?? []
  const [, localDay = '', localMonth = '', localYear = ''] = local ?? []
  const parts = iso
    ? [year, month, day]
    : [localYear.length === 2 ? `20${localYear}` : localYear, localMonth.padStart(2, '0'), localDay.padStart(2, '0')]
  const written = parts.join('-')
  const at = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : undefined
}

const SUM = /^(-)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?(-)?$/

/** `1,234.50`, `-12`, `12.5-`, `(12.50)`, `₪ 12`; undefined for a text that is no sum. */
export const sumOf = (text: string): Agorot | undefined => {
  const inBrackets = text.startsWith('(') && text.endsWith(')')
  const plain = (inBrackets ? text.slice(1, -1) : text).replaceAll(/[\s₪‎‏]/g, '')
  const found = SUM.exec(plain)
  if (!found) return undefined
  const [, before, whole = '', part = '', after] = found
  const agorot = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  if (!Number.isSafeInteger(agorot)) return undefined
  return inBrackets || before !== undefined || after !== undefined ? -agorot : agorot
}

type Fields = Readonly<Record<string, string | undefined>>

export interface Line {
  readonly number: number
  readonly fields: Fields
  /** Our columns and other headings that the file has. */
  readonly columns: ReadonlySet<string>
  readonly key: string
}

/** `ref=Transaction,amount=Sum`: our name of a column, and its heading in the file; undefined for another text. */
export const headingsIn = (text: string): Record<string, string> | undefined => {
  const pairs = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((pair) => /^\s*([a-z0-9_]{1,40})\s*=(.*)$/u.exec(pair))
  const found = pairs.map((pair) => [pair?.[1] ?? '', pair?.[2]?.trim() ?? ''] as const)
  return found.every(([name, heading]) => name !== '' && heading !== '') ? Object.fromEntries(found) : undefined
}

const BY_WEIGHT = ['\t', ';', ','] as const
const FIRST_BYTES = 4096

/** What a file of unknown making is written in: UTF-8 or else windows-1255, with what its first line has most of. */
export const formatOf = (bytes: Uint8Array): Pick<ReportFormat, 'encoding' | 'delimiter'> => {
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1255'
  const [first = ''] = new TextDecoder(encoding).decode(bytes.subarray(0, FIRST_BYTES)).split(/\r?\n/, 1)
  const count = (mark: string): number => first.split(mark).length
  return { encoding, delimiter: BY_WEIGHT.reduce((best, mark) => (count(mark) > count(best) ? mark : best)) }
}

/** Characters of a line: a quotation mark that nothing closes would read the rest of the file as a single field. */
const MAX_LINE = 64 * 1024
/** Hebrew headings begin with a mark of direction as often as not. */
const plainHeading = (heading: string): string => heading.replaceAll(/[\u200E\u200F]/g, '').trim()

/** Our names of the columns of a file; a heading that is none of ours stays as it is, also a second one of the same column. */
const columnNames = (row: readonly string[], { headings, usual = {} }: ReportFormat): string[] => {
  const chosen = new Map(Object.entries(headings).map(([name, heading]) => [plainHeading(heading), name]))
  const usualNames = new Map(
    Object.entries(usual)
      .filter(([name]) => headings[name] === undefined)
      .flatMap(([name, many]) => many.map((heading) => [heading.toLowerCase(), name])),
  )
  const taken = new Set<string>()
  return row.map((heading) => {
    const plain = plainHeading(heading)
    // As it stands where it is none of ours: what is read decides whether a line was loaded before.
    const name = chosen.get(plain) ?? usualNames.get(plain.toLowerCase()) ?? heading
    if (taken.has(name)) return heading
    taken.add(name)
    return name
  })
}

const sourceOf = (file: ReportFile): Readable =>
  typeof file === 'string' ? createReadStream(file) : Readable.from([file])

const notCsv = (error: unknown): unknown => {
  const { code, lines } = error as { readonly code?: unknown; readonly lines?: unknown }
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  const line = Number(lines) || 1
  return new ReportError(`line ${line}: quotation marks or lines do not end where they must.`, {
    kind: 'not_csv',
    line,
  })
}

/** The lines of a file by the names of our columns, one after another. */
export async function* linesOf(file: ReportFile, format: ReportFormat): AsyncGenerator<Line> {
  const decoder = new TextDecoderStream(format.encoding)
  const seen = new Map<string, number>()
  let columns: ReadonlySet<string> = new Set()
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_LINE,
    info: true,
    columns: (row: string[]) => {
      const found = columnNames(row, format)
      columns = new Set(found)
      return found
    },
  })
  const source = Readable.toWeb(sourceOf(file)) as ReadableStream<Uint8Array>
  const text = Readable.fromWeb(source.pipeThrough(decoder) as Parameters<typeof Readable.fromWeb>[0])
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Fields; info: { lines: number } }>) {
      const content = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32)
      const times = (seen.get(content) ?? 0) + 1
      // Lines that read alike are told apart by their number among them; most are unlike all others.
      seen.set(content, times)
      yield { number: info.lines, fields: record, columns, key: `${content} ${times}` }
    }
  } catch (error) {
    throw notCsv(error)
  }
}

export const textOf = ({ fields }: Line, name: string): string => fields[name]?.trim() ?? ''

/** What a column says; `what` it must be, in words. Throws ReportError without the column, or where it says something else. */
export const required = <T>(line: Line, name: string, read: (text: string) => T | undefined, what: string): T => {
  if (!line.columns.has(name)) {
    const message = `the file has no column ${name}: name its heading with --headings ${name}=<heading>.`
    throw new ReportError(message, { kind: 'no_column', column: name })
  }
  const text = textOf(line, name)
  const value = read(text)
  if (value === undefined)
    throw new ReportError(`line ${line.number}: ${name} must be ${what}, and is "${text}".`, {
      kind: 'not_readable',
      line: line.number,
      column: name,
      text: text.slice(0, 60),
    })
  return value
}

/** The same; undefined where the column is empty or missing. */
export const optional = <T>(
  line: Line,
  name: string,
  read: (text: string) => T | undefined,
  what: string,
): T | undefined => (textOf(line, name) === '' ? undefined : required(line, name, read, what))

export const A_SUM = 'a sum such as 1,234.50'
export const A_DAY = 'a day such as 2026-11-23 or 23/11/2026'

/** What lines say, so many at a time. */
export async function* batched<T>(
  lines: AsyncIterable<Line>,
  read: (line: Line) => T,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const line of lines) {
    batch.push(read(line))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
