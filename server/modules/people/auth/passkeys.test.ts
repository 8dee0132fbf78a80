import { authenticate, showMe } from '@kartis/contract/auth.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  passkeyProofOptions,
  reauthenticate,
  reauthenticateByPasskey,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  signInByPasskey,
  signInByRecoveryCode,
} from '@kartis/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ceremony, createPasskey } from '../../../testing/passkey.ts'
import { requestLoginCode, signIn, type SignedIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { plugin as securityLog } from '../security-log/index.ts'
import { auth } from '../../../testing/auth.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [securityLog, auth] })
})
afterAll(() => world.close())

const register = async ({ token }: SignedIn, key = createPasskey(), name = 'הטלפון שלי', ceremony: Ceremony = {}) => {
  const { data } = (await world.call(passkeyOptions, { token })).body
  const response = key.register(data.options, ceremony)
  return world.call(addPasskey, { token, body: { challenge_uuid: data.challenge_uuid, name, response } })
}

/** A person with a passkey, and the recovery codes that came with it. */
const withPasskey = async () => {
  const user = await signIn(world)
  const key = createPasskey()
  const added = await register(user, key)
  expect(added.status).toBe(201)
  return { ...user, key, passkey: added.body.data.passkey, codes: added.body.data.recovery_codes ?? [] }
}

interface KeyChallenge {
  readonly challenge_uuid: string
  readonly options: Record<string, unknown>
}

/** Enters the right code; resolves to the challenge that follows. */
const codeStep = async (phone: string): Promise<KeyChallenge> => {
  const answer = await world.call(authenticate, { body: await requestLoginCode(world, phone) })
  expect(answer.error?.code).toBe('passkey_required')
  expect(answer.headers['set-cookie']).toBeUndefined()
  return answer.error?.detail as unknown as KeyChallenge
}

const enter = ({ challenge_uuid }: KeyChallenge, response: ReturnType<ReturnType<typeof createPasskey>['answer']>) =>
  world.call(signInByPasskey, { body: { challenge_uuid, response } })

describe('a passkey', () => {
  test('is registered with a name, and the first one brings ten recovery codes that are stored as hashes', async () => {
    const { token, codes, passkey } = await withPasskey()
    expect(passkey).toMatchObject({ name: 'הטלפון שלי', used_at: null })
    expect(new Set(codes).size).toBe(10)
    const stored = await world.db.selectFrom('recovery_codes').select('code_hash').execute()
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''))
    const listed = (await world.call(listPasskeys, { token })).body
    expect(listed.data).toEqual([passkey])
    expect(listed.meta.recovery_codes_left).toBe(10)
  })

  test('is asked for after the code, and signs in', async () => {
    const { phone, key } = await withPasskey()
    const challenge = await codeStep(phone)
    const signed = await enter(challenge, key.answer(challenge.options, { counter: 1 }))
    expect(signed.status).toBe(200)
    expect(String(signed.headers['set-cookie'])).toContain('kartis_refresh=')
    expect((await world.call(showMe, { token: signed.body.data.token })).status).toBe(200)
  })

  test('is not asked for where the user has none', async () => {
    const { phone } = await signIn(world)
    expect((await world.call(authenticate, { body: await requestLoginCode(world, phone) })).status).toBe(200)
  })

  test('is refused for another challenge, a used one and an expired one', async () => {
    const { phone, key } = await withPasskey()
    const [first, second] = [await codeStep(phone), await codeStep(phone)]
    expect((await enter(first, key.answer(second.options))).error?.code).toBe('passkey_refused')
    const answer = key.answer(second.options, { counter: 1 })
    expect((await enter(second, answer)).status).toBe(200)
    expect((await enter(second, answer)).error?.code).toBe('passkey_refused')
    expect((await enter(second, key.answer(second.options, { counter: 2 }))).error?.code).toBe('passkey_refused')
    const late = await codeStep(phone)
    world.clock.advance(301)
    expect((await enter(late, key.answer(late.options, { counter: 3 }))).error?.code).toBe('passkey_refused')
  })

  test('is refused from another origin and for another site', async () => {
    const { phone, key } = await withPasskey()
    const challenge = await codeStep(phone)
    const refused = [{ origin: 'https://kartis.example' }, { rpId: 'kartis.example' }]
    for (const ceremony of refused)
      expect((await enter(challenge, key.answer(challenge.options, ceremony))).error?.code).toBe('passkey_refused')
    expect((await enter(challenge, key.answer(challenge.options))).status).toBe(200)
  })

  test('whose counter does not go on is refused: it may be a copy', async () => {
    const { phone, key } = await withPasskey()
    const first = await codeStep(phone)
    expect((await enter(first, key.answer(first.options, { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 6]) {
      const again = await codeStep(phone)
      expect((await enter(again, key.answer(again.options, { counter }))).error?.code).toBe('passkey_refused')
    }
  })

  test('of another person is refused, and five wrong answers end the sign-in', async () => {
    const { phone, key } = await withPasskey()
    const stranger = await withPasskey()
    const challenge = await codeStep(phone)
    for (let tries = 0; tries < 5; tries++)
      expect((await enter(challenge, stranger.key.answer(challenge.options))).error?.code).toBe('passkey_refused')
    expect((await enter(challenge, key.answer(challenge.options, { counter: 9 }))).error?.code).toBe('passkey_refused')
  })

  test('registers once, for its own challenge and site', async () => {
    const user = await signIn(world)
    const key = createPasskey()
    expect((await register(user, key, 'א', { origin: 'https://kartis.example' })).error?.code).toBe('passkey_refused')
    expect((await register(user, key)).status).toBe(201)
    expect((await register(await signIn(world), key)).error?.code).toBe('conflict')
  })

  test('is added and removed only with a fresh proof', async () => {
    const { token, passkey } = await withPasskey()
    world.clock.advance(601)
    expect((await world.call(passkeyOptions, { token })).error?.code).toBe('proof_required')
    const params = { uuid: passkey.uuid }
    expect((await world.call(removePasskey, { token, params })).error?.code).toBe('proof_required')
    expect((await world.call(renewRecoveryCodes, { token })).error?.code).toBe('proof_required')
    expect((await world.call(renamePasskey, { token, params, body: { name: 'מפתח' } })).body.data.name).toBe('מפתח')
  })

  test('once removed is not asked for any more', async () => {
    const { token, phone, passkey } = await withPasskey()
    expect((await world.call(removePasskey, { token, params: { uuid: passkey.uuid } })).status).toBe(200)
    expect((await world.call(authenticate, { body: await requestLoginCode(world, phone) })).status).toBe(200)
    expect((await world.call(renewRecoveryCodes, { token })).error?.code).toBe('conflict')
  })

  test('of another person is neither renamed nor removed', async () => {
    const { passkey } = await withPasskey()
    const stranger = await signIn(world)
    const call = { token: stranger.token, params: { uuid: passkey.uuid } }
    expect((await world.call(removePasskey, call)).status).toBe(404)
    expect((await world.call(renamePasskey, { ...call, body: { name: 'x' } })).status).toBe(404)
  })
})

describe('a proof by passkey', () => {
  test('renews the session, and its challenge signs nobody in', async () => {
    const { token, key, passkey } = await withPasskey()
    world.clock.advance(700)
    const { data } = (await world.call(passkeyProofOptions, { token })).body
    if (!data) throw new Error('no challenge')
    const answer = key.answer(data.options, { counter: 1 })
    expect((await enter(data, answer)).error?.code).toBe('passkey_refused')
    const body = { challenge_uuid: data.challenge_uuid, response: answer }
    expect((await world.call(reauthenticateByPasskey, { token, body })).status).toBe(200)
    expect((await world.call(removePasskey, { token, params: { uuid: passkey.uuid } })).status).toBe(200)
  })

  test('is the only one for whoever has a passkey: a stolen session and the SMS do not remove it', async () => {
    const { token, phone, passkey, codes } = await withPasskey()
    world.clock.advance(700)
    const code = await requestLoginCode(world, phone)
    const refused = await world.call(reauthenticate, { token, body: code })
    expect(refused.error).toMatchObject({ code: 'passkey_required', detail: { challenge_uuid: expect.any(String) } })
    expect((await world.call(removePasskey, { token, params: { uuid: passkey.uuid } })).error?.code).toBe(
      'proof_required',
    )
    // Who lost it signs in with a recovery code, and removes it.
    const { challenge_uuid } = await codeStep(phone)
    const body = { challenge_uuid, recovery_code: codes[0] ?? '' }
    const again = await world.call(signInByRecoveryCode, { body })
    const removed = await world.call(removePasskey, { token: again.body.data.token, params: { uuid: passkey.uuid } })
    expect(removed.status).toBe(200)
  })

  test('answers the challenge of the caller only', async () => {
    const [caller, stranger] = [await withPasskey(), await withPasskey()]
    const { data } = (await world.call(passkeyProofOptions, { token: caller.token })).body
    if (!data) throw new Error('no challenge')
    const body = { challenge_uuid: data.challenge_uuid, response: caller.key.answer(data.options) }
    const refused = await world.call(reauthenticateByPasskey, { token: stranger.token, body })
    expect(refused.error?.code).toBe('passkey_refused')
  })

  test('has no challenge for a user without a passkey', async () => {
    const { token } = await signIn(world)
    expect((await world.call(passkeyProofOptions, { token })).body.data).toBeNull()
  })
})

describe('a recovery code', () => {
  const recover = ({ challenge_uuid }: KeyChallenge, code = '') =>
    world.call(signInByRecoveryCode, { body: { challenge_uuid, recovery_code: code } })

  test('signs in once, however it is typed', async () => {
    const { phone, codes } = await withPasskey()
    const [code = ''] = codes
    expect((await recover(await codeStep(phone), ` ${code.toUpperCase().replace('-', ' ')}`)).status).toBe(200)
    expect((await recover(await codeStep(phone), code)).error?.code).toBe('recovery_code_wrong')
  })

  test('of another person is wrong, and five wrong ones end the sign-in', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()]
    const challenge = await codeStep(owner.phone)
    for (const code of other.codes.slice(0, 5))
      expect((await recover(challenge, code)).error?.code).toBe('recovery_code_wrong')
    expect((await recover(challenge, owner.codes[0])).error?.code).toBe('passkey_refused')
  })

  test('is void once new ones were made', async () => {
    const { token, phone, codes } = await withPasskey()
    const fresh = (await world.call(renewRecoveryCodes, { token })).body.data.recovery_codes
    const challenge = await codeStep(phone)
    expect((await recover(challenge, codes[0])).error?.code).toBe('recovery_code_wrong')
    expect((await recover(challenge, fresh[0])).status).toBe(200)
  })
})
