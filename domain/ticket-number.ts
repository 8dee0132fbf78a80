/**
 * The number of a ticket as people read and type it: the number of its order, a hyphen, and its position in the order
 * (`101081-2`). Printed on the ticket beside the QR code.
 */
export const ticketNumber = (orderNumber: string, position: number): string => `${orderNumber}-${position}`

/** One reading of a typed ticket number. */
export interface NumberReading {
  readonly order: string
  readonly position: number
}

/** The parts of a number that `ticketNumber` made; undefined for any other text. */
export const splitTicketNumber = (number: string): NumberReading | undefined => {
  const [, order, position] = /^(\d+)-(\d+)$/.exec(number) ?? []
  return order === undefined ? undefined : { order, position: Number(position) }
}

/** Numbers of orders have at least this many digits: the first one is 100001. */
const ORDER_DIGITS = { least: 6, most: 9 } as const
const MAX_POSITION_DIGITS = 4

const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g
// Direction marks come along when a number is copied out of a right-to-left text.
const INVISIBLE = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
// Hyphens, dashes, maqaf and the minus sign; between the two parts people also put a space or a slash.
const SEPARATOR = / ?[-\u2010-\u2015\u2212\u05be/_.] ?| /

/** A typed text with western digits, single spaces and no direction marks. */
export const plainDigits = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^# ?/, '')

const isOrder = (digits: string): boolean =>
  /^[1-9]\d*$/.test(digits) && digits.length >= ORDER_DIGITS.least && digits.length <= ORDER_DIGITS.most

const isPosition = (digits: string): boolean => /^[1-9]\d*$/.test(digits) && digits.length <= MAX_POSITION_DIGITS

const reading = (order: string, position: string): NumberReading[] =>
  isOrder(order) && isPosition(position) ? [{ order, position: Number(position) }] : []

/**
 * The readings of a typed ticket number, in any usual spelling and in eastern digits too: one with a hyphen, one for each
 * possible end of the order's number without it (`1010812` is `101081-2`), none for any other text.
 */
export const readTicketNumber = (text: string): NumberReading[] => {
  const typed = plainDigits(text)
  const parts = typed.split(SEPARATOR)
  if (parts.length === 2) return reading(parts[0] ?? '', parts[1] ?? '')
  if (parts.length !== 1 || !/^\d{7,13}$/.test(typed)) return []
  const lengths = Array.from({ length: MAX_POSITION_DIGITS }, (_, place) => typed.length - place - 1)
  return lengths.flatMap((length) => reading(typed.slice(0, length), typed.slice(length)))
}

/** Any order and any position, also those that no ticket has: `000000-0`. Without a hyphen it may be a barcode or a phone. */
const NUMBER_SHAPE = /^\d{6,9}(?: ?[-\u2010-\u2015\u2212\u05be/_.] ?| )\d{1,4}$/

/**
 * Whether a text is written as the number of a ticket. It names a ticket only where it has a reading: one that has none is
 * the number of no ticket, and not some other text.
 */
export const isNumberShaped = (text: string): boolean =>
  NUMBER_SHAPE.test(plainDigits(text)) || readTicketNumber(text).length > 0

/** Whether somebody typed the beginning of a number, or the place of a ticket in its order alone: `2`, `101`, `1010-2`. */
export const isShortNumber = (text: string): boolean => {
  const parts = plainDigits(text).split(SEPARATOR)
  const [order = '', position = '1'] = parts
  return parts.length <= 2 && /^\d+$/.test(order) && order.length < ORDER_DIGITS.least && /^\d{0,4}$/.test(position)
}

/** The number of an order as it is typed alone, or undefined when the text cannot be one. */
export const readOrderNumber = (text: string): string | undefined => {
  const typed = plainDigits(text)
  return isOrder(typed) ? typed : undefined
}
