import { type FieldKind, LAYOUT, type RecordCode } from './uniform-layout.ts'

/**
 * A reader of the uniform file that shares no code and no table with its writer: it reads both files from their bytes, checks
 * what the instructions 1.31 demand of them, and gives the documents back.
 */

type FieldsOf<C extends RecordCode> = Readonly<Record<(typeof LAYOUT)[C][number][0], string>>

export interface ReadLine {
  readonly text: string
  /** Agorot. */
  readonly net: number
  /** Hundredths of a percent. */
  readonly rate: number
  /** `320 12`, the document that a credit note cites; empty: none. */
  readonly cites: string
}

export interface ReadDocument {
  readonly type: number
  readonly number: string
  readonly day: string
  readonly time: string
  readonly recipient: { readonly name: string; readonly number: string; readonly address: string }
  readonly key: string
  readonly net: number
  readonly vat: number
  readonly total: number
  readonly lines: readonly ReadLine[]
  readonly payments: readonly { readonly means: number; readonly amount: number }[]
}

export interface ReadUniformFile {
  readonly business: string
  readonly from: string
  readonly to: string
  readonly documents: readonly ReadDocument[]
}

const problem = (text: string): never => {
  throw new Error(`uniform file: ${text}`)
}

const must = (holds: boolean, text: string): void => {
  if (!holds) problem(text)
}

const SHAPES: Readonly<Record<FieldKind, RegExp>> = {
  '9': /^\d+$/,
  '±': /^[+-]\d+$/,
  '-': /^ +$/,
  X: /^(?! .*\S)[^\p{Cc}]*$/u,
}

const linesOf = (bytes: Uint8Array): string[] => {
  const lines = new TextDecoder('iso-8859-8', { fatal: true }).decode(bytes).split('\r\n')
  must(lines.pop() === '', 'the last record has no end')
  return lines
}

/** The fields of a record; every position belongs to one of them. */
const fieldsOf = <C extends RecordCode>(code: C, line: string): FieldsOf<C> => {
  let at = 1
  const fields = LAYOUT[code].map(([name, from, to, kind]) => {
    must(from === at, `${code}.${name} leaves a gap in the layout`)
    at = to + 1
    const text = line.slice(from - 1, to)
    must(SHAPES[kind].test(text), `${code}.${name} is "${text}"`)
    return [name, kind === 'X' ? text.trimEnd() : text]
  })
  must(line.length === at - 1, `${code} has ${line.length} bytes`)
  must(line.startsWith(code), `not a ${code}`)
  return Object.fromEntries(fields) as FieldsOf<C>
}

const isCode = (code: string): code is RecordCode => Object.hasOwn(LAYOUT, code)

const dayOf = (text: string): string => {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  must(new Date(`${day}T00:00:00Z`).toISOString().startsWith(day), `${text} is no day`)
  return day
}

const sumOf = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

interface Group {
  readonly head: FieldsOf<'C100'>
  readonly lines: FieldsOf<'D110'>[]
  readonly payments: FieldsOf<'D120'>[]
}

/** Documents with their lines and payments: these follow their header, and name it. */
const groupsOf = (rows: readonly string[]): Group[] => {
  const groups: Group[] = []
  for (const row of rows) {
    const code = row.slice(0, 4)
    if (code === 'C100') groups.push({ head: fieldsOf('C100', row), lines: [], payments: [] })
    else {
      const group = groups.at(-1) ?? problem('a record before the first document')
      if (code === 'D110') group.lines.push(fieldsOf('D110', row))
      else if (code === 'D120') group.payments.push(fieldsOf('D120', row))
      else problem(`a record ${code} among documents`)
      const own = group.payments.at(-1) ?? group.lines.at(-1)
      must(code === 'D120' || group.payments.length === 0, 'a line after a payment')
      for (const name of ['type', 'number', 'link', 'date'] as const)
        must(own?.[name] === group.head[name], `${code}.${name} is not that of its document`)
    }
  }
  return groups
}

const citedBy = ({ baseType, baseNumber }: FieldsOf<'D110'>): string =>
  baseType === '000' ? baseNumber : `${Number(baseType)} ${baseNumber}`

const documentOf = ({ head, lines, payments }: Group): ReadDocument => {
  const [before, discount, net, vat, total] = [head.before, head.discount, head.net, head.vat, head.total].map(
    Number,
  ) as [number, number, number, number, number]
  const name = `document ${head.type} ${head.number}`
  must(before - Math.abs(discount) === net && net + vat === total, `${name}: its sums do not add up`)
  must(
    Number(head.withheld) === 0 && head.cancelled === '' && head.country === 'IL',
    `${name}: fields that are not used`,
  )
  for (const line of lines)
    must(
      Math.round((Number(line.quantity) / 10_000) * Number(line.price)) - Math.abs(Number(line.discount)) ===
        Number(line.sum),
      `${name}: quantity and price of a line are not its sum`,
    )
  const isReceipt = head.type === '400'
  must(isReceipt === (lines.length === 0), `${name}: lines belong to all but receipts`)
  must(isReceipt || sumOf(lines.map(({ sum }) => Number(sum))) === net, `${name}: its lines are not its net sum`)
  must(['320', '400'].includes(head.type) === payments.length > 0, `${name}: payments belong to receipts`)
  must(
    payments.length === 0 || sumOf(payments.map(({ amount }) => Number(amount))) === total,
    `${name}: its payments are not its total`,
  )
  must((head.type === '330') === lines.some((line) => citedBy(line) !== ''), `${name}: credit notes cite, and no other`)
  for (const rows of [lines, payments])
    rows.forEach(({ line }, index) => must(Number(line) === index + 1, `${name}: its lines are not numbered`))
  return {
    type: Number(head.type),
    number: head.number,
    day: dayOf(head.issued),
    time: head.time,
    recipient: { name: head.name, number: head.customer, address: head.street },
    key: head.key,
    net,
    vat,
    total,
    lines: lines.map((line) => ({
      text: line.text,
      net: Number(line.sum),
      rate: Number(line.rate),
      cites: citedBy(line),
    })),
    payments: payments.map(({ means, amount }) => ({ means: Number(means), amount: Number(amount) })),
  }
}

/** Whether a document of that name is of an earlier period: below the first number of its type, or of a type that is not here. */
const isEarlier = (name: string, documents: readonly ReadDocument[]): boolean => {
  const [type, number] = name.split(' ').map(Number)
  const first = documents.find((document) => document.type === type)
  return !first || Number(number) < Number(first.number)
}

/** Numbers of each type rise by one, days never go back, and what is cited comes first. */
const checkSeries = (documents: readonly ReadDocument[]): void => {
  const last = new Map<number, ReadDocument>()
  for (const document of documents) {
    const before = last.get(document.type)
    if (before)
      must(Number(document.number) === Number(before.number) + 1, `a gap before ${document.type} ${document.number}`)
    last.set(document.type, document)
  }
  const read = new Set<string>()
  for (const document of documents) {
    for (const { cites } of document.lines)
      must(cites === '' || isEarlier(cites, documents) || read.has(cites), `${cites} is cited before it`)
    read.add(`${document.type} ${document.number}`)
  }
  must(
    documents.every(({ day }, index) => index === 0 || day >= (documents[index - 1]?.day ?? '')),
    'documents are not in the order of their days',
  )
}

/** The summary of INI.TXT: the number of records of each type, each once, in their order. */
const checkSummary = (summary: readonly string[], rows: readonly string[]): void => {
  const counts = summary.map((line) => {
    must(/^[A-D]\d{3}\d{15}$/.test(line), `"${line}" is no line of the summary`)
    return [line.slice(0, 4), Number(line.slice(4))] as const
  })
  must(
    counts.every(([code], index) => index === 0 || code > (counts[index - 1]?.[0] ?? '')),
    'the summary is not in order',
  )
  const counted = new Map(counts)
  for (const code of new Set(rows.map((row) => row.slice(0, 4))))
    must(
      counted.get(code) === rows.filter((row) => row.startsWith(code)).length,
      `the summary has another number of ${code}`,
    )
}

/** Throws an Error that says which demand is broken. */
export const readUniformFile = (ini: Uint8Array, data: Uint8Array): ReadUniformFile => {
  const [first = '', ...summary] = linesOf(ini)
  const rows = linesOf(data)
  const head = fieldsOf('A000', first)
  const [opening, closing] = [fieldsOf('A100', rows[0] ?? ''), fieldsOf('Z900', rows.at(-1) ?? '')]
  rows.forEach((row, index) => {
    must(isCode(row.slice(0, 4)), `record ${index + 1} is of no type`)
    must(Number(row.slice(4, 13)) === index + 1, `record ${index + 1} has another number`)
    must(row.slice(13, 22) === head.business, `record ${index + 1} is of another business`)
  })
  must(new Set([head.id, opening.id, closing.id]).size === 1, 'the number of the file differs')
  for (const { version } of [head, opening, closing]) must(version === '&OF1.31&', `version ${version}`)
  must(Number(head.records) === rows.length && Number(closing.records) === rows.length, 'the number of records differs')
  must(head.language === '0' && head.charset === '1' && head.currency === 'ILS', 'language, charset or currency')
  const middle = rows.slice(1, -1)
  checkSummary(summary, middle)
  const groups = groupsOf(middle)
  must(new Set(groups.map((group) => group.head.link)).size === groups.length, 'two documents have one link')
  const documents = groups.map(documentOf)
  checkSeries(documents)
  const [from, to] = [dayOf(head.from), dayOf(head.to)]
  must(
    documents.every(({ day }) => day >= from && day <= to),
    'a document of another period',
  )
  return { business: head.business, from, to, documents }
}
