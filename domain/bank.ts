import { BANK } from './limits.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'

export interface Bank {
  readonly code: number
  /** Key of its name in the messages. */
  readonly key: string
}

/** Banks to choose from, in the order of the list: the large ones first. */
export const BANKS: readonly Bank[] = [
  { code: 10, key: 'leumi' },
  { code: 12, key: 'hapoalim' },
  { code: 20, key: 'mizrahi_tefahot' },
  { code: 11, key: 'discount' },
  { code: 31, key: 'international' },
  { code: 14, key: 'otzar_hahayal' },
  { code: 17, key: 'mercantile' },
  { code: 54, key: 'jerusalem' },
  { code: 4, key: 'yahav' },
  { code: 9, key: 'postal' },
  { code: 52, key: 'pagi' },
  { code: 18, key: 'one_zero' },
  { code: 46, key: 'massad' },
  { code: 3, key: 'esh' },
  { code: 26, key: 'u_bank' },
  { code: 22, key: 'citi' },
  { code: 23, key: 'hsbc' },
  { code: 39, key: 'sbi' },
]

export const isBank = (code: number): boolean => BANKS.some((bank) => bank.code === code)

export type BankCheck = 'valid' | 'invalid' | 'unknown'

/** One account as the check rules see it: digits by place from the right, place 1 first. */
interface Places {
  readonly branch: number
  /** Account digits: `a(1)` is the last one. */
  readonly a: (place: number) => number
  readonly b: (place: number) => number
  readonly account: string
}

const range = (length: number): number[] => Array.from({ length }, (_, place) => place + 1)

const placesOf = (branch: number, account: string): Places => {
  const from = (digits: string) => (place: number) => Number(digits.at(-place) ?? 0)
  return {
    branch,
    account,
    a: from(account.padStart(BANK.maxAccountDigits, '0')),
    b: from(String(branch).padStart(3, '0')),
  }
}

/** Each account digit times its place, over the last six or nine digits. */
const weight = (n: Places, digits: 6 | 9): number =>
  range(digits).reduce((total, place) => total + place * n.a(place), 0)
const branchWeight = (n: Places): number => 7 * n.b(1) + 8 * n.b(2) + 9 * n.b(3)
const withBranch = (n: Places): number => (weight(n, 6) + branchWeight(n)) % 11

const leumi = (n: Places): boolean => {
  const account = n.a(1) + 10 * n.a(2) + range(6).reduce((total, place) => total + (place + 1) * n.a(place + 2), 0)
  return [90, 72, 70, 60, 20].includes((account + 8 * n.b(1) + 9 * n.b(2) + 10 * n.b(3)) % 100)
}

const oneOf =
  (...rests: number[]) =>
  (n: Places): boolean =>
    rests.includes(withBranch(n))

const nineDigits =
  (modulus: number, ...rests: number[]) =>
  (n: Places): boolean =>
    rests.includes(weight(n, 9) % modulus)

// Branches 401–799 of Mizrahi-Tefahot came from Tefahot and count from 1 again.
const mizrahi = (n: Places): boolean => {
  const branch = n.branch >= 401 && n.branch <= 799 ? n.branch - 400 : n.branch
  return [0, 2, 4].includes(withBranch(placesOf(branch, n.account)))
}

const OTZAR_TWO = [347, 361, 362, 363, 365, 384, 385]
const MASSAD_TWO = [154, 166, 178, 181, 183, 191, 192, 503, 505, 507, 515, 516, 527, 539]

const onlyAccount = (n: Places): boolean => weight(n, 9) % 11 === 0 || weight(n, 6) % 11 === 0

const otzar = (n: Places): boolean => {
  const remainder = withBranch(n)
  const special =
    (remainder === 2 && OTZAR_TWO.includes(n.branch)) || (remainder === 4 && n.branch >= 361 && n.branch <= 363)
  return remainder === 0 || special || onlyAccount(n)
}

const massad = (n: Places): boolean => {
  const remainder = withBranch(n)
  return remainder === 0 || (remainder === 2 && MASSAD_TWO.includes(n.branch)) || onlyAccount(n)
}

const beinleumi = (n: Places): boolean => [0, 6].includes(weight(n, 9) % 11) || [0, 6].includes(weight(n, 6) % 11)

const oneZero = (n: Places): boolean => {
  const digits = n.account.padStart(9, '0')
  const body = Number(String(n.branch).padStart(3, '0') + digits.slice(0, 7))
  return Number(digits.slice(7)) === 98 - (body % 97)
}

const RULES: Readonly<Record<number, (n: Places) => boolean>> = {
  10: leumi,
  13: leumi,
  34: leumi,
  12: oneOf(0, 2, 4, 6),
  4: oneOf(0, 2),
  20: mizrahi,
  11: nineDigits(11, 0, 2, 4),
  17: nineDigits(11, 0, 2, 4),
  9: nineDigits(10, 0),
  // Accounts that moved here from Otzar HaHayal and Massad keep the check digit of their old bank.
  31: (n) => beinleumi(n) || otzar(n) || massad(n),
  52: beinleumi,
  14: otzar,
  46: massad,
  18: oneZero,
}

/**
 * Whether an account number can exist in a branch of a bank. `unknown`: the bank has no published rule. It is a hint
 * against typing mistakes, never a reason to refuse.
 */
export const checkBankAccount = (bank: number, branch: number | string, account: string): BankCheck => {
  const digits = account.replace(/[\s-]/g, '').replace(/^0+(?=\d)/, '')
  const branchNumber = Number(branch)
  if (
    !/^\d{1,9}$/.test(digits) ||
    digits === '0' ||
    !Number.isInteger(branchNumber) ||
    branchNumber < 0 ||
    branchNumber > 999
  )
    return 'invalid'
  const rule = RULES[bank]
  if (rule === undefined) return 'unknown'
  return rule(placesOf(branchNumber, digits)) ? 'valid' : 'invalid'
}

/** Bank details as typed, by the names of the account's `payment_methods`. */
export interface BankDetails {
  readonly bank_number: string | number
  readonly bank_branch_number: string
  readonly bank_account_number: string
}

const branchReasons = (branch: string): Reason[] => (/^\d{1,3}$/.test(branch.trim()) ? [] : ['enter_branch_number'])

const accountReasons = (account: string): Reason[] => {
  const digits = account.trim()
  return digits.length >= BANK.minChars && /^\d{1,20}$/.test(digits) ? [] : ['enter_account_number']
}

/** What is missing or malformed; `checkBankAccount` says whether the account number is plausible. */
export const bankReasons = (details: BankDetails): FieldReasons =>
  reasonsOf({
    bank_number: isBank(Number(details.bank_number)) ? [] : ['choose_bank'],
    bank_branch_number: branchReasons(details.bank_branch_number),
    bank_account_number: accountReasons(details.bank_account_number),
  })
