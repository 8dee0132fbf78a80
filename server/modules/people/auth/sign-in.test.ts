import { authenticate, login, showMe } from '@kartis/contract/auth.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestLoginCode, codeFor, newPhone, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { plugin } from './index.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [plugin] })
})
afterAll(() => world.close())

const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((left, right) => left - right)

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

describe('requesting codes with rate limits on', () => {
  let strict: World
  beforeAll(async () => {
    strict = await openWorld({ modules: [plugin], env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  })
  afterAll(() => strict.close())
  beforeEach(() => strict.db.deleteFrom('rate_counters').execute())

  const send = (phone_number: string, network?: string) =>
    strict.call(login, {
      body: { phone_country_code: '972', phone_number },
      ...(network && { headers: { 'x-forwarded-for': network } }),
    })

  test('the wait between two SMS grows: 30, 60, 120 seconds', async () => {
    const phone = '0502345601'
    for (const wait of [30, 60, 120]) {
      const sent = await send(phone)
      expect(sent.status).toBe(200)
      expect(Date.parse(sent.body.data.resend_at) - strict.clock.now().getTime()).toBe(wait * 1000)
      strict.clock.advance(wait - 1)
      const early = await send(phone)
      expect(early.status).toBe(429)
      expect(early.error?.code).toBe('too_many_requests')
      expect(early.headers['retry-after']).toBe('1')
      strict.clock.advance(1)
    }
  })

  test('two concurrent requests send one SMS', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send('0502345602')))
    expect(statuses(answers)).toEqual([200, 429, 429])
    const sent = await strict.db.selectFrom('messages').select('id').where('to', '=', '+972502345602').execute()
    expect(sent).toHaveLength(1)
  })

  test('a phone gets at most five codes an hour, and an hour later one more', async () => {
    const phone = '0502345603'
    for (let n = 0; n < 5; n++) {
      expect((await send(phone)).status).toBe(200)
      strict.clock.advance(305)
    }
    const sixth = await send(phone)
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(60)
    strict.clock.advance(3600)
    expect((await send(phone)).status).toBe(200)
  })

  test('a stranger on another network can neither lock a phone out, nor delay its code, nor burn it', async () => {
    const phone = '0502345606'
    const own = await send(phone)
    const code = await codeFor(strict, '+972502345606')
    for (let n = 0; n < 12; n++) {
      const { status, body } = await send(phone, '203.0.113.66')
      if (status === 200) {
        expect(body.data.phones_id).not.toBe(own.body.data.phones_id)
        for (let guess = 0; guess < 5; guess++)
          await strict.call(authenticate, { body: { method_id: body.data.phones_id, code: '000000' } })
      }
      strict.clock.advance(20)
    }
    expect((await send(phone, '203.0.113.66')).status).toBe(429)
    const entered = await strict.call(authenticate, { body: { method_id: own.body.data.phones_id, code } })
    expect(entered.status).toBe(200)
    expect((await send(phone)).status).toBe(200)
  })

  test('a phone gets at most fifteen codes an hour from all networks together', async () => {
    const outcomes: number[] = []
    for (let n = 0; n < 16; n++) {
      outcomes.push((await send('0502345607', `203.0.113.${100 + n}`)).status)
      strict.clock.advance(21)
    }
    expect(outcomes).toEqual([...Array<number>(15).fill(200), 429])
  })

  test('a phone gets at most three codes a minute from all networks together', async () => {
    const burst = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send('0502345610', `203.0.114.${n}`)))
      return answers.filter(({ status }) => status === 200).length
    }
    expect(await burst()).toBe(3)
    strict.clock.advance(61)
    expect(await burst()).toBe(3)
  })

  test('a flood from many networks does not lock out the device that has proved the phone before', async () => {
    const phone = '0502345608'
    const sendFrom = (network: string, cookie?: string) =>
      strict.call(login, {
        body: { phone_country_code: '972', phone_number: phone },
        headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
      })
    const proved = async (network: string, cookie?: string): Promise<string> => {
      const sent = await sendFrom(network, cookie)
      const code = await codeFor(strict, '+972502345608')
      const entered = await strict.call(authenticate, {
        body: { method_id: sent.body.data.phones_id, code },
        headers: { 'x-forwarded-for': network },
      })
      const [session, device] = entered.headers['set-cookie'] as string[]
      expect(session).toMatch(/^kartis_refresh=/)
      expect(device).toMatch(
        /^kartis_device=[\w-]{36}\.[\w-]{43}; Path=\/api\/v1; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      )
      return device?.split(';')[0] ?? ''
    }
    const cookie = await proved('192.0.2.8')

    // a day of a flood, hour by hour: more than the forty codes that a phone gets in a day
    let taken = 0
    for (let hour = 0; hour < 4; hour++) {
      for (let n = 0; n < 15; n++) {
        taken += (await sendFrom(`198.51.${hour}.${n}`)).status === 200 ? 1 : 0
        strict.clock.advance(21)
      }
      strict.clock.advance(3601)
    }
    expect(taken).toBe(39)
    expect((await sendFrom('198.51.100.1')).status).toBe(429)
    // the owner, with a new device on the network of an earlier sign-in
    expect((await sendFrom('192.0.2.8')).status).toBe(200)
    // the owner, on a network that is new for the phone
    expect((await sendFrom('192.0.2.9')).status).toBe(429)
    const renewed = await proved('192.0.2.9', cookie)
    // a cookie of another phone, or one that was made up, opens nothing
    const [id, proof] = renewed.split('=')[1]?.split('.') ?? []
    const forged = `kartis_device=${strict.platform.newId()}.${proof}`
    for (const other of [forged, `kartis_device=${id}.${'x'.repeat(43)}`, 'kartis_device=..', 'kartis_device='])
      expect((await sendFrom('192.0.2.10', other)).status).toBe(429)
    const elsewhere = await strict.call(login, {
      body: { phone_country_code: '972', phone_number: '0502345609' },
      headers: { 'x-forwarded-for': '192.0.2.11', cookie: renewed },
    })
    expect(elsewhere.status).toBe(200)
    // its own allowance is bounded too: five in an hour, ten in a day
    let own = 0
    for (let n = 0; n < 30; n++) {
      own += (await sendFrom(`192.0.2.${20 + n}`, renewed)).status === 200 ? 1 : 0
      strict.clock.advance(1200)
    }
    expect(own).toBeLessThanOrEqual(10)
    expect(own).toBeGreaterThan(4)
  })

  test('a network address may request twenty codes an hour for any phones', async () => {
    for (let n = 0; n < 20; n++) expect((await send(`05023457${String(n).padStart(2, '0')}`)).status).toBe(200)
    const next = await send('0502345799')
    expect(next.status).toBe(429)
    // a device that has proved its phone is not stopped by its neighbours
    const phone = '0502345798'
    const { phones_id: id } = (await send(phone, '203.0.113.7')).body.data
    const body = { method_id: id, code: await codeFor(strict, '+972502345798') }
    const entered = await strict.call(authenticate, { body })
    const device = (entered.headers['set-cookie'] as string[])[1]?.split(';')[0] ?? ''
    const again = await strict.call(login, {
      body: { phone_country_code: '972', phone_number: phone },
      headers: { cookie: device },
    })
    expect(again.status).toBe(200)
    expect(next.headers['retry-after']).toBeDefined()
  })

  test('premium-rate and other numbers that are no mobiles get no code', async () => {
    for (const phone of ['+44 909 879 1234', '+1 900 234 5678', '+33 8 99 12 34 56', '+979 1 1234 5678'])
      expect((await send(phone)).error?.code, phone).toBe('phone_not_allowed')
    expect(await strict.db.selectFrom('messages').select('id').where('to', 'like', '+44909%').execute()).toEqual([])
  })

  test('a network requests five codes an hour for phones of other countries, and its others are not affected', async () => {
    const abroad = []
    for (let n = 0; n < 7; n++) abroad.push((await send(`+44791112350${n}`, '203.0.113.9')).status)
    expect(abroad).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await send('0502345610', '203.0.113.9')).status).toBe(200)
    expect((await send('+447911123510', '203.0.113.10')).status).toBe(200)
  })

  test('the installation sends two hundred codes an hour to phones of other countries', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 204 }, (_, n) => send(`+44791124${String(n).padStart(4, '0')}`, `198.18.${n}.1`)),
    )
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(200)
    expect((await send('0502345611', '198.19.0.1')).status).toBe(200)
  })

  test('a phone that has signed in may request the next code at once', async () => {
    const sent = await send('0502345604')
    const code = await codeFor(strict, '+972502345604')
    await strict.call(authenticate, { body: { method_id: sent.body.data.phones_id, code } })
    const next = await send('0502345604')
    expect(next.status).toBe(200)
    expect(next.body.data.phones_id).not.toBe(sent.body.data.phones_id)
  })

  test('a code without tries left does not shorten the wait', async () => {
    const sent = await send('0502345605')
    const code = await codeFor(strict, '+972502345605')
    const body = { method_id: sent.body.data.phones_id, code: wrongOf(code) }
    for (let n = 0; n < 5; n++) await strict.call(authenticate, { body })
    expect((await send('0502345605')).status).toBe(429)
    strict.clock.advance(30)
    const next = await send('0502345605')
    expect(next.body.data.phones_id).not.toBe(sent.body.data.phones_id)
    expect(Date.parse(next.body.data.resend_at) - strict.clock.now().getTime()).toBe(60_000)
  })
})

test('with rate limits off no request waits', async () => {
  const phone = newPhone()
  for (let n = 0; n < 25; n++) await requestLoginCode(world, phone)
  expect((await signIn(world, phone)).phone).toBe(phone)
})
