import { isUuid, parseTicketCode } from '@kartis/domain/ticket-code.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'

/** A scanner that acts as a keyboard types a character in a few milliseconds; people take longer. */
export const LONGEST_GAP_MS = 100
/** Some scanners end their line half a second after the code, and a busy phone hands on keys late. */
const LATE_END_MS = 1000
/** Nobody types so many characters without a pause of a second. */
const LONG = 24

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

/** What a key means: the text of a ticket, the end of one that was taken already, of a long line that is no ticket, or nothing. */
export type WedgeKey = { readonly text: string } | 'late_end' | 'unread' | undefined

/**
 * Collects the keys of a scanner that types (a wedge), so that no scanner needs a profile. `press` gives the text of a line
 * that ends with Enter or Tab, `unread` for a long one that is no ticket; nothing for every other key, and for what a person typed.
 * `pause`, called once no key has come for `LONGEST_GAP_MS`, gives a signed code that is whole: some scanners end with no
 * key, or late. A number is typed by people too, who do end it.
 */
export const createWedge = () => {
  let line = ''
  /** The same across longer gaps: a signed code is not typed by a person, however slowly it arrives. */
  let whole = ''
  let lastAt = -Infinity
  let takenAt = -Infinity
  const taken = () => {
    const texts = { line: line.replace(AIM, ''), whole: whole.replace(AIM, '') }
    line = ''
    whole = ''
    return texts
  }
  return {
    press: (typed: TypedKey, at: number): WedgeKey => {
      if (at - lastAt > LONGEST_GAP_MS) line = ''
      if (at - lastAt > LATE_END_MS) whole = ''
      lastAt = at
      if (typed.key !== 'Enter' && typed.key !== 'Tab') {
        const character = characterOf(typed) ?? ''
        line += character
        whole += character
        return undefined
      }
      if (whole === '' && at - takenAt < LATE_END_MS) return 'late_end'
      const texts = taken()
      if (isTicket(texts.line)) return { text: texts.line }
      if (parseTicketCode(texts.whole) !== undefined) return { text: texts.whole }
      return texts.whole.length >= LONG ? 'unread' : undefined
    },
    pause: (): string | undefined => {
      if (parseTicketCode(whole.replace(AIM, '')) === undefined) return undefined
      takenAt = lastAt
      return taken().whole
    },
  }
}
