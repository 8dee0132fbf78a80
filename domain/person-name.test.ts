import { expect, test } from 'vitest'
import { authorName, fullName, personName } from './person-name.ts'

const nobody = { first_name: null, last_name: null, phone: null }

test('whoever has a name is called by it', () => {
  expect(fullName({ first_name: 'נועה', last_name: 'לוי' })).toBe('נועה לוי')
  expect(personName({ ...nobody, first_name: 'נועה', phone: '+972502345678' })).toBe('נועה')
})

test('whoever has not said a name is known by the last digits of the phone', () => {
  expect(fullName(nobody)).toBe('')
  expect(personName({ ...nobody, phone: '+972502345678' })).toBe('050-***-5678')
})

test('nobody and an erased user have no name', () => {
  expect(personName(nobody)).toBeNull()
  expect(personName({ ...nobody, phone: 'erased-01a2b3c4' })).toBeNull()
})

test('the author of a change is a user, or who the operator says', () => {
  expect(authorName('01a2b3c4', { ...nobody, phone: '+972502345678' })).toBe('050-***-5678')
  expect(authorName('01a2b3c4', { ...nobody, phone: 'erased-01a2b3c4' })).toBeNull()
  expect(authorName('דנה', nobody)).toBe('דנה')
  expect(authorName(null, nobody)).toBeNull()
})
