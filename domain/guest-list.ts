import { guestColumns, type GuestColumns, headingsOf } from './guest-columns.ts'
import { byShape, isPhone, phoneOf, type RowTexts, withZero } from './guest-line.ts'
import { invitationReasons } from './invitation.ts'
import { withLatinDigits } from './phone.ts'
import type { Reason } from './reason.ts'
import { tidy, withoutEmoji } from './text.ts'

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

type Separator = '\t' | ';' | ',' | '|'

/** The cells of a line; a quoted cell may contain the separator, and `""` in it is a quotation mark. */
const cellsOf = (line: string, separator: Separator | undefined): string[] => {
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

const SEPARATORS: readonly Separator[] = ['\t', ';', ',', '|']

/** The separator of one line; each may have its own. A line of spaces or dashes has none, and is one cell. */
const separatorOf = (line: string): Separator | undefined => SEPARATORS.find((separator) => line.includes(separator))

const byHeadings = (cells: readonly string[], { phone, quantity, names }: GuestColumns): RowTexts => ({
  name: names.map((column) => cells[column] ?? '').join(' '),
  phone: cells[phone ?? -1] ?? '',
  quantity: cells[quantity ?? -1] ?? '',
  unclear: false,
})

const quantityReasons = (text: string): Reason[] => {
  if (text === '') return []
  if (!/^-?\d+$/u.test(text)) return ['not_an_integer']
  const quantity = Number(text)
  if (quantity < 1) return [quantity < 0 ? 'negative' : 'at_least_one']
  return quantity > MAX_QUANTITY ? ['too_big'] : []
}

const rowOf = (line: number, texts: RowTexts): GuestRow => {
  const name = tidy(withoutEmoji(texts.name))
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
 * tickets, each line with a separator of its own: tab, semicolon, comma, dash or spaces. A first line of headings in
 * Hebrew, English or Arabic says what the columns are, and columns that it names otherwise are left out; lines without its
 * separator, and lists without headings, are read by the shape of their texts. Empty lines are skipped. A phone that stands
 * twice is an error the second time.
 */
export const parseGuests = (text: string): GuestRow[] => {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content, cells: cellsOf(content, separatorOf(content)), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const found = headingsOf(lines[0]?.cells ?? [])
  const headings = found && found.length > 1 ? found : undefined
  const separator = separatorOf(lines[0]?.content ?? '')
  const rows = (found ? lines.slice(1) : lines).map(({ content, cells, line }) => {
    const columns = headings && separator && content.includes(separator) ? cellsOf(content, separator) : undefined
    return { cells, line, columns }
  })
  const columns = guestColumns(
    headings,
    rows.map((row) => row.columns ?? []),
    isPhone,
  )
  const seen = new Set<string>()
  return rows.slice(0, MAX_GUEST_ROWS + 1).map(({ cells, line, columns: inColumns }) => {
    const row = rowOf(line, inColumns ? byHeadings(inColumns, columns) : byShape(cells))
    if (row.phone === undefined) return row
    if (seen.has(row.phone)) return { ...row, errors: [...row.errors, { field: 'phone', reason: 'duplicate' }] }
    seen.add(row.phone)
    return row
  })
}
