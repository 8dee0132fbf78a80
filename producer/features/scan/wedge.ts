import { isUuid, parseTicketCode } from '@kartis/domain/ticket-code.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'

/** A scanner that acts as a keyboard types a character in a few milliseconds; people take longer. */
const LONGEST_GAP_MS = 100

/** Keys by their place, as a US keyboard has them: a Hebrew or Arabic layout would turn them into its own. */
const KEY = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/
const MARKS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ['-', '_'],
  NumpadSubtract: ['-', '-'],
  Slash: ['/', '/'],
  Period: ['.', '.'],
}

export interface TypedKey {
  /** Name of the key by its place, such as `KeyA`; some scanners send none. */
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
}

/** The character that a key types on a US keyboard; undefined for keys that type none. */
export const characterOf = ({ code, key, shiftKey }: TypedKey): string | undefined => {
  const [, latin, digit] = KEY.exec(code) ?? []
  if (digit !== undefined) return digit
  if (latin !== undefined) return shiftKey ? latin : latin.toLowerCase()
  const mark = MARKS[code]
  if (mark) return mark[shiftKey ? 1 : 0]
  return code === '' && key.length === 1 ? key : undefined
}

/** Whether a line is what a scanner reads from a ticket. */
const isTicket = (text: string): boolean =>
  isUuid(text) || parseTicketCode(text) !== undefined || readTicketNumber(text).length > 0

/**
 * Collects the keys of a scanner that types (a wedge) and gives the text of a line that it ends with Enter or Tab.
 * Undefined for every other key, and for lines that a person typed or that are no ticket.
 */
export const createWedge = () => {
  let line = ''
  let lastAt = -Infinity
  return (typed: TypedKey, at: number): string | undefined => {
    if (at - lastAt > LONGEST_GAP_MS) line = ''
    lastAt = at
    if (typed.key === 'Enter' || typed.key === 'Tab') {
      const text = line
      line = ''
      return isTicket(text) ? text : undefined
    }
    line += characterOf(typed) ?? ''
    return undefined
  }
}
