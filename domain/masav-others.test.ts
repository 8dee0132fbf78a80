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
