import { ACCOUNT_FIELDS } from '@kartis/domain/company.ts'

/** Anything by API name: the reasons of a field, or their text. */
type ByName<T> = Readonly<Record<string, T>>

/** Errors of the company, from API names (`vat_number`) to form names (`tax_id`); leaves out those of other fields. */
export const companyFieldErrors = <T>(errors: ByName<T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) => {
      const error = errors[name]
      return error === undefined ? [] : [[field, error] as const]
    }),
  )

const BANK_FIELD = /^payment_methods\.\d+\.(?<field>\w+)$/u

/** Errors of the bank details, from `payment_methods.0.bank_number` to `bank_number`; leaves out those of other fields. */
export const bankFieldErrors = <T>(errors: ByName<T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) => {
      const field = BANK_FIELD.exec(name)?.groups?.['field']
      return field === undefined ? [] : [[field, error] as const]
    }),
  )

/** Errors that belong to no field of either form, by their API names. */
export const otherErrors = <T>(errors: ByName<T>): Record<string, T> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in ACCOUNT_FIELDS) && !BANK_FIELD.test(name)))
