import type { Agorot } from './money.ts'
import { sum } from './money.ts'

/** A credit of a bank file. */
export interface MasavCredit {
  /** Two digits at most. */
  readonly bank: string
  /** Three digits at most. */
  readonly branch: string
  /** Nine digits at most. */
  readonly account: string
  /** Of the company or person, nine digits at most. */
  readonly id: string
  readonly name: string
  /** Above 0. */
  readonly amount: Agorot
  /** Twenty digits at most. */
  readonly reference: string
}

/** A bank file of credits (מס״ב זיכויים). */
export interface MasavFile {
  /** Code of the institution, eight digits at most. */
  readonly institution: string
  /** Code of the sending institution, five digits at most. */
  readonly sender: string
  readonly senderName: string
  /** `YYYY-MM-DD` */
  readonly payOn: string
  readonly madeOn: string
  /** From 1 to 999. */
  readonly serial: number
  readonly credits: readonly MasavCredit[]
}

/**
 * How Hebrew is written; both differ between senders, so ask Masav.
 * - `letters`: `a`, where letters are `&` and A to Z and there is no Latin, or `b`, bytes from 0x80
 * - `order`: of names, last sign first (`reversed`) or as they are read (`logical`)
 */
export interface MasavText {
  readonly letters: 'a' | 'b'
  readonly order: 'reversed' | 'logical'
}

/** U+05D0 to U+05EA, in their order. */
const LETTERS = 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'
const CODE_A = '&ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CODE_B = 0x80
const RECORD = 128
const NAME = 16
const SENDER_NAME = 30
const TYPE = '006'
const SPACE = 0x20
const ZERO = 0x30
const ALEF = LETTERS.charCodeAt(0)

const isHebrew = (code: number): boolean => code >= ALEF && code < ALEF + LETTERS.length

/** What is neither Hebrew nor a space and can be written; code A lacks `&` and Latin letters. */
const isSign = (code: number, letters: MasavText['letters']): boolean =>
  code > SPACE &&
  code < 0x7f &&
  (letters === 'b' ||
    !(code === 0x26 || (code >= 0x41 && code <= 0x5a) || code === 0x60 || (code >= 0x61 && code <= 0x7a)))

/** A sign that a bank file has no byte for, as one that it has: what `quotes` does to a text. */
const plainCode = (code: number): number => {
  if (code < CODE_B || isHebrew(code)) return code
  switch (code) {
    case 0x5f4: // ״
    case 0x201c:
    case 0x201d:
      return 0x22
    case 0x5f3: // ׳
    case 0x2018:
    case 0x2019:
      return 0x27
    case 0x5be: // ־
    case 0x2013:
    case 0x2014:
      return 0x2d
    default:
      return code
  }
}

const quotes = (text: string): string => text.replace(/[״“”]/g, '"').replace(/[׳‘’]/g, "'").replace(/[־–—]/g, '-')

/**
 * Whether a name can stand as it is, but for its quotes and dashes: letters, signs of the code and single spaces, not at its start.
 * Most can, and this costs a tenth of finding out what to replace.
 */
const standsAsItIs = (name: string, letters: MasavText['letters']): boolean => {
  let before = SPACE
  for (let place = 0; place < name.length; place++) {
    const code = plainCode(name.charCodeAt(place))
    if (code === SPACE ? before === SPACE : !isHebrew(code) && !isSign(code, letters)) return false
    before = code
  }
  return true
}

/**
 * A name as a bank file can hold it: without vowel points and other signs, and at most `length` characters. Code A has no Latin
 * letters: they would be read as Hebrew ones.
 */
export const masavName = (name: string, letters: MasavText['letters'], length = NAME): string => {
  if (standsAsItIs(name, letters)) return quotes(name).slice(0, length).trimEnd()
  const plain = quotes(name.normalize('NFC')).replace(/[\u0591-\u05c7]/g, '')
  const allowed = letters === 'a' ? /[^א-ת !-%'-@[-_{-~]/g : /[^א-ת -~]/g
  return plain.replace(allowed, ' ').replace(/\s+/g, ' ').trim().slice(0, length).trim()
}

/** The bytes that stand for Hebrew, by the distance from alef. */
const WRITTEN = {
  a: Uint8Array.from(LETTERS, (_, index) => CODE_A.charCodeAt(index)),
  b: Uint8Array.from(LETTERS, (_, index) => CODE_B + index),
}

const noDigits = (text: string, length: number): RangeError =>
  new RangeError(`a field of ${length} digits cannot hold ${text.length} characters`)

/** Whether anything of a name is left in a bank file. */
export const hasMasavName = (name: string, letters: MasavText['letters']): boolean =>
  isHebrew(name.charCodeAt(0)) || masavName(name, letters) !== ''

/**
 * The first of these names of which a bank file can hold anything: a Latin name is nothing in code A. Undefined: none, and a file
 * must not be sent without the name of its sender.
 */
export const masavSenderName = (
  names: readonly (string | undefined)[],
  letters: MasavText['letters'],
): string | undefined => names.find((name) => name !== undefined && masavName(name, letters, SENDER_NAME) !== '')

/** Digits padded with zeros; throws a RangeError for anything else, or for more digits than the field has. */
const digits = (value: string | number, length: number): string => {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > length) throw noDigits(text, length)
  return text.padStart(length, '0')
}

/** Writes them at the end of a field that holds zeros; throws as `digits` does. */
const putDigits = (bytes: Uint8Array, from: number, text: string, length: number): void => {
  if (text === '' || text.length > length) throw noDigits(text, length)
  const start = from + length - text.length
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code < ZERO || code > ZERO + 9) throw noDigits(text, length)
    bytes[start + place] = code
  }
}

const day = (text: string): string => digits(text.slice(2).replaceAll('-', ''), 6)

const zeros = (length: number): string => '0'.repeat(length)
const blanks = (length: number): string => ' '.repeat(length)

const header = (file: MasavFile, { letters }: MasavText): string =>
  `K${digits(file.institution, 8)}00${day(file.payOn)}0${digits(file.serial, 3)}0${day(file.madeOn)}` +
  `${digits(file.sender, 5)}${zeros(6)}${masavName(file.senderName, letters, SENDER_NAME).padStart(SENDER_NAME)}` +
  `${blanks(56)}KOT`

/** Where the fields of a credit begin, from 0. */
const AT = { bank: 17, branch: 19, account: 26, id: 36, name: 45, amount: 61, reference: 74, type: 105 } as const

/** A credit in which every field is empty. */
const emptyCredit = (file: MasavFile): string =>
  `1${digits(file.institution, 8)}00${zeros(6)}${zeros(5)}0000${zeros(9)}0${zeros(9)}${blanks(NAME)}${zeros(13)}${zeros(20)}` +
  `${zeros(8)}000${TYPE}${zeros(18)}${blanks(2)}`

/** Fills in the fields of an empty credit. As bytes at once: joined texts take four times as long. */
const putCredit = (bytes: Uint8Array, from: number, row: MasavCredit, text: MasavText): void => {
  if (!Number.isSafeInteger(row.amount) || row.amount <= 0) throw new RangeError('a credit is above 0')
  putDigits(bytes, from + AT.bank, row.bank, 2)
  putDigits(bytes, from + AT.branch, row.branch, 3)
  putDigits(bytes, from + AT.account, row.account, 9)
  putDigits(bytes, from + AT.id, row.id, 9)
  putName(bytes, from + AT.name, row.name, text)
  putDigits(bytes, from + AT.amount, String(row.amount), 13)
  putDigits(bytes, from + AT.reference, row.reference, 20)
}

const trailer = (file: MasavFile): string => {
  const total = sum(file.credits.map(({ amount }) => amount))
  return `5${digits(file.institution, 8)}00${day(file.payOn)}0${digits(file.serial, 3)}${digits(total, 15)}${zeros(15)}${digits(file.credits.length, 7)}${zeros(7)}${blanks(63)}`
}

const SIZE = RECORD + 2

const byteOf = (code: number, codes: Uint8Array): number => (code < CODE_B ? code : (codes[code - ALEF] ?? SPACE))

const putText = (bytes: Uint8Array, from: number, field: string, { letters }: MasavText): void => {
  const codes = WRITTEN[letters]
  for (let place = 0; place < field.length; place++) bytes[from + place] = byteOf(field.charCodeAt(place), codes)
}

/**
 * Writes a name into a field of blanks, at its end, as Masav reads it. With the last letter first the field is mirrored as a
 * whole, so that the blanks follow the name.
 */
const putName = (bytes: Uint8Array, from: number, name: string, { letters, order }: MasavText): void => {
  const written = standsAsItIs(name, letters) ? name : masavName(name, letters)
  const codes = WRITTEN[letters]
  const longest = Math.min(written.length, NAME)
  const length = written.charCodeAt(longest - 1) === SPACE ? longest - 1 : longest
  const isReversed = order === 'reversed'
  const start = isReversed ? from + length - 1 : from + NAME - length
  const step = isReversed ? -1 : 1
  for (let place = 0; place < length; place++)
    bytes[start + place * step] = byteOf(plainCode(written.charCodeAt(place)), codes)
}

/** A record with its CR and LF. */
const recordOf = (content: string, text: MasavText): Uint8Array => {
  if (content.length !== RECORD) throw new RangeError(`a record has ${content.length} bytes`)
  const bytes = new Uint8Array(SIZE)
  putText(bytes, 0, content, text)
  bytes.set([13, 10], RECORD)
  return bytes
}

/**
 * The bytes of a bank file: records of 128 bytes, each with CR and LF. Throws a RangeError for a field that does not fit: check
 * bank details before.
 */
export const writeMasav = (file: MasavFile, text: MasavText): Uint8Array => {
  const { credits } = file
  const bytes = new Uint8Array((credits.length + 3) * SIZE)
  bytes.set(recordOf(header(file, text), text))
  const empty = recordOf(emptyCredit(file), text)
  credits.forEach((row, index) => {
    const from = (index + 1) * SIZE
    bytes.set(empty, from)
    putCredit(bytes, from, row, text)
  })
  bytes.set(recordOf(trailer(file), text), (credits.length + 1) * SIZE)
  bytes.set(recordOf('9'.repeat(RECORD), text), (credits.length + 2) * SIZE)
  return bytes
}

/** A bank file that is not one: the message says where. */
export class MasavFormatError extends Error {
  override name = 'MasavFormatError'
}

/** The text of `length` bytes, one character for each. */
const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  // A spread of the bytes into the arguments takes six times as long, and characters that are joined one by one more memory.
  String(Reflect.apply(String.fromCharCode, String, bytes.subarray(from, from + length)))

/** The number of a field of digits; NaN where it has anything else. */
const numberAt = (bytes: Uint8Array, from: number, length: number): number => {
  let value = 0
  for (let place = from; place < from + length; place++) {
    const digit = (bytes[place] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** What a bank file pays. */
export interface MasavTotal {
  readonly credits: number
  readonly total: Agorot
}

/**
 * Checks the records of a file, its sum and the number of its credits as whoever reads it would, without reading names and
 * accounts. Throws a MasavFormatError.
 */
export const checkMasav = (bytes: Uint8Array): MasavTotal => {
  if (bytes.length % SIZE !== 0) throw new MasavFormatError('records have 128 bytes, CR and LF')
  const records = bytes.length / SIZE
  if (records < 3) throw new MasavFormatError('a file has at least three records')
  for (let record = 0, end = RECORD; record < records; record++, end += SIZE)
    if (bytes[end] !== 13 || bytes[end + 1] !== 10)
      throw new MasavFormatError(`record ${record + 1} does not end with CR and LF`)
  if (textAt(bytes, 0, 1) !== 'K' || textAt(bytes, 125, 3) !== 'KOT')
    throw new MasavFormatError('the first record is no header')
  const tail = (records - 2) * SIZE
  if (textAt(bytes, tail, 1) !== '5' || textAt(bytes, tail + SIZE, RECORD) !== '9'.repeat(RECORD))
    throw new MasavFormatError('the last records are no total and end')
  let total = 0
  for (let from = SIZE; from < tail; from += SIZE) {
    if (bytes[from] !== ZERO + 1 || numberAt(bytes, from + AT.type, 3) !== Number(TYPE))
      throw new MasavFormatError('a record is no credit')
    total += numberAt(bytes, from + AT.amount, 13)
  }
  const credits = records - 3
  if (numberAt(bytes, tail + 21, 15) !== total || numberAt(bytes, tail + 51, 7) !== credits)
    throw new MasavFormatError('the total does not match the credits')
  return { credits, total }
}
