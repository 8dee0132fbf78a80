import { isUuid, parseTicketCode } from '@kartis/domain/ticket-code.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'

/** A scanner that acts as a keyboard types a character in a few milliseconds; people take longer. */
export const LONGEST_GAP_MS = 100
/** Some scanners end their line half a second after the code. */
const LATE_END_MS = 1000

/** Keys by their place, as a US keyboard has them: a Hebrew or Arabic layout would turn them into its own. */
const KEY = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/
const MARKS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ['-', '_'],
  NumpadSubtract: ['-', '-'],
  Slash: ['/', '/'],
  Period: ['.', '.'],
  BracketRight: [']', '}'],
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

/** What some scanners say before the text, of the kind of the code: `]Q3` (AIM). */
const AIM = /^\][A-Za-z]\d/

/** Whether a line is what a scanner reads from a ticket. */
const isTicket = (text: string): boolean =>
  isUuid(text) || parseTicketCode(text) !== undefined || readTicketNumber(text).length > 0

/** What a key means: the text of a ticket, the end of one that was taken already, or nothing. */
export type WedgeKey = { readonly text: string } | 'late_end' | undefined

/**
 * Collects the keys of a scanner that types (a wedge), so that no scanner needs a profile. `press` gives the text of a line
 * that ends with Enter or Tab; nothing for every other key, and for lines that a person typed or that are no ticket.
 * `pause`, called once no key has come for `LONGEST_GAP_MS`, gives a signed code that is whole: some scanners end with no
 * key, or late. A number is typed by people too, who do end it.
 */
export const createWedge = () => {
  let line = ''
  let lastAt = -Infinity
  let takenAt = -Infinity
  const taken = (): string => {
    const text = line.replace(AIM, '')
    line = ''
    return text
  }
  return {
    press: (typed: TypedKey, at: number): WedgeKey => {
      if (at - lastAt > LONGEST_GAP_MS) line = ''
      lastAt = at
      if (typed.key !== 'Enter' && typed.key !== 'Tab') {
        line += characterOf(typed) ?? ''
        return undefined
      }
      if (line === '' && at - takenAt < LATE_END_MS) return 'late_end'
      const text = taken()
      return isTicket(text) ? { text } : undefined
    },
    pause: (): string | undefined => {
      if (parseTicketCode(line.replace(AIM, '')) === undefined) return undefined
      takenAt = lastAt
      return taken()
    },
  }
}
