import { array, assert, constantFrom, integer, property, record, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MasavFile, MasavFormatError, masavName, masavSenderName, checkMasav, writeMasav } from './masav.ts'
import { readMasav } from '@kartis/testing/read-masav.ts'

const FILE: MasavFile = {
  institution: '12345678',
  sender: '12345',
  senderName: 'כרטיס',
  payOn: '2026-12-08',
  madeOn: '2026-12-07',
  serial: 4,
  credits: [
    { bank: '11', branch: '303', account: '7008629', id: '123123127', name: 'אבג בע״מ', amount: 8500, reference: '1' },
    { bank: '4', branch: '51', account: '283487', id: '12345678', name: 'ת', amount: 134_637, reference: '112233' },
  ],
}

const CODE_A = { letters: 'a', order: 'logical' } as const

/** Bytes as text; those above ASCII as `~`. */
const linesOf = (bytes: Uint8Array): string[] =>
  [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : '~'))
    .join('')
    .split('\r\n')

describe('a bank file', () => {
  it('has the bytes that Masav reads, in code A', () => {
    expect(linesOf(writeMasav(FILE, CODE_A))).toEqual([
      `K12345678002612080004026120712345000000${' '.repeat(25)}KXHIQ${' '.repeat(56)}KOT`,
      `112345678000000001130300000070086290123123127${' '.repeat(8)}&AB AR"N0000000008500${'0'.repeat(19)}1${'0'.repeat(8)}000006${'0'.repeat(18)}  `,
      `112345678000000000405100000002834870012345678${' '.repeat(15)}Z0000000134637${'0'.repeat(14)}112233${'0'.repeat(8)}000006${'0'.repeat(18)}  `,
      `51234567800261208000400000000014313700000000000000000000020000000${' '.repeat(63)}`,
      '9'.repeat(128),
      '',
    ])
  })

  it('has the first name of its sender of which it can hold anything, and none where it can hold none', () => {
    expect(masavSenderName(['Kartis', 'כרטיס בע״מ'], 'a')).toBe('כרטיס בע״מ')
    expect(masavSenderName(['Kartis', 'כרטיס בע״מ'], 'b')).toBe('Kartis')
    expect(masavSenderName(['Kartis', undefined], 'a')).toBeUndefined()
  })

  it('has names with the last letter first, and Hebrew from 0x80 in code B', () => {
    const bytes = writeMasav(FILE, { letters: 'b', order: 'reversed' })
    const name = [...bytes.subarray(130 + 45, 130 + 61)]
    expect(name.slice(0, 8)).toEqual([0x8e, 0x22, 0x92, 0x81, 0x20, 0x82, 0x81, 0x80])
    expect(name.slice(8)).toEqual(Array.from({ length: 8 }, () => 0x20))
  })

  it('is read as it was written, whatever the sums, numbers and names', () => {
    const field = (length: number) => stringMatching(new RegExp(`^\\d{${length}}$`))
    const names = stringMatching(/^[א-ת]([א-ת "'.\d]{0,14}[א-ת])?$/).map((name) => masavName(name, 'a'))
    const credit = record({
      bank: field(2),
      branch: field(3),
      account: field(9),
      id: field(9),
      name: names,
      amount: integer({ min: 1, max: 2_000_000_000 }),
      reference: field(20),
    })
    const text = record({ letters: constantFrom('a', 'b'), order: constantFrom('reversed', 'logical') })
    assert(
      property(array(credit, { maxLength: 30 }), integer({ min: 1, max: 999 }), text, (credits, serial, how) => {
        const file = { ...FILE, serial, credits }
        expect(readMasav(writeMasav(file, how), how)).toEqual(file)
      }),
      { seed: 861 },
    )
  })

  it('is refused by the reader when a sum, a record or an end is wrong', () => {
    const bytes = writeMasav(FILE, CODE_A)
    const changed = (at: number, value: number): Uint8Array => bytes.map((byte, index) => (index === at ? value : byte))
    for (const wrong of [
      changed(130 + 73, 0x39),
      changed(128, 0x20),
      changed(0, 0x4c),
      changed(bytes.length - 3, 0x20),
      bytes.subarray(0, -1),
      new Uint8Array(),
    ])
      expect(() => checkMasav(wrong)).toThrow(MasavFormatError)
  })

  it('says what it pays', () => {
    expect(checkMasav(writeMasav(FILE, CODE_A))).toEqual({ credits: 2, total: 143_137 })
  })

  it('is not written with a field that does not fit, or a credit of nothing', () => {
    const [first] = FILE.credits
    if (!first) throw new Error('no credit')
    for (const wrong of [
      { account: '1234567890' },
      { bank: '' },
      { branch: '6a7' },
      { amount: 0 },
      { amount: 0.5 },
      { reference: '1'.repeat(21) },
    ])
      expect(() => writeMasav({ ...FILE, credits: [{ ...first, ...wrong }] }, CODE_A)).toThrow(RangeError)
    const longest = { ...first, reference: '9'.repeat(20) }
    expect(() => writeMasav({ ...FILE, credits: [longest] }, CODE_A)).not.toThrow()
  })
})

describe('a name in a bank file', () => {
  it('has 16 characters, no vowel points and plain quotation marks', () => {
    expect(masavName('הָאֲנָגָר ״11״ הפקות ואירועים בע״מ', 'a')).toBe('האנגר "11" הפקות')
    expect(masavName('Kartis & Co\u200f', 'b')).toBe('Kartis & Co')
  })

  it('has no Latin letters in code A, where they are Hebrew ones', () => {
    expect(masavName('Noa הפקות & co', 'a')).toBe('הפקות')
    expect(masavName('Kartis Ltd', 'a')).toBe('')
  })
})
