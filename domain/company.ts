import { isIsraeliId, isNineDigits } from './israeli-id.ts'
import { COMPANY } from './limits.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { isEmail } from './text.ts'

type FieldRule = (text: string) => Reason[]

const required =
  (rule: FieldRule): FieldRule =>
  (text) =>
    text.trim() === '' ? ['required'] : rule(text.trim())

const freeText: FieldRule = required((text) => (text.length < COMPANY.minChars ? ['too_short'] : []))

/** Nine digits first; a wrong check digit has its own reason, because it is another mistake. */
export const taxIdReasons: FieldRule = required((text) => {
  if (!isNineDigits(text)) return ['invalid_tax_id']
  return isIsraeliId(text) ? [] : ['check_digit']
})

/** The digits of an office phone, or nothing: 9 to 10 digits that start with 0, once spaces, hyphens and brackets are gone. */
export const officePhone = (text: string): string | undefined => {
  const digits = text.replace(/[\s()\-\u2010-\u2014\u05be\u200e\u200f]/g, '')
  const right =
    /^0\d+$/.test(digits) && digits.length >= COMPANY.minPhoneDigits && digits.length <= COMPANY.maxPhoneDigits
  return right ? digits : undefined
}

const phone: FieldRule = required((text) => (officePhone(text) === undefined ? ['invalid_phone'] : []))
const email: FieldRule = required((text) => (isEmail(text) ? [] : ['invalid_email']))
// House numbers such as 12א, 3/4 and 7-9.
const streetNumber: FieldRule = required((text) =>
  text.length <= COMPANY.maxStreetNumberChars && /^[\p{L}\d/-]+$/u.test(text) ? [] : ['invalid_street_number'],
)

/** The rule of each field of a company, checked on leaving the field and again on submitting. */
export const COMPANY_RULES = {
  name: freeText,
  vat_name: freeText,
  tax_id: taxIdReasons,
  address_city: freeText,
  address_street: freeText,
  address_street_number: streetNumber,
  phone,
  email,
  email_billing: email,
} as const satisfies Record<string, FieldRule>

export type CompanyField = keyof typeof COMPANY_RULES
export type CompanyDetails = Readonly<Record<CompanyField, string>>

/** Reasons against the details of a company by field; empty if they are valid. */
export const companyReasons = (details: CompanyDetails): FieldReasons =>
  reasonsOf(
    Object.fromEntries(
      Object.entries(COMPANY_RULES).map(([field, rule]) => [field, rule(details[field as CompanyField])]),
    ),
  )

/** The API field names of account creation. */
export const ACCOUNT_FIELDS = {
  name: 'name',
  vat_name: 'vat_name',
  vat_number: 'tax_id',
  address_city: 'address_city',
  address_street: 'address_street',
  address_street_number: 'address_street_number',
  contact_phone: 'phone',
  contact_email: 'email',
  billing_email: 'email_billing',
} as const satisfies Record<string, CompanyField>

export type AccountField = keyof typeof ACCOUNT_FIELDS

/** The same rules under the API field names; only fields that are present are checked, so that it serves PATCH too. */
export const accountReasons = (fields: Partial<Readonly<Record<AccountField, string>>>): FieldReasons =>
  reasonsOf(
    Object.fromEntries(
      Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) => {
        const value = fields[name as AccountField]
        return value === undefined ? [] : [[name, COMPANY_RULES[field](value)]]
      }),
    ),
  )

/** Who is billed for an account. */
export const BILLING_ROLES = ['private', 'business', 'organization'] as const
export type BillingRole = (typeof BILLING_ROLES)[number]

/** How an account is taxed; a company by default. */
export const VAT_TYPES = ['hevra', 'osek_murshe', 'osek_patur', 'malkar'] as const
