import { expect, test } from 'vitest'
import { GENDERS, PERSON_RULES, personReasons } from './person.ts'

const good = {
  first_name: 'דנה',
  last_name: 'בן-דוד',
  email: 'dana@example.com',
  id_number: '032794562',
  gender: 'female',
}

test('complete personal details are valid', () => {
  expect(personReasons(good)).toEqual({})
})

test.each([
  ['first_name', 'ד', 'invalid_name'],
  ['last_name', 'כהן2', 'invalid_name'],
  ['first_name', ' ', 'required'],
  ['email', 'dana@example', 'invalid_email'],
  ['id_number', '12345678', 'invalid_id'],
  ['id_number', '123456789', 'check_digit'],
  ['gender', 'other', 'invalid_gender'],
  ['gender', '', 'required'],
])('%s "%s" is %s', (field, value, reason) => {
  expect(personReasons({ ...good, [field]: value })).toEqual({ [field]: [reason] })
})

test('a single field is validated alone', () => {
  expect(personReasons({ email: 'x' })).toEqual({ email: ['invalid_email'] })
})

test('every gender that is offered is accepted', () => {
  for (const gender of GENDERS) expect(PERSON_RULES.gender(gender)).toEqual([])
})
