import { type BankCheck, bankReasons, checkBankAccount } from '@kartis/domain/bank.ts'
import { BANK, COMPANY } from '@kartis/domain/limits.ts'
import { type FieldReasons, hasReasons, reasonsOf } from '@kartis/domain/reason.ts'

/** Form values of a bank account; the names are those of `payment_methods` in the API. */
export interface BankInput {
  readonly bank_number: string
  readonly bank_branch_number: string
  readonly bank_account_number: string
  readonly holder_name: string
}

export const NO_BANK: BankInput = {
  bank_number: '',
  bank_branch_number: '',
  bank_account_number: '',
  holder_name: '',
}

const holderReasons = (name: string): FieldReasons[string] => {
  if (name.trim() === '') return ['required']
  return name.trim().length < COMPANY.minChars ? ['too_short'] : []
}

export const bankInputReasons = (bank: BankInput): FieldReasons => ({
  ...bankReasons(bank),
  ...(bank.bank_account_number.length > BANK.maxAccountDigits &&
    reasonsOf({ bank_account_number: ['enter_account_number'] })),
  ...reasonsOf({ holder_name: holderReasons(bank.holder_name) }),
})

/** Checks the number against the bank's own rule; `unknown` while the details are incomplete. */
export const checkOf = (bank: BankInput): BankCheck =>
  hasReasons(bankReasons(bank))
    ? 'unknown'
    : checkBankAccount(Number(bank.bank_number), bank.bank_branch_number, bank.bank_account_number)

/** The details as the API expects them. */
export const asPaymentMethod = (bank: BankInput) => ({
  type: 'bank' as const,
  holder_name: bank.holder_name.trim(),
  bank_number: Number(bank.bank_number),
  bank_branch_number: bank.bank_branch_number,
  bank_account_number: bank.bank_account_number,
})
