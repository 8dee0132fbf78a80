import { fullName } from '@kartis/domain/person-name.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../security-log/index.ts'
import { userById } from './auth-queries.ts'
import {
  CHALLENGE,
  type KeyAnswer,
  type KeyChallenge,
  relyingParty,
  storeChallenge,
  webauthn,
} from './passkey-challenge.ts'
import {
  claimChallenge,
  countRecoveryCodes,
  deletePasskey,
  insertPasskey,
  markChallengeUsed,
  passkeysOf,
  type PasskeyRow,
  renamePasskeyRow,
  replaceRecoveryCodes,
} from './passkeys-queries.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

const MAX_PASSKEYS = 20

/** The challenge for a new passkey. */
export const startPasskey = (platform: Platform, user: UserActor, now: Date): Promise<KeyChallenge> =>
  inTransaction(platform.db, async (tx) => {
    const { generateRegistrationOptions } = await webauthn()
    const row = await userById(tx, user.id)
    const keys = await passkeysOf(tx, user.id)
    const options = await generateRegistrationOptions({
      rpName: 'Kartis',
      rpID: relyingParty(platform).id,
      userID: new TextEncoder().encode(user.id),
      userName: (row && fullName(row)) || user.phone,
      attestationType: 'none',
      excludeCredentials: keys.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      timeout: CHALLENGE.seconds * 1000,
    })
    const request = { userId: user.id, purpose: 'register', now } as const
    return { challenge_uuid: await storeChallenge(platform, tx, request, options.challenge), options: { ...options } }
  })

/** The key that the browser made, or undefined when its answer is not valid for the challenge and the site. */
const registeredKey = async (platform: Platform, challenge: string, { response }: KeyAnswer) => {
  const { verifyRegistrationResponse } = await webauthn()
  const party = relyingParty(platform)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library checks every field of what the caller sent and throws for a wrong one.
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    })
    return registrationInfo?.credential
  } catch (error) {
    platform.log.info({ reason: (error as Error).message }, 'passkey not registered')
    return undefined
  }
}

export interface AddedPasskey {
  readonly passkey: PasskeyRow
  /** Null: the user has some already. */
  readonly recoveryCodes: string[] | null
}

/** Registers a passkey. Refusals: `passkey_refused`, and `conflict` for a key that is registered already, or too many keys. */
export const registerPasskey = (
  platform: Platform,
  { id: userId, network }: UserActor,
  { name, ...answer }: KeyAnswer & { readonly name: string },
  now: Date,
): Promise<AddedPasskey | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const { challenge_uuid: challengeId } = answer
    const open = await claimChallenge(tx, { id: challengeId, purpose: 'register', userId }, CHALLENGE.tries, now)
    const key = open && (await registeredKey(platform, open.challenge, answer))
    if (!key) return refuse('passkey_refused')
    await markChallengeUsed(tx, challengeId, now)
    const before = await passkeysOf(tx, userId)
    const row: PasskeyRow = {
      id: platform.newId(),
      user_id: userId,
      name,
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey),
      counter: String(key.counter),
      transports: [...(key.transports ?? [])],
      created_at: now,
      used_at: null,
    }
    if (before.length >= MAX_PASSKEYS || !(await insertPasskey(tx, row))) return refuse('conflict')
    await logSecurity(platform, tx, { act: 'passkey.added', userId, network, target: row.id, now })
    const hasCodes = (await countRecoveryCodes(tx, userId)) > 0
    return { passkey: row, recoveryCodes: hasCodes ? null : await issueRecoveryCodes(platform, tx, userId) }
  })

export const renameKey = (
  platform: Platform,
  { id: userId, network }: UserActor,
  id: string,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<PasskeyRow | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const row = await renamePasskeyRow(tx, userId, id, name)
    if (!row) return refuse('not_found')
    await logSecurity(platform, tx, { act: 'passkey.renamed', userId, network, target: id, now })
    return row
  })

/** Removes a passkey; without any left, the recovery codes have no use. */
export const removeKey = (
  platform: Platform,
  { id: userId, network }: UserActor,
  id: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await deletePasskey(tx, userId, id))) return refuse('not_found')
    if ((await passkeysOf(tx, userId)).length === 0) await replaceRecoveryCodes(tx, userId, [])
    await logSecurity(platform, tx, { act: 'passkey.removed', userId, network, target: id, now })
    return undefined
  })

/** New recovery codes in place of the old ones. `conflict` for a user without a passkey, who needs none. */
export const renewCodes = (
  platform: Platform,
  { id: userId, network }: UserActor,
  now: Date,
): Promise<string[] | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if ((await passkeysOf(tx, userId)).length === 0) return refuse('conflict')
    await logSecurity(platform, tx, { act: 'passkey.recovery_codes', userId, network, now })
    return issueRecoveryCodes(platform, tx, userId)
  })
