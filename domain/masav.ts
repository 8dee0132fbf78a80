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

const LETTERS = 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'
const CODE_A = '&ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CODE_B = 0x80
const RECORD = 128
const NAME = 16
const SENDER_NAME = 30
const TYPE = '006'

const quotes = (text: string): string => text.replace(/[״“”]/g, '"').replace(/[׳‘’]/g, "'").replace(/[־–—]/g, '-')

/**
 * A name as a bank file can hold it: without vowel points and other signs, and at most `length` characters. Code A has no Latin
 * letters: they would be read as Hebrew ones.
 */
export const masavName = (name: string, letters: MasavText['letters'], length = NAME): string => {
  const plain = quotes(name.normalize('NFC')).replace(/[\u0591-\u05c7]/g, '')
  const allowed = letters === 'a' ? /[^א-ת !-%'-@[-_{-~]/g : /[^א-ת -~]/g
  return plain.replace(allowed, ' ').replace(/\s+/g, ' ').trim().slice(0, length).trim()
}

/** The bytes that stand for Hebrew, by the character. */
const WRITTEN = {
  a: new Map(Array.from(LETTERS, (sign, index) => [sign, CODE_A.charCodeAt(index)])),
  b: new Map(Array.from(LETTERS, (sign, index) => [sign, CODE_B + index])),
}
const lettersBy = (bytes: ReadonlyMap<string, number>): ReadonlyMap<string, string> =>
  new Map(Array.from(bytes, ([sign, byte]) => [String.fromCharCode(byte), sign]))
const READ = { a: lettersBy(WRITTEN.a), b: lettersBy(WRITTEN.b) }

/** A name of a file as it is read. */
const readName = (field: string, { letters, order }: MasavText): string => {
  const codes = READ[letters]
  let name = ''
  for (const character of field) {
    const sign = codes.get(character) ?? character
    name = order === 'reversed' ? sign + name : name + sign
  }
  return name.trim()
}

/** Digits padded with zeros; throws a RangeError for anything else, or for more digits than the field has. */
const digits = (value: string | number, length: number): string => {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > length)
    throw new RangeError(`a field of ${length} digits cannot hold ${text.length} characters`)
  return text.padStart(length, '0')
}

const day = (text: string): string => digits(text.slice(2).replaceAll('-', ''), 6)

const zeros = (length: number): string => '0'.repeat(length)
const blanks = (length: number): string => ' '.repeat(length)

/**
 * A name at the end of its field, as Masav reads it; its letters become bytes when the record is written. With the last letter
 * first the field is mirrored as a whole, so that the blanks follow the name.
 */
const nameField = (name: string, { letters, order }: MasavText, length: number): string => {
  const field = masavName(name, letters, length).padStart(length)
  return order === 'reversed' ? Array.from(field).toReversed().join('') : field
}

const header = (file: MasavFile, { letters }: MasavText): string =>
  `K${digits(file.institution, 8)}00${day(file.payOn)}0${digits(file.serial, 3)}0${day(file.madeOn)}` +
  `${digits(file.sender, 5)}${zeros(6)}${nameField(file.senderName, { letters, order: 'logical' }, SENDER_NAME)}` +
  `${blanks(56)}KOT`

const CREDIT_END = `${zeros(8)}000${TYPE}${zeros(18)}${blanks(2)}`

const credit = (start: string, row: MasavCredit, text: MasavText): string => {
  if (!Number.isSafeInteger(row.amount) || row.amount <= 0) throw new RangeError('a credit is above 0')
  return (
    `${start}${digits(row.bank, 2)}${digits(row.branch, 3)}0000${digits(row.account, 9)}0${digits(row.id, 9)}` +
    `${nameField(row.name, text, NAME)}${digits(row.amount, 13)}${digits(row.reference, 20)}${CREDIT_END}`
  )
}

const trailer = (file: MasavFile): string => {
  const total = sum(file.credits.map(({ amount }) => amount))
  return `5${digits(file.institution, 8)}00${day(file.payOn)}0${digits(file.serial, 3)}${digits(total, 15)}${zeros(15)}${digits(file.credits.length, 7)}${zeros(7)}${blanks(63)}`
}

const SIZE = RECORD + 2

/**
 * The bytes of a bank file: records of 128 bytes, each with CR and LF. Throws a RangeError for a field that does not fit: check
 * bank details before.
 */
export const writeMasav = (file: MasavFile, text: MasavText): Uint8Array => {
  const codes = WRITTEN[text.letters]
  const start = `1${digits(file.institution, 8)}00${zeros(6)}`
  const records = [
    header(file, text),
    ...file.credits.map((row) => credit(start, row, text)),
    trailer(file),
    '9'.repeat(RECORD),
  ]
  const bytes = new Uint8Array(records.length * SIZE)
  records.forEach((record, index) => {
    if (record.length !== RECORD) throw new RangeError(`record ${index + 1} has ${record.length} bytes`)
    const from = index * SIZE
    for (let place = 0; place < RECORD; place++) {
      const code = record.charCodeAt(place)
      bytes[from + place] = code < CODE_B ? code : (codes.get(record.charAt(place)) ?? 0x20)
    }
    bytes[from + RECORD] = 13
    bytes[from + RECORD + 1] = 10
  })
  return bytes
}

/** A bank file that is not one: the message says where. */
export class MasavFormatError extends Error {
  override name = 'MasavFormatError'
}

const fullDay = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

/** Records as texts of 128 characters, one for each byte. */
const recordsOf = (bytes: Uint8Array): string[] => {
  if (bytes.length % SIZE !== 0) throw new MasavFormatError('records have 128 bytes, CR and LF')
  return Array.from({ length: bytes.length / SIZE }, (_, index) => {
    const [from, end] = [index * SIZE, index * SIZE + RECORD]
    if (bytes[end] !== 13 || bytes[end + 1] !== 10)
      throw new MasavFormatError(`record ${index + 1} does not end with CR and LF`)
    // A spread of the bytes into the arguments takes six times as long, and characters that are joined one by one more memory.
    return String(Reflect.apply(String.fromCharCode, String, bytes.subarray(from, end)))
  })
}

/** The text at positions from 1, both included. */
const at = (record: string, from: number, to: number): string => record.slice(from - 1, to)

/** Reads a file as `writeMasav` writes it, and checks its sum and number of credits. Throws a MasavFormatError. */
export const parseMasav = (bytes: Uint8Array, text: MasavText): MasavFile => {
  const [head, ...records] = recordsOf(bytes)
  const [tail, end] = [records.at(-2), records.at(-1)]
  if (!head || !tail || !end) throw new MasavFormatError('a file has at least three records')
  if (at(head, 1, 1) !== 'K' || at(head, 126, 128) !== 'KOT')
    throw new MasavFormatError('the first record is no header')
  if (at(tail, 1, 1) !== '5' || at(end, 1, RECORD) !== '9'.repeat(RECORD))
    throw new MasavFormatError('the last records are no total and end')
  const credits = records.slice(0, -2).map((record): MasavCredit => {
    if (at(record, 1, 1) !== '1' || at(record, 106, 108) !== TYPE) throw new MasavFormatError('a record is no credit')
    return {
      bank: at(record, 18, 19),
      branch: at(record, 20, 22),
      account: at(record, 27, 35),
      id: at(record, 37, 45),
      name: readName(at(record, 46, 61), text),
      amount: Number(at(record, 62, 74)),
      reference: at(record, 75, 94),
    }
  })
  const total = sum(credits.map(({ amount }) => amount))
  if (Number(at(tail, 22, 36)) !== total || Number(at(tail, 52, 58)) !== credits.length)
    throw new MasavFormatError('the total does not match the credits')
  return {
    institution: at(head, 2, 9),
    sender: at(head, 29, 33),
    senderName: readName(at(head, 40, 69), { ...text, order: 'logical' }),
    payOn: fullDay(at(head, 12, 17)),
    madeOn: fullDay(at(head, 23, 28)),
    serial: Number(at(head, 19, 21)),
    credits,
  }
}
