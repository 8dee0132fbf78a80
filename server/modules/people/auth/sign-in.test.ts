import { authenticate, login, showMe } from '@kartis/contract/auth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestLoginCode, codeFor, newPhone, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { auth } from '../../../testing/auth.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [auth] })
})
afterAll(() => world.close())

const requestCode = (phone_number: string, phone_country_code = '972') =>
  world.call(login, { body: { phone_country_code, phone_number } })

const enter = (method_id: string, code: string) => world.call(authenticate, { body: { method_id, code } })

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a phone in any notation gets an SMS with a six-digit code', async () => {
  const sent = await requestCode('050-234 5678')
  expect(sent.status).toBe(200)
  expect(sent.body.data.phones_id).toMatch(/^[0-9a-f-]{36}$/)
  const { text } = await world.db
    .selectFrom('messages')
    .select('text')
    .where('to', '=', '+972502345678')
    .executeTakeFirstOrThrow()
  const code = await codeFor(world, '+972502345678')
  expect(code).toMatch(/^\d{6}$/)
  expect(text).toContain(code)
})

test('the reply does not reveal whether a phone is registered', async () => {
  const registeredPhone = (await signIn(world)).phone
  const [first, second] = [await requestCode(registeredPhone), await requestCode(newPhone())]
  expect(first.status).toBe(second.status)
  expect(Object.keys(first.body.data)).toEqual(Object.keys(second.body.data))
  expect(first.body.data.expires_at).toBe(second.body.data.expires_at)
  expect(first.body.data.resend_at).toBe(second.body.data.resend_at)
})

test('an invalid phone number is refused at its field', async () => {
  for (const phone of ['12', '050-12', 'abc', '03-5171234']) {
    const refused = await requestCode(phone)
    expect(refused.status, phone).toBe(422)
    expect(refused.error?.detail, phone).toHaveProperty('phone_number')
  }
  expect((await requestCode('')).error?.detail).toEqual({ phone_number: ['required'] })
  expect((await requestCode('0561234567')).error?.code).toBe('phone_not_allowed')
  expect((await requestCode('501234567', '999')).error?.code).toBe('phone_not_allowed')
})

test('the first sign-in of a phone creates its user, the next one finds it', async () => {
  const phone = newPhone()
  const first = await signIn(world, phone)
  expect(first.user).toMatchObject({ is_signup_complete: false, accounts: [], name: '' })
  expect(first.user.phone.phone_number).toBe(phone)
  const second = await signIn(world, phone)
  expect(second.user.uuid).toBe(first.user.uuid)
  expect(second.token).not.toBe(first.token)
  for (const { token } of [first, second]) expect((await world.call(showMe, { token })).status).toBe(200)
})

test('the language of the first sign-in stays with the user', async () => {
  const phone = newPhone()
  const code = await requestLoginCode(world, phone)
  const answer = await world.call(authenticate, { body: code, lang: 'ar' })
  expect(answer.body.data.user.settings.language).toBe('ar')
})

test('a code works once', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  expect((await enter(method_id, code)).status).toBe(200)
  const again = await enter(method_id, code)
  expect(again.status).toBe(422)
  expect(again.error?.code).toBe('code_expired')
})

test('a correct code that is entered ten times concurrently signs in once', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(method_id, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a wrong code returns the tries left, and the fifth makes the code unusable', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  for (const left of [4, 3, 2, 1]) {
    const wrong = await enter(method_id, wrongOf(code))
    expect(wrong.status).toBe(422)
    expect(wrong.error).toMatchObject({ code: 'code_wrong', detail: { tries_left: left } })
  }
  expect((await enter(method_id, wrongOf(code))).error?.code).toBe('code_burned')
  expect((await enter(method_id, code)).error?.code).toBe('code_burned')
})

test('fifty concurrent guesses count as five tries', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  const guesses = Array.from({ length: 50 }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all(guesses.map((guess) => enter(method_id, guess)))
  expect(answers.filter(({ error }) => error?.code === 'code_wrong')).toHaveLength(4)
  expect(answers.filter(({ error }) => error?.code === 'code_burned')).toHaveLength(46)
  const { tries } = await world.db
    .selectFrom('login_codes')
    .select('tries')
    .where('id', '=', method_id)
    .executeTakeFirstOrThrow()
  expect(tries).toBe(5)
})

test('a code expires after five minutes', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  world.clock.advance(301)
  expect((await enter(method_id, code)).error?.code).toBe('code_expired')
})

test('fewer than six digits, letters and an unknown send id are refused without costing a try', async () => {
  const { method_id, code } = await requestLoginCode(world, newPhone())
  for (const text of ['', '12345', '1234567', 'abcdef'])
    expect((await enter(method_id, text)).error?.code).toBe('validation')
  expect((await enter('nonsense', code)).error?.code).toBe('code_expired')
  expect((await enter('00000000-0000-7000-8000-000000000000', code)).error?.code).toBe('code_expired')
  expect((await enter(method_id, code)).status).toBe(200)
})

test('a resend before the expiry sends the same code, and its tries stay counted', async () => {
  const phone = newPhone()
  const first = await requestLoginCode(world, phone)
  await enter(first.method_id, wrongOf(first.code))
  world.clock.advance(31)
  const second = await requestLoginCode(world, phone)
  expect(second).toEqual(first)
  expect((await enter(second.method_id, wrongOf(first.code))).error?.detail).toEqual({ tries_left: 3 })
  expect((await enter(second.method_id, second.code)).status).toBe(200)
})

test('the database contains no code or token in plain text', async () => {
  const phone = newPhone()
  const { code } = await requestLoginCode(world, phone)
  const { token, cookie } = await signIn(world)
  const rows = JSON.stringify([
    await world.db.selectFrom('login_codes').selectAll().where('phone', '=', phone).execute(),
    await world.db.selectFrom('sessions').selectAll().execute(),
  ])
  expect(rows).not.toContain(`"${code}"`)
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(cookie.split('.')[1])
})

test('with rate limits off no request waits', async () => {
  const phone = newPhone()
  for (let n = 0; n < 25; n++) await requestLoginCode(world, phone)
  expect((await signIn(world, phone)).phone).toBe(phone)
})
