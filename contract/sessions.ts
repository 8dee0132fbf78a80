import { z } from 'zod'
import { signedIn } from './auth.ts'
import { byUuid, data, endpoint, instant, listQuery, page, uuid } from './endpoint.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'sessions'

const done = data(z.object({ done: z.literal(true) }))

export const userSession = z
  .object({
    uuid,
    /** Proper names as the device sends them (`Chrome`, `Android`); null: unknown. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    signed_in_at: instant,
    /** To about five minutes. */
    used_at: instant,
    /** When it ends without a re-authentication, however often it is used. */
    ends_at: instant,
    is_current: z.boolean(),
  })
  .meta({ id: 'UserSession' })
export type UserSession = z.infer<typeof userSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/account/sessions',
  access: 'user',
  tag,
  summary: 'Where the user is signed in, this session first.',
  query: listQuery({}),
  reply: page(userSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/account/sessions/:uuid',
  access: 'user',
  tag,
  summary: 'End one session of the user.',
  params: byUuid,
  reply: done,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/v1/account/sessions',
  access: 'user',
  tag,
  summary: 'End every session of the user but this one.',
  reply: data(z.object({ ended: z.int() })),
})

/** Options of the Web Authentication API in JSON, as the browser takes them. */
const options = z.record(z.string(), z.unknown())
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000)
const token = z.string().regex(/^[\w-]{1,40}$/)

/** What the browser returns, in JSON: of a new passkey with `attestationObject`, of a signature with `signature`. */
const response = z.strictObject({
  id: base64url,
  rawId: base64url,
  type: token,
  authenticatorAttachment: token.nullish(),
  clientExtensionResults: z.record(token, z.unknown()).default({}),
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    userHandle: base64url.nullish(),
    transports: z.array(token).max(20).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url.nullish(),
  }),
})
const answer = z.strictObject({ challenge_uuid: uuid, response })
const challenge = data(z.object({ challenge_uuid: uuid, options }))

const proof = data(z.object({ proved_until: instant }))

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/v1/login/reauthenticate',
  access: 'user',
  tag,
  summary:
    'Prove again who calls, by a code of POST /v1/login sent to the own phone. The proof is valid for ten minutes, and the session begins anew. Who has a passkey proves by it: `passkey_required`.',
  body: z.strictObject({ method_id: z.string().max(64), code: lineOrNumber(12) }),
  reply: proof,
  refusals: ['code_wrong', 'code_expired', 'code_burned', 'passkey_required'],
})

export const passkeyProofOptions = endpoint({
  method: 'POST',
  path: '/v1/login/reauthenticate/options',
  access: 'user',
  tag,
  summary: 'The challenge for a proof by passkey; null when the user has none.',
  reply: data(z.object({ challenge_uuid: uuid, options }).nullable()),
})

export const reauthenticateByPasskey = endpoint({
  method: 'POST',
  path: '/v1/login/reauthenticate/passkey',
  access: 'user',
  tag,
  summary: 'Prove again who calls, by a passkey.',
  body: answer,
  reply: proof,
  refusals: ['passkey_refused'],
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/v1/login/passkey',
  access: 'public',
  tag,
  summary: 'The second factor after `passkey_required`: the passkey’s answer to its challenge.',
  body: answer,
  reply: signedIn,
  refusals: ['passkey_refused'],
})

export const signInByRecoveryCode = endpoint({
  method: 'POST',
  path: '/v1/login/recovery_code',
  access: 'public',
  tag,
  summary:
    'The second factor after `passkey_required` for whoever lost the passkey: a recovery code, which works once.',
  body: z.strictObject({
    challenge_uuid: uuid,
    recovery_code: line(40).min(1, { error: 'required' }),
  }),
  reply: signedIn,
  refusals: ['recovery_code_wrong', 'passkey_refused'],
})

const name = line(60)

export const passkey = z
  .object({ uuid, name: z.string(), created_at: instant, used_at: instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/v1/account/passkeys',
  access: 'user',
  tag,
  summary: 'Passkeys of the user. Whoever has one is asked for it after the code.',
  query: listQuery({}),
  reply: z.object({
    data: z.array(passkey),
    meta: page(passkey).shape.meta.extend({ recovery_codes_left: z.int() }),
  }),
})

/** Passkeys and recovery codes open the account, so that they are changed only with a fresh proof. */
const fresh = { user: true, fresh: true } as const

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/v1/account/passkeys/options',
  access: fresh,
  tag,
  summary: 'The challenge for a new passkey.',
  reply: challenge,
})

const recoveryCodes = z.array(z.string())

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/account/passkeys',
  access: fresh,
  tag,
  summary: 'Register a passkey. With the first one come the recovery codes, which are shown only here.',
  body: answer.extend({ name }),
  reply: data(z.object({ passkey, recovery_codes: recoveryCodes.nullable() })),
  status: 201,
  refusals: ['passkey_refused', 'conflict'],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/v1/account/passkeys/:uuid',
  access: 'user',
  tag,
  summary: 'Rename a passkey.',
  params: byUuid,
  body: z.strictObject({ name }),
  reply: data(passkey),
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/v1/account/passkeys/:uuid',
  access: fresh,
  tag,
  summary: 'Remove a passkey; with the last one the recovery codes end too.',
  params: byUuid,
  reply: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/account/passkeys/recovery_codes',
  access: fresh,
  tag,
  summary: 'New recovery codes in place of the old ones.',
  reply: data(z.object({ recovery_codes: recoveryCodes })),
  refusals: ['conflict'],
})
