import { describe, expect, test } from 'vitest'
import { BANKS, bankReasons, checkBankAccount, isBank } from './bank.ts'

describe('an account number that can exist', () => {
  test.each([
    [10, '607', '11710022'],
    [12, '571', '041116'],
    [11, '211', '000032018'],
    [20, '006', '160778'],
    [31, '288', '000032018'],
    [9, '001', '059121900'],
  ])('bank %d branch %s account %s', (bank, branch, account) => {
    expect(checkBankAccount(bank, branch, account)).toBe('valid')
  })

  test('spaces, hyphens and leading zeros are how people write, not mistakes', () => {
    expect(checkBankAccount(10, 607, ' 117100-22')).toBe('valid')
    expect(checkBankAccount(12, '571', '00041116')).toBe('valid')
  })

  test('a branch of the old Tefahot counts without its 400', () => {
    expect(checkBankAccount(20, '406', '160778')).toBe('valid')
  })

  test('One Zero: the last two digits check branch and account', () => {
    const check = 98 - (Number('0011234567') % 97)
    expect(checkBankAccount(18, '001', `1234567${String(check).padStart(2, '0')}`)).toBe('valid')
    expect(checkBankAccount(18, '001', `1234567${String(check - 1).padStart(2, '0')}`)).toBe('invalid')
  })

  test('an account that moved to the International from Otzar HaHayal keeps its old check', () => {
    const moved = Array.from({ length: 2000 }, (_, step) => String(100_000 + step)).filter(
      (account) => checkBankAccount(14, '347', account) === 'valid',
    )
    expect(moved.length).toBeGreaterThan(100)
    expect(moved.filter((account) => checkBankAccount(31, '347', account) !== 'valid')).toEqual([])
  })
})

describe('special branches', () => {
  const remainder = (branch: number, account: string) => {
    const digits = Array.from(account.padStart(6, '0').slice(-6), Number).toReversed()
    const [b1, b2, b3] = Array.from(String(branch), Number).toReversed()
    return (
      (digits.reduce((total, digit, place) => total + digit * (place + 1), 0) +
        7 * (b1 ?? 0) +
        8 * (b2 ?? 0) +
        9 * (b3 ?? 0)) %
      11
    )
  }
  const accounts = Array.from({ length: 3000 }, (_, step) => String(200_000 + step))
  const passing = (bank: number, branch: number, expected: number) =>
    accounts.filter(
      (account) => remainder(branch, account) === expected && checkBankAccount(bank, branch, account) === 'valid',
    ).length
  const all = (branch: number, expected: number) =>
    accounts.filter((account) => remainder(branch, account) === expected).length

  test.each([
    [14, 347, 2, true],
    [14, 348, 2, false],
    [14, 362, 4, true],
    [14, 365, 4, false],
    [46, 154, 2, true],
    [46, 155, 2, false],
    [46, 154, 4, false],
  ])('bank %d branch %d accepts a remainder of %d: %s', (bank, branch, expected, accepted) => {
    expect(passing(bank, branch, expected) === all(branch, expected)).toBe(accepted)
  })
})

describe('an account number that cannot exist is a warning', () => {
  test.each([
    [10, '607', '11720022'],
    [12, '571', '041117'],
    [11, '211', '000032017'],
    [17, '211', '000032017'],
    [4, '571', '041117'],
    [52, '288', '000032019'],
    [9, '001', '059121901'],
    [12, '571', '0'],
    [12, '571', 'abc'],
    [12, '571', '1234567890'],
    [12, '5711', '041116'],
    [12, 'x', '041116'],
  ])('bank %d branch %s account %s', (bank, branch, account) => {
    expect(checkBankAccount(bank, branch, account)).toBe('invalid')
  })

  test.each([54, 3, 26, 39, 999])('bank %d publishes no rule', (bank) => {
    expect(checkBankAccount(bank, '1', '123456')).toBe('unknown')
  })
})

describe('bank details', () => {
  const good = { bank_number: 10, bank_branch_number: '607', bank_account_number: '11710022' }

  test('complete details have nothing wrong, whatever the check digit says', () => {
    expect(bankReasons(good)).toEqual({})
    expect(bankReasons({ ...good, bank_number: '04', bank_account_number: '11720022' })).toEqual({})
  })

  test.each([
    [{ bank_number: '' }, { bank_number: ['choose_bank'] }],
    [{ bank_number: 99 }, { bank_number: ['choose_bank'] }],
    [{ bank_branch_number: '' }, { bank_branch_number: ['enter_branch_number'] }],
    [{ bank_branch_number: '1234' }, { bank_branch_number: ['enter_branch_number'] }],
    [{ bank_branch_number: '1a' }, { bank_branch_number: ['enter_branch_number'] }],
    [{ bank_account_number: '1' }, { bank_account_number: ['enter_account_number'] }],
    [{ bank_account_number: '12x' }, { bank_account_number: ['enter_account_number'] }],
  ])('%o is named', (wrong, reasons) => {
    expect(bankReasons({ ...good, ...wrong })).toEqual(reasons)
  })
})

test('the list has the banks of the sign-up, each once', () => {
  for (const code of [10, 12, 20, 11, 31, 14, 17, 54, 4, 9, 52, 18]) expect(isBank(code)).toBe(true)
  expect(new Set(BANKS.map((bank) => bank.code)).size).toBe(BANKS.length)
  expect(isBank(13)).toBe(false)
})
