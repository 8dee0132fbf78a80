import { authenticate, init, login, logout, refresh, showMe } from '@kartis/contract/auth.ts'
import { endOtherSessions, endSession, listSessions, reauthenticate } from '@kartis/contract/sessions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, newPhone, requestLoginCode, signIn, type SignedIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { auth } from '../../../testing/auth.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [auth] })
})
afterAll(() => world.close())

const renew = (cookie: string, idempotencyKey?: string) =>
  world.call(refresh, { headers: { cookie }, ...(idempotencyKey && { idempotencyKey }) })

const statusOf = async (token: string): Promise<number> => (await world.call(showMe, { token })).status

const setCookie = (headers: Readonly<Record<string, unknown>>): string => String(headers['set-cookie'])

test('a bearer token is valid for an hour', async () => {
  const { token } = await signIn(world)
  world.clock.advance(3599)
  expect(await statusOf(token)).toBe(200)
  world.clock.advance(2)
  expect(await statusOf(token)).toBe(401)
  expect(await statusOf('made-up')).toBe(401)
})

test('the refresh cookie cannot be read by scripts nor sent by other sites', async () => {
  const { cookie } = await signIn(world)
  const header = setCookie((await renew(cookie)).headers)
  expect(header).toMatch(/^kartis_refresh=[\w.-]+; Path=\/api\/v1; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
})

test('a sign-in that is sent again gives its session on its own network only', async () => {
  const behindProxy = await openWorld({ modules: [auth], env: { TRUST_PROXY: '1' } })
  const phone = newPhone()
  const body = await requestLoginCode(behindProxy, phone)
  const from = (address: string) =>
    behindProxy.call(authenticate, {
      body,
      idempotencyKey: 'f3a9c1d2e4b5a6978877665544332211',
      headers: { 'x-forwarded-for': address },
    })
  const first = await from('203.0.113.7')
  expect(first.status).toBe(200)
  expect((await from('203.0.113.7')).text).toBe(first.text)
  const replayed = await from('198.51.100.9')
  expect(replayed.error?.code).toBe('code_expired')
  expect(replayed.headers['set-cookie']).toBeUndefined()
  await behindProxy.close()
})

test('a page of another site neither refreshes nor ends a session by its cookie', async () => {
  const { cookie, token } = await signIn(world)
  const from = (headers: Record<string, string>) => world.call(refresh, { headers: { cookie, ...headers } })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.com' },
    { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    expect((await from(headers)).status).toBe(403)
    const out = await world.call(logout, { headers: { cookie, ...headers } })
    expect([out.status, out.headers['set-cookie']]).toEqual([403, undefined])
  }
  expect(await statusOf(token)).toBe(200)
  const { origin } = new URL(world.platform.settings.publicUrl)
  expect((await from({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('over https the cookie is secure, bound to this host, and no other name of it is read', async () => {
  const https = await openWorld({ modules: [auth], env: { PUBLIC_URL: 'https://tickets.example.co.il' } })
  const { cookie } = await signIn(https)
  const answer = await https.call(refresh, { headers: { cookie } })
  expect(setCookie(answer.headers)).toMatch(
    /^__Host-kartis_refresh=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  )
  const planted = cookie.replace('__Host-', '')
  expect((await https.call(refresh, { headers: { cookie: planted } })).status).toBe(401)
  await https.close()
})

test('a refresh returns a new token and cookie, and the old token is invalid', async () => {
  const { token, cookie } = await signIn(world)
  expect(await statusOf(token)).toBe(200)
  const next = await renew(cookie)
  expect(next.status).toBe(200)
  expect(next.body.data.token).not.toBe(token)
  expect(cookieOf(next.headers)).not.toBe(cookie)
  expect(await statusOf(next.body.data.token)).toBe(200)
  expect(await statusOf(token)).toBe(401)
})

test('a session ends after thirty days, however often it is refreshed', async () => {
  const { cookie } = await signIn(world)
  world.clock.advance(29 * 86_400)
  const next = await renew(cookie)
  expect(next.status).toBe(200)
  expect(setCookie(next.headers)).toContain('Max-Age=86400;')
  const { token } = next.body.data
  world.clock.advance(86_400 - 60)
  const last = await renew(cookieOf(next.headers))
  expect(last.status).toBe(200)
  expect(Date.parse(last.body.data.expires_at) - world.clock.now().getTime()).toBe(60_000)
  world.clock.advance(61)
  expect(await statusOf(last.body.data.token)).toBe(401)
  expect(await statusOf(token)).toBe(401)
  expect((await renew(cookieOf(last.headers))).status).toBe(401)
})

test('a re-authentication begins the thirty days anew', async () => {
  const { phone, cookie } = await signIn(world)
  world.clock.advance(20 * 86_400)
  const next = await renew(cookie)
  const { token } = next.body.data
  const proof = await requestLoginCode(world, phone, { purpose: 'confirm', token })
  const proved = await world.call(reauthenticate, { token, body: proof })
  expect(Date.parse(proved.body.data.proved_until) - world.clock.now().getTime()).toBe(600_000)
  world.clock.advance(29 * 86_400)
  expect((await renew(cookieOf(next.headers))).status).toBe(200)
})

test('a proof takes a code of the own phone, and each code once', async () => {
  const { token, phone } = await signIn(world)
  const other = await requestLoginCode(world, newPhone())
  expect((await world.call(reauthenticate, { token, body: other })).error?.code).toBe('code_expired')
  const own = await requestLoginCode(world, phone, { purpose: 'confirm', token })
  const wrong = String((Number(own.code) + 1) % 1_000_000).padStart(6, '0')
  const refused = await world.call(reauthenticate, { token, body: { ...own, code: wrong } })
  expect(refused.error).toMatchObject({ code: 'code_wrong', detail: { tries_left: 4 } })
  expect((await world.call(reauthenticate, { token, body: own })).status).toBe(200)
  expect((await world.call(reauthenticate, { token, body: own })).error?.code).toBe('code_expired')
})

test('a reused refresh cookie revokes the session', async () => {
  const { cookie } = await signIn(world)
  const first = await renew(cookie)
  const thief = await renew(cookie)
  expect(thief.status).toBe(401)
  expect(thief.error?.code).toBe('unauthorized')
  expect(setCookie(thief.headers)).toContain('Max-Age=0')
  expect(await statusOf(first.body.data.token)).toBe(401)
  expect((await renew(cookieOf(first.headers))).status).toBe(401)
})

test('a refresh cookie from several refreshes ago revokes the session', async () => {
  const { cookie } = await signIn(world)
  let current = cookie
  for (let n = 0; n < 4; n++) current = cookieOf((await renew(current)).headers)
  expect((await renew(cookie)).status).toBe(401)
  expect((await renew(current)).status).toBe(401)
})

test('two concurrent refreshes with the same idempotency key both succeed', async () => {
  const { cookie } = await signIn(world)
  const [left, right] = await Promise.all([renew(cookie, 'tab-1'), renew(cookie, 'tab-1')])
  expect([left.status, right.status]).toEqual([200, 200])
  expect(right.body.data.token).toBe(left.body.data.token)
  expect(cookieOf(right.headers)).toBe(cookieOf(left.headers))
  expect(await statusOf(left.body.data.token)).toBe(200)
})

test('a refresh can be repeated with its idempotency key for two minutes', async () => {
  const { cookie } = await signIn(world)
  const lost = await renew(cookie, 'first-try')
  world.clock.advance(45)
  const repeat = await renew(cookie, 'first-try')
  expect(repeat.body.data).toEqual(lost.body.data)
  world.clock.advance(120)
  expect((await renew(cookie, 'first-try')).status).toBe(401)
  expect((await renew(cookieOf(lost.headers))).status).toBe(401)
})

test('a reused refresh cookie with another idempotency key revokes the session', async () => {
  const { cookie } = await signIn(world)
  const own = await renew(cookie, 'mine')
  expect((await renew(cookie, 'guess')).status).toBe(401)
  expect(await statusOf(own.body.data.token)).toBe(401)
})

test('eight concurrent refreshes without a key succeed once and revoke the session', async () => {
  const { cookie } = await signIn(world)
  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(cookie)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(await statusOf(won[0]?.body.data.token ?? '')).toBe(401)
})

test('a forged refresh cookie is refused and revokes no session', async () => {
  const { token, cookie } = await signIn(world)
  const [name] = cookie.split('.')
  expect((await renew(`${name}.madeup`)).status).toBe(401)
  expect((await renew('kartis_refresh=nonsense')).status).toBe(401)
  expect((await world.call(refresh)).status).toBe(401)
  expect(await statusOf(token)).toBe(200)
})

const signOut = ({ token, cookie }: Partial<SignedIn>) =>
  world.call(logout, { token, headers: cookie ? { cookie } : {} })

test('logout invalidates the token and the cookie at once', async () => {
  const signed = await signIn(world)
  expect(await statusOf(signed.token)).toBe(200)
  const out = await signOut(signed)
  expect(out.status).toBe(200)
  expect(setCookie(out.headers)).toMatch(/^kartis_refresh=; Path=\/api\/v1; Max-Age=0/)
  expect(await statusOf(signed.token)).toBe(401)
  expect((await renew(signed.cookie)).status).toBe(401)
})

test('logout works with only the token, with only the cookie, and with neither', async () => {
  const first = await signIn(world)
  await signOut({ token: first.token })
  expect((await renew(first.cookie)).status).toBe(401)
  const second = await signIn(world)
  await signOut({ cookie: second.cookie })
  expect(await statusOf(second.token)).toBe(401)
  expect((await signOut({})).status).toBe(200)
})

test('logout with an expired token revokes the session', async () => {
  const signed = await signIn(world)
  world.clock.advance(7200)
  await signOut({ token: signed.token })
  expect((await renew(signed.cookie)).status).toBe(401)
})

test('logout on one device leaves the other signed in', async () => {
  const phone = newPhone()
  const [first, second] = [await signIn(world, phone), await signIn(world, phone)]
  await signOut(first)
  expect(await statusOf(second.token)).toBe(200)
})

test('the start of an app shows the signed-in user', async () => {
  const params = { app_name: 'producer' as const }
  const nobody = await world.call(init, { params })
  expect(nobody.body.data).toMatchObject({
    user: null,
    account: null,
    status: { signed_in: false, has_account: false },
  })
  const { token, user } = await signIn(world)
  const somebody = await world.call(init, { params, token })
  expect(somebody.body.data.user?.uuid).toBe(user.uuid)
  expect(somebody.body.data.status).toMatchObject({
    signed_in: true,
    signup_complete: false,
    payments: 'sandbox',
    messages: 'outbox',
  })
  expect((await world.http('GET', '/api/v1/elsewhere/init')).status).toBe(404)
  const yesterday = await world.call(init, { params, token: 'a-token-of-yesterday' })
  expect(yesterday.status, 'a token that ran out is to be renewed, not taken for nobody').toBe(401)
})

const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Another sign-in of a phone; `renew` gives it the user agent of the test. */
const listOf = async (token: string) => (await world.call(listSessions, { token })).body.data

test('a person sees where the phone is signed in, this session first, and the last use', async () => {
  const phone = newPhone()
  const first = await signIn(world, phone)
  world.clock.advance(60)
  const { method_id, code } = await requestLoginCode(world, phone)
  const answer = await world.call(authenticate, {
    body: { method_id, code },
    headers: { 'user-agent': PHONE_AGENT },
  })
  const { token } = answer.body.data
  world.clock.advance(1800)
  const sessions = await listOf(first.token)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ is_current: true, browser: null, used_at: world.clock.now().toISOString() })
  expect(sessions[1]).toMatchObject({ is_current: false, browser: 'Safari', system: 'iPhone' })
  expect(JSON.stringify(sessions)).not.toContain(token)
})

test('a person ends one session or all others, and their tokens stop at once', async () => {
  const phone = newPhone()
  const [current, second, third] = [await signIn(world, phone), await signIn(world, phone), await signIn(world, phone)]
  expect(await statusOf(second.token)).toBe(200)
  const other = (await listOf(second.token)).find(({ is_current }) => is_current)
  const params = { uuid: other?.uuid ?? '' }
  expect((await world.call(endSession, { token: current.token, params })).status).toBe(200)
  expect(await statusOf(second.token)).toBe(401)
  expect((await renew(second.cookie)).status).toBe(401)
  expect((await world.call(endSession, { token: current.token, params })).error?.code).toBe('not_found')

  expect((await world.call(endOtherSessions, { token: current.token })).body.data).toEqual({ ended: 1 })
  expect(await statusOf(third.token)).toBe(401)
  expect(await listOf(current.token)).toHaveLength(1)
})

test('nobody sees or ends the sessions of another person', async () => {
  const [owner, stranger] = [await signIn(world), await signIn(world)]
  const [session] = await listOf(owner.token)
  const params = { uuid: session?.uuid ?? '' }
  expect((await world.call(endSession, { token: stranger.token, params })).status).toBe(404)
  expect(await statusOf(owner.token)).toBe(200)
})

test('a code to the own phone of somebody who is signed in confirms an act; any other one signs in', async () => {
  const { phone } = await signIn(world)
  const textTo = async (to: string, caller: { token?: string }) => {
    world.clock.advance(600)
    await world.call(login, { ...caller, body: { phone_country_code: '972', phone_number: nationalPhone(to) } })
    const { text } = await world.db
      .selectFrom('messages')
      .select('text')
      .where('to', '=', to)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return text
  }
  expect(await textTo(phone, {})).toContain('קוד הכניסה')
  const renewed = await signIn(world, phone)
  expect(await textTo(phone, { token: renewed.token })).toContain('קוד לאישור פעולה')
  expect(await textTo(newPhone(), { token: renewed.token })).toContain('קוד הכניסה')
})
