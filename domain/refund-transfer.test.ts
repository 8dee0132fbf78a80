import { describe, expect, test } from 'vitest'
import {
  REFUND_TRANSFER_MOVES,
  REFUND_TRANSFER_STATES,
  remindersDue,
  takesDetails,
  transferCheck,
  transferDueAt,
  transferReasons,
  transferStatesBefore,
} from './refund-transfer.ts'

const details = {
  holder_name: 'דנה לוי',
  bank_number: 12,
  bank_branch_number: '605',
  bank_account_number: '123456',
}

describe('a refund by bank transfer', () => {
  test('it ends once: what was handed back or went back otherwise moves no more', () => {
    expect(REFUND_TRANSFER_STATES.filter((state) => REFUND_TRANSFER_MOVES[state].length === 0)).toEqual([
      'done',
      'withdrawn',
    ])
    expect(transferStatesBefore('done')).toEqual(['requested', 'received', 'exported'])
    expect(transferStatesBefore('withdrawn')).toEqual(['requested', 'received'])
  })

  test('details are taken until they are in a file for the bank', () => {
    expect(REFUND_TRANSFER_STATES.filter(takesDetails)).toEqual(['requested', 'received'])
  })

  test('it is due fourteen days after the refund was requested', () => {
    expect(transferDueAt(new Date('2026-11-01T10:00:00Z'))).toEqual(new Date('2026-11-15T10:00:00Z'))
  })

  test('two reminders are due, after three and after seven days', () => {
    const requested = new Date('2026-11-01T10:00:00Z')
    const after = (days: number) => remindersDue(requested, new Date(requested.getTime() + days * 86_400_000))
    expect([0, 2.9, 3, 6.9, 7, 40].map(after)).toEqual([0, 0, 1, 1, 2, 2])
  })
})

describe('the bank details of a buyer', () => {
  test('bank, branch, account and holder are needed, and the account fits into a bank file', () => {
    expect(transferReasons(details)).toEqual({})
    const empty = { holder_name: ' ', bank_number: '', bank_branch_number: '', bank_account_number: '' }
    expect(Object.keys(transferReasons(empty)).toSorted()).toEqual(Object.keys(empty).toSorted())
    expect(transferReasons({ ...details, bank_account_number: '1234567890' })).toEqual({
      bank_account_number: ['enter_account_number'],
    })
  })

  test('an account whose check digits are wrong is a hint and refuses nothing', () => {
    const wrong = { ...details, bank_account_number: '123457' }
    expect([transferCheck(details), transferCheck(wrong)]).toContain('invalid')
    expect(transferReasons(wrong)).toEqual({})
  })
})
