import { invitationReasons } from './invitation.ts'
import { parsePhone } from './phone.ts'
import type { Reason } from './reason.ts'
import { tidy } from './text.ts'

/** Rows of a pasted list that are read; the rest is refused as a whole, so that nothing is dropped silently. */
export const MAX_GUEST_ROWS = 300
const MAX_QUANTITY = 50

/** One row of a pasted guest list as it was understood. */
export interface GuestRow {
  /** The line of the text, from 1. */
  readonly line: number
  readonly name: string
  /** As it was written; `phone` of the same row in E.164 where it is one. */
  readonly typedPhone: string
  readonly phone: string | undefined
  readonly quantity: number
  /** Empty for a row that can be sent. */
  readonly reasons: readonly Reason[]
}

const digitsOf = (cell: string): string => cell.replace(/\D/g, '')
const isPhoneCell = (cell: string): boolean => digitsOf(cell).length >= 7 && !/\p{L}/u.test(cell)
const isQuantityCell = (cell: string): boolean => /^\d{1,3}$/.test(cell)

/** A spreadsheet takes the first zero of 0501234567 for nothing. */
const withZero = (phone: string): string => (/^5\d{8}$/.test(digitsOf(phone)) ? `0${digitsOf(phone)}` : phone)

const cellsOf = (text: string): string[] => {
  const separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  return text.split(separator).map((cell) => tidy(cell.replace(/^"|"$/g, '')))
}

const rowOf = (text: string, line: number): GuestRow => {
  const cells = cellsOf(text)
  const typedPhone = cells.find(isPhoneCell) ?? ''
  const quantityCell = cells.find(isQuantityCell)
  const quantity = quantityCell === undefined ? 1 : Number(quantityCell)
  const name = tidy(cells.filter((cell) => cell !== typedPhone && cell !== quantityCell).join(' '))
  const phone = parsePhone('972', withZero(typedPhone))
  const draft = { recipient: { name, phone: withZero(typedPhone) }, items: [{ events_ticket_uuid: '', quantity }] }
  const reasons = Object.values(invitationReasons(draft)).flat()
  return {
    line,
    name,
    typedPhone,
    phone: phone.ok ? phone.e164 : undefined,
    quantity,
    reasons: quantity > MAX_QUANTITY ? [...reasons, 'too_big'] : reasons,
  }
}

/**
 * Guests of a list that was pasted from a spreadsheet or typed: one a line, with name, phone and optionally how many
 * tickets, in any order, separated by tabs, semicolons or commas. A line of headings (no digits) at the top is skipped, and
 * so are empty lines. A phone that stands twice is refused the second time.
 */
export const parseGuests = (text: string): GuestRow[] => {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '')
  const [first, ...others] = lines
  const isHeading = first !== undefined && others.length > 0 && !/\d/.test(first.content)
  const seen = new Set<string>()
  return (isHeading ? others : lines).slice(0, MAX_GUEST_ROWS + 1).map(({ content, line }) => {
    const row = rowOf(content, line)
    if (row.phone === undefined) return row
    if (seen.has(row.phone)) return { ...row, reasons: [...row.reasons, 'duplicate' as const] }
    seen.add(row.phone)
    return row
  })
}
