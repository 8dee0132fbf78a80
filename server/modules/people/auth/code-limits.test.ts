import { authenticate, login } from '@kartis/contract/auth.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeFor } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { auth } from '../../../testing/auth.ts'

let strict: World
beforeAll(async () => {
  strict = await openWorld({ modules: [auth], env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
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
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 429, 429])
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
    expect(device).toMatch(/^kartis_device=[\w-]{36}\.[\w-]{43}; Path=\/api\/v1; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
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
  const body = { method_id: sent.body.data.phones_id, code: code === '000000' ? '000001' : '000000' }
  for (let n = 0; n < 5; n++) await strict.call(authenticate, { body })
  expect((await send('0502345605')).status).toBe(429)
  strict.clock.advance(30)
  const next = await send('0502345605')
  expect(next.body.data.phones_id).not.toBe(sent.body.data.phones_id)
  expect(Date.parse(next.body.data.resend_at) - strict.clock.now().getTime()).toBe(60_000)
})
