import { array, assert, integer, property, record, stringMatching } from 'fast-check'
import masav from 'masav'
import { describe, expect, it } from 'vitest'
import { type MasavFile, writeMasav } from './masav.ts'

// The npm package masav is a writer of others. It adds up shekels as floating-point numbers, so sums here are whole shekels.

const theirs = (file: MasavFile): Uint8Array => {
  const day = (text: string): string => text.slice(2).replaceAll('-', '')
  const sender = new masav.InstitutionSendPayment(
    file.institution,
    file.sender,
    day(file.madeOn),
    day(file.payOn),
    file.senderName,
    String(file.serial),
  )
  for (const { bank, branch, account, id, name, amount, reference } of file.credits)
    sender.addPaymentRecord(
      new masav.SendPaymentsRecord(bank, branch, account, id, name, reference, amount / 100, '0000', '0000'),
    )
  const payments = new masav.MasaVSendPayments()
  payments.addInstitution(sender)
  return payments.toBuffer()
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('a bank file beside that of another writer', () => {
  it('has the same bytes, whatever the accounts, names and sums', () => {
    const digits = (length: number) => stringMatching(new RegExp(`^\\d{1,${length}}$`))
    const credit = record({
      bank: stringMatching(/^\d\d$/),
      branch: stringMatching(/^\d{3}$/),
      account: digits(9),
      id: digits(9),
      name: stringMatching(/^[א-ת]([א-ת ".\d]{0,13}[א-ת])?$/).map((name) => name.replaceAll(/ +/g, ' ')),
      amount: integer({ min: 1, max: 9_000_000 }).map((shekels) => shekels * 100),
      reference: digits(20),
    })
    assert(
      property(array(credit, { minLength: 1, maxLength: 20 }), integer({ min: 1, max: 999 }), (credits, serial) => {
        const file: MasavFile = {
          institution: '12345678',
          sender: '12345',
          senderName: 'כרטיס בע"מ',
          payOn: '2026-12-08',
          madeOn: '2026-12-07',
          serial,
          credits,
        }
        const order = 'reversed' as const
        expect(textOf(writeMasav(file, { letters: 'a', order }))).toBe(textOf(theirs(file)))
      }),
      { numRuns: 300, seed: 22 },
    )
  })
})

describe('Hebrew in a bank file', () => {
  /**
   * Bytes of the 16 of a name, derived by hand from Masav's table of Hebrew (its document “hebrew.pdf”) as two independent writers of
   * others apply it, one in TypeScript and one in Python: all 27 letters with their final forms from `&` and A to Z in code A, from
   * 0x80 to 0x9A in code B. The first writes names as they are read with the blanks before them, in either code; the second writes
   * code B and mirrors the whole field, since Masav “reads the name last byte first”.
   */
  const blanks = (count: number) => Array.from({ length: count }, () => 0x20)
  const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))
  const FIXTURES = [
    ['שלום ישראל', 'a', 'logical', [...blanks(6), ...ascii('YLEM IYX&L')]],
    ['שלום ישראל', 'a', 'reversed', [...ascii('L&XYI MELY'), ...blanks(6)]],
    ['שלום ישראל', 'b', 'logical', [...blanks(6), 0x99, 0x8c, 0x85, 0x8d, 0x20, 0x89, 0x99, 0x98, 0x80, 0x8c]],
    ['שלום ישראל', 'b', 'reversed', [0x8c, 0x80, 0x98, 0x99, 0x89, 0x20, 0x8d, 0x85, 0x8c, 0x99, ...blanks(6)]],
    // The final letters, and a Latin name, which code B alone can hold.
    ['ךםןףץ', 'a', 'logical', [...blanks(11), ...ascii('JMOSU')]],
    ['ךםןףץ', 'b', 'logical', [...blanks(11), 0x8a, 0x8d, 0x8f, 0x93, 0x95]],
    ['Kartis 11', 'b', 'logical', [...blanks(7), ...ascii('Kartis 11')]],
    // Longer than the field: the first sixteen characters.
    [
      'אבגדהוזחטיכלמנסעפצ',
      'b',
      'logical',
      [128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 139, 140, 142, 144, 145, 146],
    ],
    [
      'אבגדהוזחטיכלמנסעפצ',
      'b',
      'reversed',
      [146, 145, 144, 142, 140, 139, 137, 136, 135, 134, 133, 132, 131, 130, 129, 128],
    ],
  ] as const

  it.each(FIXTURES)(
    '%s has the bytes that other writers write, in code %s and %s order',
    (name, letters, order, bytes) => {
      const credit = {
        bank: '11',
        branch: '303',
        account: '7008629',
        id: '123123127',
        name,
        amount: 8500,
        reference: '1',
      }
      const file: MasavFile = {
        institution: '12345678',
        sender: '12345',
        senderName: '',
        payOn: '2026-12-08',
        madeOn: '2026-12-07',
        serial: 4,
        credits: [credit],
      }
      expect([...writeMasav(file, { letters, order }).subarray(130 + 45, 130 + 61)]).toEqual([...bytes])
    },
  )
})
