import { writeMasav } from '@kartis/domain/masav.ts'
import { readMasav } from './read-masav.ts'

const CREDIT = { bank: '10', branch: '607', account: '123456', id: '123456782', name: 'א' }

/** Amounts in agorot as a bank reads them in the bank file that pays them; `file`: its number. */
export const writtenAndRead = (amounts: readonly number[], day: string, file: number): number[] => {
  const text = { letters: 'a', order: 'reversed' } as const
  const credits = amounts.map((amount, index) => ({
    ...CREDIT,
    amount,
    reference: String(file * 1_000_000 + index + 1),
  }))
  const names = { institution: '12345678', sender: '12345', senderName: 'ב' }
  const written = writeMasav({ ...names, payOn: day, madeOn: day, serial: 1, credits }, text)
  return readMasav(written, text).credits.map(({ amount }) => amount)
}
