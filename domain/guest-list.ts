import { guestColumns, type GuestColumns, headingsOf } from './guest-columns.ts'
import { invitationReasons } from './invitation.ts'
import { parsePhone, withLatinDigits } from './phone.ts'
import type { Reason } from './reason.ts'
import { tidy } from './text.ts'

/** Rows of a pasted list that are read; the rest is refused as a whole, so that nothing is dropped silently. */
export const MAX_GUEST_ROWS = 300
const MAX_QUANTITY = 50

/** What is wrong with a row, and where; `row` is a row whose numbers cannot be told apart. */
export interface GuestError {
  readonly field: 'name' | 'phone' | 'quantity' | 'row'
  readonly reason: Reason
}

/** One row of a pasted guest list as it was understood. */
export interface GuestRow {
  /** The line of the text, from 1. */
  readonly line: number
  readonly name: string
  /** As it was written; `phone` of the same row in E.164 where it is one. */
  readonly typedPhone: string
  readonly phone: string | undefined
  /** 1 where the row names none or no valid one. */
  readonly quantity: number
  /** Empty for a row that can be sent. */
  readonly errors: readonly GuestError[]
}

/** The texts of a row by what they are. */
interface RowTexts {
  readonly name: string
  readonly phone: string
  readonly quantity: string
  /** There are more numbers than a phone and a quantity. */
  readonly unclear: boolean
}

type Separator = '\t' | ';' | ','

/** The cells of a line; a quoted cell may contain the separator, and `""` in it is a quotation mark. */
const cellsOf = (line: string, separator: Separator): string[] => {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (char === '"' && (quoted || cell.trim() === '')) {
      if (quoted && line.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = !quoted
    } else if (char === separator && !quoted) {
      cells.push(tidy(cell))
      cell = ''
    } else cell += char
  }
  return [...cells, tidy(cell)]
}

const separatorOf = (text: string): Separator => (text.includes('\t') ? '\t' : text.includes(';') ? ';' : ',')

/** A spreadsheet takes the first zero of 0501234567 for nothing. */
const withZero = (phone: string): string => {
  const digits = phone.replaceAll(/[\s-]/gu, '')
  return /^5\d{8}$/u.test(digits) ? `0${digits}` : phone
}

const phoneOf = (text: string) => parsePhone('972', withZero(withLatinDigits(text)))
const isPhone = (text: string): boolean => phoneOf(text).ok

/** Digits without letters. */
const isNumber = (cell: string): boolean => /\d/u.test(withLatinDigits(cell)) && !/[\p{L}@]/u.test(cell)

const byHeadings = (cells: readonly string[], { phone, quantity, names }: GuestColumns): RowTexts => ({
  name: names.map((column) => cells[column] ?? '').join(' '),
  phone: cells[phone ?? -1] ?? '',
  quantity: cells[quantity ?? -1] ?? '',
  unclear: false,
})

/**
 * A row of a list without headings. Its phone is the cell of the column that holds the phones of the list, or a cell that is
 * a valid phone; a bad phone stays one and is never taken for a quantity. E-mail addresses belong to no field.
 */
const byShape = (cells: readonly string[], phoneColumn: number | undefined): RowTexts => {
  const inColumn = cells[phoneColumn ?? -1] ?? ''
  const valid = isPhone(inColumn) ? phoneColumn : cells.findIndex(isPhone)
  const found = valid !== undefined && valid >= 0 ? valid : undefined
  const at = found ?? (isNumber(inColumn) ? phoneColumn : cells.findIndex(isNumber))
  const others = cells.filter((cell, column) => column !== at && cell !== '' && !cell.includes('@'))
  const numbers = others.filter(isNumber)
  return {
    name: others.filter((cell) => !isNumber(cell)).join(' '),
    phone: cells[at ?? -1] ?? '',
    quantity: numbers[0] ?? '',
    unclear: numbers.length > 1,
  }
}

const quantityReasons = (text: string): Reason[] => {
  if (text === '') return []
  if (!/^-?\d+$/u.test(text)) return ['not_an_integer']
  const quantity = Number(text)
  if (quantity < 1) return [quantity < 0 ? 'negative' : 'at_least_one']
  return quantity > MAX_QUANTITY ? ['too_big'] : []
}

const rowOf = (line: number, texts: RowTexts): GuestRow => {
  const name = tidy(texts.name)
  const phone = phoneOf(texts.phone)
  const count = withLatinDigits(texts.quantity)
  const wrongCount = quantityReasons(count)
  const quantity = count === '' || wrongCount.length > 0 ? 1 : Number(count)
  const recipient = { name, phone: withZero(withLatinDigits(texts.phone)) }
  const reasons = invitationReasons({ recipient, items: [{ events_ticket_uuid: '', quantity }] })
  const errors = (field: GuestError['field'], found: readonly Reason[] = []): GuestError[] =>
    found.map((reason) => ({ field, reason }))
  return {
    line,
    name,
    typedPhone: texts.phone,
    phone: phone.ok ? phone.e164 : undefined,
    quantity,
    errors: [
      ...errors('name', reasons['recipient.name']),
      ...errors('phone', reasons['recipient.phone']),
      ...(texts.unclear ? errors('row', ['unknown_field']) : errors('quantity', wrongCount)),
    ],
  }
}

/**
 * Guests of a list that was pasted from a spreadsheet or typed: one a line, with name, phone and optionally how many
 * tickets, separated by tabs, semicolons or commas. A first line of headings in Hebrew, English or Arabic says what the
 * columns are, and columns that it names otherwise are left out; without it a row is read by the shape of its cells. Empty
 * lines are skipped. A phone that stands twice is an error the second time.
 */
export const parseGuests = (text: string): GuestRow[] => {
  const separator = separatorOf(text)
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ cells: cellsOf(content, separator), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headings = headingsOf(lines[0]?.cells ?? [])
  const rows = headings ? lines.slice(1) : lines
  const columns = guestColumns(
    headings,
    rows.map(({ cells }) => cells),
    isPhone,
  )
  const seen = new Set<string>()
  return rows.slice(0, MAX_GUEST_ROWS + 1).map(({ cells, line }) => {
    const row = rowOf(line, headings ? byHeadings(cells, columns) : byShape(cells, columns.phone))
    if (row.phone === undefined) return row
    if (seen.has(row.phone)) return { ...row, errors: [...row.errors, { field: 'phone', reason: 'duplicate' }] }
    seen.add(row.phone)
    return row
  })
}
