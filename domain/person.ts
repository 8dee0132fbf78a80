import { isIsraeliId, isNineDigits } from './israeli-id.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { isEmail, isPersonName } from './text.ts'

export const GENDERS = ['male', 'female'] as const
export type Gender = (typeof GENDERS)[number]

type FieldRule = (text: string) => Reason[]

const filled =
  (rule: FieldRule): FieldRule =>
  (text) =>
    text.trim() === '' ? ['required'] : rule(text.trim())

const name = filled((text) => (isPersonName(text) ? [] : ['invalid_name']))

/** The personal details of a sign-up, field by field. */
export const PERSON_RULES = {
  first_name: name,
  last_name: name,
  email: filled((text) => (isEmail(text) ? [] : ['invalid_email'])),
  // As with a company: nine digits first, a wrong check digit is a mistake of its own.
  id_number: filled((text) => (isNineDigits(text) ? (isIsraeliId(text) ? [] : ['check_digit']) : ['invalid_id'])),
  gender: filled((text) => (text === 'male' || text === 'female' ? [] : ['invalid_gender'])),
} as const satisfies Record<string, FieldRule>

export type PersonField = keyof typeof PERSON_RULES

export const isPersonField = (field: string): field is PersonField => Object.hasOwn(PERSON_RULES, field)

/** Validates the fields that are present; a sign-up passes all five (empty text where nothing was entered), a change of profile some. */
export const personReasons = (details: Partial<Readonly<Record<PersonField, string>>>): FieldReasons =>
  reasonsOf(
    Object.fromEntries(
      Object.entries(PERSON_RULES).flatMap(([field, rule]) => {
        const value = details[field as PersonField]
        return value === undefined ? [] : [[field, rule(value)]]
      }),
    ),
  )
