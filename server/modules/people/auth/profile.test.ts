import { showMe, signup, updateMe } from '@kartis/contract/auth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIdNumber, person, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { auth } from '../../../testing/auth.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [auth] })
})
afterAll(() => world.close())

const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((left, right) => left - right)

const details = {
  first_name: 'שרה-לאה',
  last_name: "O'Neill",
  email: 'sara@example.co.il',
  id_number: '123456782',
  gender: 'female' as const,
}

test('personal details complete the sign-up', async () => {
  const { token } = await signIn(world)
  const answer = await world.call(signup, { token, body: { ...details, first_name: '  שרה-לאה ' } })
  expect(answer.status).toBe(200)
  expect(answer.body.data.user).toMatchObject({
    name: "שרה-לאה O'Neill",
    is_signup_complete: true,
    id_number: '******782',
    gender: 'female',
  })
  const me = await world.call(showMe, { token })
  expect(me.body.data).toEqual(answer.body.data.user)
})

test.each([
  ['first_name', 'א', 'invalid_name'],
  ['first_name', '', 'required'],
  ['last_name', 'Levi3', 'invalid_name'],
  ['email', 'noa@example', 'invalid_email'],
  ['email', '', 'required'],
  ['id_number', '12345678', 'invalid_id'],
  ['id_number', '1234567890', 'invalid_id'],
  ['id_number', '123456789', 'check_digit'],
  ['id_number', '000000000', 'check_digit'],
])('a sign-up with %s "%s" is refused: %s', async (field, value, reason) => {
  const { token } = await signIn(world)
  const answer = await world.call(signup, { token, body: { ...details, [field]: value } })
  expect(answer.status).toBe(422)
  expect(answer.error?.detail).toEqual({ [field]: [reason] })
})

test('a sign-up without a gender, or with an unknown one, is refused', async () => {
  const { token } = await signIn(world)
  const { gender: _, ...withoutGender } = details
  const none = await world.http('POST', '/api/v1/account/users/signup', withoutGender, { token })
  expect(none.error?.detail).toEqual({ gender: ['required'] })
  const other = await world.http('POST', '/api/v1/account/users/signup', { ...withoutGender, gender: 'x' }, { token })
  expect(other.status).toBe(422)
})

test('a completed sign-up is refused with A21 when repeated', async () => {
  const { token } = await person(world)
  const again = await world.call(signup, { token, body: details })
  expect(again.status).toBe(409)
  expect(again.error?.code).toBe('A21')
})

test('two concurrent sign-ups of one user complete it once', async () => {
  const { token } = await signIn(world)
  const answers = await Promise.all([1, 2, 3].map(() => world.call(signup, { token, body: details })))
  expect(statuses(answers)).toEqual([200, 409, 409])
})

test('signing up and reading a profile without a token are refused', async () => {
  expect((await world.call(signup, { body: details })).status).toBe(401)
  expect((await world.call(showMe)).status).toBe(401)
  expect((await world.call(updateMe, { body: {} })).status).toBe(401)
})

test('an ID number is stored encrypted', async () => {
  const { user } = await person(world)
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', user.uuid).executeTakeFirstOrThrow()
  expect(row.id_number_sealed).toMatch(/^k1\./)
  expect(JSON.stringify(row)).not.toMatch(/30000\d{4}/)
})

test('the profile is updated field by field, each validated as at the sign-up', async () => {
  const { token, user } = await person(world)
  const id_number = newIdNumber()
  const changed = await world.call(updateMe, {
    token,
    body: { first_name: 'דנה', id_number, date_birth: '1990-02-28', settings: { language: 'en' } },
  })
  expect(changed.body.data).toMatchObject({
    first_name: 'דנה',
    last_name: user.last_name,
    id_number: `******${id_number.slice(-3)}`,
    date_birth: '1990-02-28',
    settings: { language: 'en' },
  })
  expect((await world.call(showMe, { token })).body.data).toEqual(changed.body.data)
  // a locale names its language
  const hebrew = await world.call(updateMe, { token, body: { settings: { language: 'he_IL' } } })
  expect(hebrew.body.data.settings).toEqual({ language: 'he' })
  const klingon = await world.call(updateMe, { token, body: { settings: { language: 'tlh' } } })
  expect(klingon.error?.detail).toEqual({ 'settings.language': ['unknown_option'] })
  const bad = await world.call(updateMe, { token, body: { email: 'x', last_name: '' } })
  expect(bad.error?.detail).toEqual({ email: ['invalid_email'], last_name: ['required'] })
  expect((await world.call(updateMe, { token, body: { date_birth: '2999-01-01' } })).status).toBe(422)
  const unknown = await world.http('PATCH', '/api/v1/account/users/me', { phone: '050' }, { token })
  expect(unknown.error?.detail).toEqual({ phone: ['unknown_field'] })
})

test('gender and date of birth can be cleared', async () => {
  const { token } = await person(world)
  const changed = await world.call(updateMe, { token, body: { gender: null, date_birth: null } })
  expect(changed.body.data).toMatchObject({ gender: null, date_birth: null, is_signup_complete: true })
})
