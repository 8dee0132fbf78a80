import { type BankCheck, bankReasons, checkBankAccount } from '@kartis/domain/bank.ts'
import { COMPANY } from '@kartis/domain/limits.ts'
import { type FieldReasons, hasReasons, reasonsOf } from '@kartis/domain/reason.ts'

/** A bank account as it is typed; the names are those of the account's `payment_methods`. */
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
  ...reasonsOf({ holder_name: holderReasons(bank.holder_name) }),
})

/** Whether the number fits the bank's own rule; nothing to say while the details are not complete. */
export const checkOf = (bank: BankInput): BankCheck =>
  hasReasons(bankReasons(bank))
    ? 'unknown'
    : checkBankAccount(Number(bank.bank_number), bank.bank_branch_number, bank.bank_account_number)

/** As the api takes it. */
export const asPaymentMethod = (bank: BankInput) => ({
  type: 'bank' as const,
  holder_name: bank.holder_name.trim(),
  bank_number: Number(bank.bank_number),
  bank_branch_number: bank.bank_branch_number,
  bank_account_number: bank.bank_account_number,
})
