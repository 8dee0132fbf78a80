import { parsePhone, withLatinDigits } from './phone.ts'
import { tidy } from './text.ts'

/** The texts of a row by what they are. */
export interface RowTexts {
  readonly name: string
  readonly phone: string
  readonly quantity: string
  /** There are more numbers than a phone and a quantity. */
  readonly unclear: boolean
}

interface Part {
  readonly kind: 'phone' | 'number' | 'letters'
  readonly text: string
}

/** A spreadsheet takes the first zero of 0501234567 for nothing. */
export const withZero = (phone: string): string => {
  const digits = phone.replaceAll(/[\s-]/gu, '')
  return /^5\d{8}$/u.test(digits) ? `0${digits}` : phone
}

export const phoneOf = (text: string) => parsePhone('972', withZero(withLatinDigits(text)))
export const isPhone = (text: string): boolean => phoneOf(text).ok

// "שני" is left out: it is a first name, and nobody writes it alone for two.
const NUMERALS = new Set(
  [
    'אחד אחת שניים שתיים שלושה שלוש ארבעה ארבע חמישה חמש שישה שש שבעה שבע שמונה תשעה תשע עשרה עשר זוג',
    'one two three four five six seven eight nine ten couple pair',
    'واحد واحدة اثنان اثنين ثلاثة ثلاث أربعة اربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية تسعة تسع عشرة عشر',
  ].flatMap((numerals) => numerals.split(' ')),
)

/** What may be an e-mail address, with its brackets. */
const TOKEN = /<?[^\s<>()]+>?/gu
/** `1.` or `1)` before a line of a numbered list. */
const LIST_NUMBER = /^\s*\p{N}{1,3}[.)]\s+/u
/** `x2`, `×2`. */
const TIMES = /(?<!\p{L})[x×*]\s?(?=\p{N}{1,2}(?!\p{N}))/giu
/** Digits and what stands between the digits of a phone, up to a letter. */
const DIGITS = /[\p{N}\s().\-/+\u2010-\u2014\u05be\u200e\u200f]+/gu
/** Between two numbers of one run; a short number behind a dash may be a quantity. */
const BETWEEN_NUMBERS = /\s+|(?<=\p{N})[-/\u2010-\u2014](?=\p{N}{1,2}$)/u
/** What a list has before, between and behind its texts. */
const EDGE = /[\s\-\u2010-\u2014\u2022:.,;|/\\()<>[\]*=]/u

const withoutEdges = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && EDGE.test(text.charAt(start))) start += 1
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const withoutEmails = (text: string): string =>
  text.replaceAll(TOKEN, (token) => (/[^<]@[^>]/u.test(token) ? ' ' : token))

const digitCount = (text: string): number => text.match(/\p{N}/gu)?.length ?? 0
const isShort = (text: string | undefined): boolean => text !== undefined && digitCount(text) <= 2
const isDigit = (text: string | undefined): boolean => text !== undefined && /^\p{N}$/u.test(text)

/** The valid phone among the numbers of a run that stand side by side, as [first, end]: the longest, without a quantity. */
const phoneAmong = (numbers: readonly string[]): readonly [number, number] | undefined => {
  // A digit that stands alone is a quantity: with it, 050-123456 2 would be the phone of a stranger.
  const isValid = (first: number, end: number) =>
    (end - first === 1 || (!isDigit(numbers[first]) && !isDigit(numbers[end - 1]))) &&
    isPhone(numbers.slice(first, end).join(' '))
  for (let length = numbers.length; length > 0; length -= 1)
    for (let first = 0; first + length <= numbers.length; first += 1) {
      const end = first + length
      if (!isValid(first, end)) continue
      // Numbers of some countries have no fixed length: what may be a quantity is no part of them.
      return length > 1 && isShort(numbers[end - 1]) && isValid(first, end - 1) ? [first, end - 1] : [first, end]
    }
  return undefined
}

/** The numbers of a run of digits: a phone with what stands before and behind it, or a bad phone with its quantity. */
const partsOfRun = (run: string): Part[] => {
  const numbers = run.split(BETWEEN_NUMBERS).filter((text) => digitCount(text) > 0)
  const asNumber = (text: string): Part => ({ kind: isPhone(text) ? 'phone' : 'number', text: withoutEdges(text) })
  const found = phoneAmong(numbers)
  if (found) {
    const [first, end] = found
    return [
      ...numbers.slice(0, first).map(asNumber),
      { kind: 'phone', text: numbers.slice(first, end).join(' ') },
      ...numbers.slice(end).map(asNumber),
    ]
  }
  const last = numbers.length > 1 && isShort(numbers.at(-1)) ? numbers.pop() : undefined
  return [asNumber(numbers.join(' ')), ...(last === undefined ? [] : [asNumber(last)])]
}

const lettersOf = (text: string): Part[] => {
  const name = tidy(withoutEdges(text.replaceAll(/\s[-\u2010-\u2014]+\s/gu, ' ')))
  return name === '' ? [] : [{ kind: 'letters', text: name }]
}

/** From the first digit, or the plus before it, to the last one; empty without a digit. */
const phoneRun = (text: string): string => {
  let end = text.length
  while (end > 0 && !isDigit(text.charAt(end - 1))) end -= 1
  return end === 0 ? '' : text.slice(text.search(/[+\p{N}]/u), end)
}

const partsOfCell = (cell: string): Part[] => {
  if (/^-?\p{N}+(?:\.\p{N}+)?$/u.test(cell)) return [{ kind: isPhone(cell) ? 'phone' : 'number', text: cell }]
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of cell.matchAll(DIGITS)) {
    const run = phoneRun(found)
    if (run === '') continue
    const start = index + found.indexOf(run)
    parts.push(...lettersOf(cell.slice(end, start)), ...partsOfRun(run))
    end = start + run.length
  }
  return [...parts, ...lettersOf(cell.slice(end))]
}

/** The place of the phone: the first valid one, or else the number with most digits. */
const placeOfPhone = (parts: readonly Part[]): number => {
  const valid = parts.findIndex(({ kind }) => kind === 'phone')
  if (valid >= 0) return valid
  const digits = parts.map(({ kind, text }) => (kind === 'number' ? digitCount(text) : 0))
  const most = Math.max(0, ...digits)
  return most === 0 ? -1 : digits.indexOf(most)
}

const textsOf = (parts: readonly Part[]): string[] => parts.map(({ text }) => text)

/**
 * A line without headings, by the shape of its texts: its phone, wherever it stands, its name before or behind it, and the
 * number that is left, which is the quantity. Letters behind the phone of somebody who was named before it are a quantity
 * that is written out, or a note behind one in digits. A bad phone stays one and is never taken for a quantity; e-mail
 * addresses belong to no field.
 */
export const byShape = (cells: readonly string[]): RowTexts => {
  const parts = cells
    .map((cell, column) => (column === 0 ? cell.replace(LIST_NUMBER, '') : cell))
    .flatMap((cell) => partsOfCell(tidy(withoutEmails(cell).replaceAll(TIMES, ' '))))
  const at = placeOfPhone(parts)
  const others = parts.filter((_, place) => place !== at)
  const numbers = others.filter(({ kind }) => kind !== 'letters')
  const isLetters = ({ kind }: Part): boolean => kind === 'letters'
  const before = parts.slice(0, Math.max(0, at)).filter(isLetters)
  const behind = (at < 0 ? parts : parts.slice(at + 1)).filter(isLetters)
  const number = numbers[0]
  const named =
    before.length > 0 ? before : behind.filter((part) => !number || parts.indexOf(part) < parts.indexOf(number))
  const names = (named.length > 0 ? named : behind).flatMap(({ text }) => text.split(' '))
  const numeral = names.length > 1 && NUMERALS.has((names.at(-1) ?? '').toLowerCase()) ? [names.pop() ?? ''] : []
  const written = before.length > 0 ? [...numeral, ...textsOf(behind)] : numeral
  return {
    name: names.join(' '),
    phone: parts[at]?.text ?? '',
    quantity: number?.text ?? written.join(' '),
    unclear: numbers.length > 1 || number?.kind === 'phone',
  }
}
