import type { Agorot } from './money.ts'
import { DOCUMENT_CODES, type PaymentMeans, type TaxDocument } from './tax-document.ts'

/**
 * The uniform file of the Tax Authority (מבנה אחיד), edition 1.31 of 2009-05-01: INI.TXT describes the business and the
 * program, BKMVDATA.TXT has the documents. Records have fixed lengths and end with CR and LF.
 */

/** ISO-8859-8: ASCII and Hebrew; typographic signs as the ASCII that stands for them, anything else as `?`. */
const SIGNS: Readonly<Record<string, string>> = {
  '\u05f3': "'",
  '\u05f4': '"',
  '\u05be': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u00a0': ' ',
}
const ALEF = 0x05_d0
const TAV = 0x05_ea
const ALEF_BYTE = 0xe0
const QUESTION = 0x3f

// Points, marks of direction and control characters have no byte; a line break would end the record.
const UNPRINTED = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

const byteOf = (sign: string): number => {
  const code = (SIGNS[sign] ?? sign).codePointAt(0) ?? QUESTION
  if (code >= ALEF && code <= TAV) return code - ALEF + ALEF_BYTE
  if (code < 0x20) return 0x20
  return code < 0x7f ? code : QUESTION
}

/** Text in the bytes of the file; one for each character. */
export const uniformBytes = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text, (sign) => (sign === '\r' || sign === '\n' ? sign.charCodeAt(0) : byteOf(sign))))

/** X(n): left-aligned, cut where it is longer. */
const x = (text: string, length: number): string =>
  Array.from(text.replace(UNPRINTED, '').replace(/[\r\n\t]/g, ' '))
    .slice(0, length)
    // One character, one byte: those beyond the basic plane are two in a string.
    .map((sign) => (sign.length > 1 ? '?' : sign))
    .join('')
    .padEnd(length)

/** Digits that do not fit would shift every field after them. */
class TooLong extends RangeError {
  override name = 'TooLong'
}

/** 9(n): right-aligned with zeros. Throws a RangeError for a number that is longer. */
const n = (value: number | string, length: number): string => {
  const digits = String(value)
  if (!/^\d+$/.test(digits) || digits.length > length) throw new TooLong(`${digits} has not ${length} digits`)
  return digits.padStart(length, '0')
}

const WHOLE_AMOUNT = 14

/** X9(12)V99: a sign, and agorot in 14 digits. */
const amount = (agorot: Agorot): string => `${agorot < 0 ? '-' : '+'}${n(Math.abs(agorot), WHOLE_AMOUNT)}`

/** `2026-12-03` as 20261203. */
const d = (day: string): string => day.replaceAll('-', '')

const VERSION = '&OF1.31&'
const EOL = '\r\n'

/** Cash 1, cheque 2, card 3, transfer 4 … other 9; money that is set off is none of them. */
const MEANS_CODES: Readonly<Record<PaymentMeans, number>> = { transfer: 4, set_off: 9 }

const SERVICE = 1
const ONE_UNIT = '+0000000000010000'

export interface UniformFile {
  /** The issuer. */
  readonly business: { readonly name: string; readonly number: string; readonly address: string }
  readonly software: {
    /** Registration number at the Tax Authority; 0 for none. */
    readonly registration: number
    readonly name: string
    readonly version: string
    /** Who made it: name and business number. */
    readonly vendor: { readonly name: string; readonly number: string }
  }
  /** Random, 15 digits, another one for each file. */
  readonly id: string
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from: string
  readonly to: string
  /** When it is made: a day, and `hhmm`, in Israel. */
  readonly madeOn: string
  readonly madeAt: string
  /** Where INI.TXT lies. */
  readonly path: string
  /** In order of issue. `time`: `hhmm` in Israel. */
  readonly documents: readonly (TaxDocument & { readonly time: string; readonly recipientKey: string })[]
}

type Document = UniformFile['documents'][number]

const header = (file: UniformFile, document: Document, record: number, link: number): string =>
  [
    'C100',
    n(record, 9),
    n(file.business.number, 9),
    n(DOCUMENT_CODES[document.type], 3),
    x(String(document.number), 20),
    d(document.day),
    document.time,
    x(document.recipient.name, 50),
    x(document.recipient.address, 50),
    x('', 10),
    x('', 30),
    x('', 8),
    x('', 30),
    'IL',
    x('', 15),
    // Zeros stand for none.
    n(/^\d{1,9}$/.test(document.recipient.number) ? document.recipient.number : 0, 9),
    d(document.day),
    x('', 15),
    x('', 3),
    amount(document.lines.length > 0 ? document.net : document.total),
    amount(0),
    amount(document.lines.length > 0 ? document.net : document.total),
    amount(document.vat),
    amount(document.total),
    `+${n(0, 11)}`,
    x(document.recipientKey, 15),
    x('', 10),
    x('', 1),
    d(document.day),
    x('', 7),
    x('', 9),
    n(link, 7),
    x('', 13),
  ].join('')

interface At {
  readonly record: number
  readonly line: number
  readonly link: number
}

const lineRecord = (file: UniformFile, document: Document, index: number, { record, line, link }: At): string => {
  const { eventName = '', net = 0, vatBp = 0 } = document.lines[index] ?? {}
  return [
    'D110',
    n(record, 9),
    n(file.business.number, 9),
    n(DOCUMENT_CODES[document.type], 3),
    x(String(document.number), 20),
    n(line, 4),
    document.cites ? n(DOCUMENT_CODES[document.cites.type], 3) : n(0, 3),
    x(document.cites ? String(document.cites.number) : '', 20),
    n(SERVICE, 1),
    x('', 20),
    x(`עמלות ${eventName}`, 30),
    x('', 50),
    x('', 30),
    x('יחידה', 20),
    ONE_UNIT,
    amount(net),
    amount(0),
    amount(net),
    n(vatBp, 4),
    x('', 7),
    d(document.day),
    n(link, 7),
    x('', 7),
    x('', 21),
  ].join('')
}

const paymentRecord = (
  file: UniformFile,
  document: Document,
  paid: NonNullable<TaxDocument['paid']>,
  { record, line, link }: At,
): string =>
  [
    'D120',
    n(record, 9),
    n(file.business.number, 9),
    n(DOCUMENT_CODES[document.type], 3),
    x(String(document.number), 20),
    n(line, 4),
    n(MEANS_CODES[paid.means], 1),
    n(0, 10),
    n(0, 10),
    n(0, 15),
    n(0, 10),
    n(0, 8),
    amount(paid.amount),
    n(0, 1),
    x('', 20),
    n(0, 1),
    x('', 7),
    d(document.day),
    n(link, 7),
    x('', 60),
  ].join('')

/** The records of BKMVDATA.TXT, without their ends. */
const dataRecords = (file: UniformFile): string[] => {
  const records = [`A100${n(1, 9)}${n(file.business.number, 9)}${n(file.id, 15)}${VERSION}${x('', 50)}`]
  file.documents.forEach((document, index) => {
    const link = index + 1
    records.push(header(file, document, records.length + 1, link))
    document.lines.forEach((_, at) => {
      records.push(lineRecord(file, document, at, { record: records.length + 1, line: at + 1, link }))
    })
    if (document.paid)
      records.push(paymentRecord(file, document, document.paid, { record: records.length + 1, line: 1, link }))
  })
  const last = records.length + 1
  records.push(`Z900${n(last, 9)}${n(file.business.number, 9)}${n(file.id, 15)}${VERSION}${n(last, 15)}${x('', 50)}`)
  return records
}

const MULTI_YEAR = 2
const HEBREW = 0
const ISO_8859_8 = 1

const iniRecord = (file: UniformFile, records: number): string => {
  const { business, software } = file
  return [
    'A000',
    x('', 5),
    n(records, 15),
    n(business.number, 9),
    n(file.id, 15),
    VERSION,
    n(software.registration, 8),
    x(software.name, 20),
    x(software.version, 20),
    n(software.vendor.number, 9),
    x(software.vendor.name, 20),
    n(MULTI_YEAR, 1),
    x(file.path, 50),
    // No bookkeeping: documents only.
    n(0, 1),
    n(0, 1),
    n(business.number, 9),
    n(0, 9),
    x('', 10),
    x(business.name, 50),
    x(business.address, 50),
    x('', 10),
    x('', 30),
    x('', 8),
    n(0, 4),
    d(file.from),
    d(file.to),
    d(file.madeOn),
    file.madeAt,
    n(HEBREW, 1),
    n(ISO_8859_8, 1),
    x('zip', 20),
    'ILS',
    // No branches.
    n(0, 1),
    x('', 46),
  ].join('')
}

/** The records that INI.TXT counts, in the order of its summary. */
const COUNTED = ['C100', 'D110', 'D120'] as const

/** The texts of both files. Throws a RangeError for a number that its field cannot hold. */
export const uniformFile = (file: UniformFile): { readonly ini: string; readonly data: string } => {
  const records = dataRecords(file)
  const counts = COUNTED.map((code) => `${code}${n(records.filter((record) => record.startsWith(code)).length, 15)}`)
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}${EOL}`).join('')
  return { ini: text([iniRecord(file, records.length), ...counts]), data: text(records) }
}

/** The folder that both files lie in: the number without its check digit, the year, and when they are made. */
export const uniformPath = ({
  business,
  madeOn,
  madeAt,
}: Pick<UniformFile, 'madeOn' | 'madeAt'> & {
  readonly business: Pick<UniformFile['business'], 'number'>
}): readonly string[] => [
  'OPENFRMT',
  `${business.number.slice(0, 8)}.${madeOn.slice(2, 4)}`,
  `${madeOn.slice(5, 7)}${madeOn.slice(8, 10)}${madeAt}`,
]
