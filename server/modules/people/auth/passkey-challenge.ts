import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  type ChallengePurpose,
  claimChallenge,
  insertChallenge,
  lockPasskey,
  markChallengeUsed,
  markPasskeyUsed,
  passkeysOf,
  type PasskeyRow,
} from './passkeys-queries.ts'

/** Loaded on first use: most installations start and sell without it. */
export const webauthn = () => import('@simplewebauthn/server')

export const CHALLENGE = { seconds: 5 * 60, tries: 5 } as const

/** A challenge as the reply has it; `options` are those of the Web Authentication API. */
export interface KeyChallenge {
  readonly challenge_uuid: string
  readonly options: Record<string, unknown>
}

/** What the browser returned, not yet looked at. */
export interface KeyAnswer {
  readonly challenge_uuid: string
  readonly response: { readonly id: string }
}

/** Passkeys belong to the host of the public address, and are answered from its origin alone. */
export const relyingParty = ({ settings }: Pick<Platform, 'settings'>) => {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { id: hostname, origin }
}

interface NewChallenge {
  readonly userId: string
  readonly purpose: ChallengePurpose
  readonly now: Date
}

/** Stores a challenge, for one use within five minutes. */
export const storeChallenge = async (
  platform: Platform,
  tx: Tx,
  { userId, purpose, now }: NewChallenge,
  challenge: string,
): Promise<string> => {
  const id = platform.newId()
  const expires_at = new Date(now.getTime() + CHALLENGE.seconds * 1000)
  await insertChallenge(tx, { id, user_id: userId, purpose, challenge, expires_at })
  return id
}

const credentialOf = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports })

/** A challenge for the passkeys of a user; undefined when there is none. */
export const createKeyChallenge = async (
  platform: Platform,
  tx: Tx,
  request: NewChallenge,
): Promise<KeyChallenge | undefined> => {
  const keys = await passkeysOf(tx, request.userId)
  if (keys.length === 0) return undefined
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform).id,
    allowCredentials: keys.map(credentialOf),
    userVerification: 'preferred',
    timeout: CHALLENGE.seconds * 1000,
  })
  return { challenge_uuid: await storeChallenge(platform, tx, request, options.challenge), options: { ...options } }
}

interface Expected {
  readonly purpose: Exclude<ChallengePurpose, 'register'>
  /** Undefined: whoever the challenge was made for. */
  readonly userId?: string
  readonly now: Date
}

/** The counter that the key signed with, or undefined when its answer is not valid for the challenge, the site and the key. */
const signedCounter = async (
  platform: Platform,
  key: PasskeyRow,
  challenge: string,
  { response }: KeyAnswer,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await webauthn()
  const party = relyingParty(platform)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks every field of what the caller sent and throws for a wrong one.
      response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The phone's code is the first factor; that the key is there is the second.
      requireUserVerification: false,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: Number(key.counter),
        transports: key.transports,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    platform.log.info({ reason: (error as Error).message, user: key.user_id }, 'passkey refused')
    return undefined
  }
}

/**
 * Verifies the answer of a passkey; resolves to the user of the challenge. `passkey_refused` for another challenge, one that
 * was used or has expired, another site, another key, or a counter that did not go on. Return the refusal from the transaction.
 */
export const verifyKeyAnswer = async (
  platform: Platform,
  tx: Tx,
  answer: KeyAnswer,
  { purpose, userId, now }: Expected,
): Promise<{ readonly userId: string } | Refusal> => {
  const { challenge_uuid: id } = answer
  const open = await claimChallenge(tx, { id, purpose, ...(userId && { userId }) }, CHALLENGE.tries, now)
  const key = open && (await lockPasskey(tx, open.user_id, answer.response.id))
  if (!open || !key) return refuse('passkey_refused')
  const counter = await signedCounter(platform, key, open.challenge, answer)
  if (counter === undefined) return refuse('passkey_refused')
  await markChallengeUsed(tx, id, now)
  await markPasskeyUsed(tx, key.id, counter, now)
  return { userId: open.user_id }
}
