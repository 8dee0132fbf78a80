import { randomBytes } from 'node:crypto'
import type { Keys } from '../../../platform/security/keys.ts'

/** Lifetimes of a session and its tokens. */
export const SESSION = {
  accessSeconds: 3600,
  /** From the sign-in or the last re-authentication, whatever is refreshed meanwhile. */
  seconds: 30 * 86_400,
} as const

export interface Tokens {
  /** The bearer token. */
  readonly access: string
  /** The secret part of the refresh cookie, whose value is `<session id>.<secret>`. */
  readonly refresh: string
}

const randomToken = (): string => randomBytes(32).toString('base64url')

export const freshTokens = (): Tokens => ({ access: randomToken(), refresh: randomToken() })

/**
 * The tokens that replace a refresh token. With the `Idempotency-Key` of the refresh they are derived from the token and
 * that key: a repeat after a lost reply, or from another tab, gets the same tokens although only their hashes are stored.
 * refresh-session.ts accepts a repeat for 120 seconds. Deriving them needs both the old token and the master key.
 */
export const nextTokens = (keys: Keys, refresh: string, idempotencyKey: string | undefined): Tokens => {
  if (idempotencyKey === undefined) return freshTokens()
  const next = keys.hmac('refresh_next', `${refresh}:${idempotencyKey}`)
  return { access: keys.hmac('access_of', next), refresh: next }
}

export const accessHash = (keys: Keys, token: string): string => keys.hmac('access_token', token)
export const refreshHash = (keys: Keys, token: string): string => keys.hmac('refresh_token', token)

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** The columns of a session row for new tokens: their hashes, and when the bearer token expires. */
export const tokenColumns = (keys: Keys, tokens: Tokens, now: Date) => ({
  access_hash: accessHash(keys, tokens.access),
  access_expires_at: addSeconds(now, SESSION.accessSeconds),
  refresh_hash: refreshHash(keys, tokens.refresh),
  seen_at: now,
})

/** When a session that begins or is proved now ends. */
export const sessionEnd = (now: Date): Date => addSeconds(now, SESSION.seconds)

/** When a bearer token stops working: no later than its session. */
export const earlier = (left: Date, right: Date): Date => (left < right ? left : right)
