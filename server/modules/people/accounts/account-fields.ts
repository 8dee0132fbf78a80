import type { bankInput } from '@kartis/contract/accounts.ts'
import { type BankCheck, bankReasons, checkBankAccount } from '@kartis/domain/bank.ts'
import { accountReasons, officePhone, VAT_TYPES } from '@kartis/domain/company.ts'
import type { FieldReasons } from '@kartis/domain/reason.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { z } from 'zod'

export type BankInput = z.output<typeof bankInput>

/** Company fields of an account, named as the columns and as the fields of the API. */
export interface CompanyFields {
  readonly name: string
  readonly vat_name: string
  readonly vat_number: string
  readonly address_city: string
  readonly address_street: string
  readonly address_street_number: string
  readonly contact_phone: string
  readonly contact_email: string
  readonly billing_email: string
}

const COLUMNS = [
  'name',
  'vat_name',
  'vat_number',
  'address_city',
  'address_street',
  'address_street_number',
  'contact_phone',
  'contact_email',
  'billing_email',
] as const satisfies readonly (keyof CompanyFields)[]

/** The sent fields as columns: white space collapsed, the phone as digits. */
export const companyColumns = <T extends Partial<CompanyFields>>(sent: T): Pick<T, keyof T & keyof CompanyFields> => {
  const columns = COLUMNS.flatMap((name) => {
    const value = sent[name]
    if (value === undefined) return []
    return [[name, name === 'contact_phone' ? (officePhone(value) ?? value) : tidy(value)] as const]
  })
  return Object.fromEntries(columns) as Pick<T, keyof T & keyof CompanyFields>
}

const bankFields = (bank: BankInput, index: number): FieldReasons =>
  Object.fromEntries(
    Object.entries(bankReasons(bank)).map(([field, reasons]) => [`payment_methods.${index}.${field}`, reasons]),
  )

/** The reasons of all invalid fields, by their API names; only fields that are present are checked. */
export const sentReasons = (
  sent: Partial<CompanyFields> & { vat_type?: string; payment_methods?: readonly BankInput[] },
): FieldReasons => {
  const types: readonly string[] = VAT_TYPES
  return {
    ...accountReasons(sent),
    ...(sent.vat_type !== undefined && !types.includes(sent.vat_type) && { vat_type: ['unknown_option' as const] }),
    ...Object.assign({}, ...(sent.payment_methods ?? []).map(bankFields)),
  }
}

/** Checks the check digits of the account number. The result is stored as a warning; it never refuses. */
export const bankCheck = (bank: BankInput): BankCheck =>
  checkBankAccount(bank.bank_number, bank.bank_branch_number, bank.bank_account_number)
