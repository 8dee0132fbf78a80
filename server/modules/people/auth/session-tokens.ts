import { randomBytes } from 'node:crypto'
import type { Keys } from '../../../platform/security/keys.ts'

export const SESSION = {
  accessSeconds: 3600,
  refreshSeconds: 30 * 86_400,
} as const

export interface Tokens {
  /** The bearer token. */
  readonly access: string
  /** The secret half of the refresh cookie. */
  readonly refresh: string
}

const draw = (): string => randomBytes(32).toString('base64url')

export const freshTokens = (): Tokens => ({ access: draw(), refresh: draw() })

/**
 * The tokens that follow a refresh token. With a key (the `Idempotency-Key` of the refresh) they are always the same
 * for the same token and key: a repeat of a refresh whose answer was lost, or of another tab, gets the same answer
 * without anything being kept. Without the old token or the master key they cannot be told.
 */
export const nextTokens = (keys: Keys, refresh: string, repeatKey: string | undefined): Tokens => {
  if (repeatKey === undefined) return freshTokens()
  const next = keys.hmac('refresh_next', `${refresh}:${repeatKey}`)
  return { access: keys.hmac('access_of', next), refresh: next }
}

export const accessHash = (keys: Keys, token: string): string => keys.hmac('access_token', token)
export const refreshHash = (keys: Keys, token: string): string => keys.hmac('refresh_token', token)

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Both tokens as a session's row keeps them. */
export const stored = (keys: Keys, tokens: Tokens, now: Date) => ({
  access_hash: accessHash(keys, tokens.access),
  access_expires_at: after(now, SESSION.accessSeconds),
  refresh_hash: refreshHash(keys, tokens.refresh),
  refresh_expires_at: after(now, SESSION.refreshSeconds),
  seen_at: now,
})
