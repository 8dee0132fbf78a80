import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Agorot } from '@kartis/domain/money.ts'
import { parse } from 'csv-parse'

/** A line that cannot be read; nothing of its file is kept. */
export class ReportError extends Error {
  override name = 'ReportError'
}

export interface AcquirerRow {
  /** The same for the same line of the same report, also among lines that read alike. */
  readonly key: string
  /** `chargeback`: below 0 the acquirer has taken a disputed charge, above 0 given it back. */
  readonly kind: 'charge' | 'credit' | 'adjustment' | 'chargeback'
  readonly ref: string
  readonly approval: string | null
  readonly amount: Agorot
  readonly fee: Agorot
  readonly net: Agorot
  readonly currency: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly paidOn: string
  readonly depositRef: string
}

export interface Deposit {
  readonly key: string
  readonly ref: string
  readonly amount: Agorot
  readonly day: string
}

export interface ReportFormat {
  /** Name of a column to its heading in the file, where they differ. */
  readonly headings: Readonly<Record<string, string>>
  /** As `TextDecoder` names it. */
  readonly encoding: string
  readonly delimiter: string
}

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

interface Line {
  readonly number: number
  readonly fields: Fields
  /** Our columns and other headings that the file has. */
  readonly columns: ReadonlySet<string>
  readonly key: string
}

/** The lines of a file by the names of our columns, one after another. */
async function* linesOf(path: string, { headings, encoding, delimiter }: ReportFormat): AsyncGenerator<Line> {
  const names = new Map(Object.entries(headings).map(([name, heading]) => [heading.trim(), name]))
  const decoder = new TextDecoderStream(encoding)
  const seen = new Map<string, number>()
  let columns: ReadonlySet<string> = new Set()
  const parser = parse({
    bom: true,
    delimiter,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    columns: (row: string[]) => {
      const found = row.map((heading) => names.get(heading) ?? heading)
      columns = new Set(found)
      return found
    },
  })
  const source = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const text = Readable.fromWeb(source.pipeThrough(decoder) as Parameters<typeof Readable.fromWeb>[0])
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: Fields; info: { lines: number } }>) {
    const content = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32)
    const times = (seen.get(content) ?? 0) + 1
    // Lines that read alike are told apart by their number among them; most are unlike all others.
    seen.set(content, times)
    yield { number: info.lines, fields: record, columns, key: `${content} ${times}` }
  }
}

const textOf = ({ fields }: Line, name: string): string => fields[name]?.trim() ?? ''

const required = <T>(line: Line, name: string, read: (text: string) => T | undefined, what: string): T => {
  if (!line.columns.has(name))
    throw new ReportError(`the file has no column ${name}: name its heading with --headings ${name}=<heading>.`)
  const text = textOf(line, name)
  const value = read(text)
  if (value === undefined) throw new ReportError(`line ${line.number}: ${name} must be ${what}, and is "${text}".`)
  return value
}

const optional = <T>(line: Line, name: string, read: (text: string) => T | undefined, what: string): T | undefined =>
  textOf(line, name) === '' ? undefined : required(line, name, read, what)

const KINDS = new Set(['charge', 'credit', 'adjustment', 'chargeback'])
const A_SUM = 'a sum such as 1,234.50'
const A_DAY = 'a day such as 2026-11-23 or 23/11/2026'

const acquirerRow = (line: Line): AcquirerRow => {
  const amount = required(line, 'amount', sumOf, A_SUM)
  const kind = textOf(line, 'kind') || (amount < 0 ? 'credit' : 'charge')
  if (!KINDS.has(kind))
    throw new ReportError(
      `line ${line.number}: kind must be charge, credit, chargeback or adjustment, and is "${kind}".`,
    )
  const fee = optional(line, 'fee', sumOf, A_SUM) ?? 0
  const day = required(line, 'day', dayOf, A_DAY)
  const ref = textOf(line, 'ref')
  const approval = textOf(line, 'approval')
  if (kind !== 'adjustment' && ref === '' && approval === '')
    throw new ReportError(`line ${line.number}: ref or approval must say which charge it is.`)
  return {
    key: line.key,
    kind: kind as AcquirerRow['kind'],
    ref,
    approval: approval || null,
    amount,
    fee,
    net: optional(line, 'net', sumOf, A_SUM) ?? amount - fee,
    currency: textOf(line, 'currency').toUpperCase() || 'ILS',
    day,
    paidOn: optional(line, 'paid_on', dayOf, A_DAY) ?? day,
    depositRef: textOf(line, 'deposit'),
  }
}

const depositOf = (line: Line): Deposit => ({
  key: line.key,
  ref: required(line, 'deposit', (text) => text || undefined, 'the number of the deposit'),
  amount: required(line, 'amount', sumOf, A_SUM),
  day: required(line, 'day', dayOf, A_DAY),
})

async function* batched<T>(lines: AsyncIterable<Line>, read: (line: Line) => T, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const line of lines) {
    batch.push(read(line))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const BATCH = 1000

/** The deals of an acquirer's report, a thousand at a time. Throws ReportError. */
export const readAcquirerReport = (path: string, format: ReportFormat): AsyncGenerator<AcquirerRow[]> =>
  batched(linesOf(path, format), acquirerRow, BATCH)

/** The deposits of a bank statement. Throws ReportError. */
export const readDeposits = (path: string, format: ReportFormat): AsyncGenerator<Deposit[]> =>
  batched(linesOf(path, format), depositOf, BATCH)
