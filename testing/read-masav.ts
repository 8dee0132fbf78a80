import type { MasavFile, MasavText } from '@kartis/domain/masav.ts'

/**
 * A reader of bank files that shares nothing with their writer: positions as Masav publishes them, from 1 and both included, and its
 * own tables of letters.
 */

const FIELDS = {
  bank: [18, 19],
  branch: [20, 22],
  account: [27, 35],
  id: [37, 45],
  name: [46, 61],
  amount: [62, 74],
  reference: [75, 94],
} as const

const hebrewOf = (byte: number, letters: MasavText['letters']): string | undefined => {
  const place = letters === 'b' ? byte - 0x80 : byte === 0x26 ? 0 : byte - 0x40
  return place >= 0 && place <= 26 ? String.fromCharCode(0x5d0 + place) : undefined
}

const nameOf = (field: string, { letters, order }: MasavText): string => {
  const signs = Array.from(field, (sign) => hebrewOf(sign.charCodeAt(0), letters) ?? sign)
  return (order === 'reversed' ? signs.toReversed() : signs).join('').trim()
}

const dayOf = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

/** Throws an Error that says what is wrong. */
export const readMasav = (bytes: Uint8Array, text: MasavText): MasavFile => {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n')
  if (lines.pop() !== '') throw new Error('the last record has no end')
  if (lines.some((line) => line.length !== 128)) throw new Error('a record has another length')
  const [head = '', ...rows] = lines
  const [tail = '', end = ''] = rows.splice(-2)
  if (!/^K\d{38}.*KOT$/.test(head) || !tail.startsWith('5') || end !== '9'.repeat(128))
    throw new Error('not a bank file')
  const at = (line: string, [from, to]: readonly [number, number]): string => line.slice(from - 1, to)
  const credits = rows.map((row) => {
    if (!row.startsWith('1') || at(row, [106, 108]) !== '006') throw new Error('not a credit')
    return {
      bank: at(row, FIELDS.bank),
      branch: at(row, FIELDS.branch),
      account: at(row, FIELDS.account),
      id: at(row, FIELDS.id),
      name: nameOf(at(row, FIELDS.name), text),
      amount: Number(at(row, FIELDS.amount)),
      reference: at(row, FIELDS.reference),
    }
  })
  const total = credits.reduce((sum, { amount }) => sum + amount, 0)
  if (Number(at(tail, [22, 36])) !== total || Number(at(tail, [52, 58])) !== credits.length)
    throw new Error('the trailer says another total')
  return {
    institution: at(head, [2, 9]),
    sender: at(head, [29, 33]),
    senderName: nameOf(at(head, [40, 69]), { ...text, order: 'logical' }),
    payOn: dayOf(at(head, [12, 17])),
    madeOn: dayOf(at(head, [23, 28])),
    serial: Number(at(head, [19, 21])),
    credits,
  }
}
