import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { lockSession, revokeSession, rotateSession, type SessionRow } from './auth-queries.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { nextTokens, refreshHash, SESSION, stored, type Tokens } from './session-tokens.ts'

export interface Refreshed {
  readonly tokens: Tokens
  readonly accessExpiresAt: Date
}

interface Ask {
  readonly cookie: RefreshCookie
  /** `Idempotency-Key` of the request. */
  readonly repeatKey: string | undefined
  readonly now: Date
}

/** For how long a repeat with the same key is taken for the same refresh. */
const REPEAT_SECONDS = 120

const repeated = (platform: Platform, session: SessionRow, { cookie, repeatKey, now }: Ask): Refreshed | undefined => {
  const rotatedAt = session.refresh_expires_at.getTime() - SESSION.refreshSeconds * 1000
  if (repeatKey === undefined || now.getTime() - rotatedAt > REPEAT_SECONDS * 1000) return undefined
  const tokens = nextTokens(platform.keys, cookie.secret, repeatKey)
  const isLast = sameText(refreshHash(platform.keys, tokens.refresh), session.refresh_hash)
  return isLast ? { tokens, accessExpiresAt: session.access_expires_at } : undefined
}

const rotate = async (platform: Platform, tx: Tx, session: SessionRow, ask: Ask): Promise<Refreshed> => {
  const tokens = nextTokens(platform.keys, ask.cookie.secret, ask.repeatKey)
  const row = stored(platform.keys, tokens, ask.now)
  await rotateSession(tx, session, row)
  return { tokens, accessExpiresAt: row.access_expires_at }
}

/**
 * New tokens against the refresh cookie. Each cookie works once; an old one means that two hold it, and the session
 * ends for both. A repeat that carries the key of the refresh it repeats is no second holder: it gets the same answer.
 */
export const refreshSession = (platform: Platform, ask: Ask): Promise<Refreshed | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const session = await lockSession(tx, ask.cookie.sessionId)
    if (!session || session.revoked_at !== null || session.refresh_expires_at <= ask.now) return refuse('unauthorized')
    const hash = refreshHash(platform.keys, ask.cookie.secret)
    if (sameText(hash, session.refresh_hash)) return rotate(platform, tx, session, ask)
    const same = repeated(platform, session, ask)
    if (same) return same
    // Only a secret that was once this session's proves anything; a guess must not be able to end it.
    if (session.used_refresh_hashes.includes(hash)) await revokeSession(tx, session.id, 'refresh token reused', ask.now)
    return refuse('unauthorized')
  })
