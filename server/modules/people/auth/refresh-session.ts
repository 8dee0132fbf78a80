import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { logSecurity } from '../security-log/index.ts'
import { lockSession, revokeSession, rotateSession, type SessionRow } from './auth-queries.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { earlier, nextTokens, refreshHash, SESSION, tokenColumns, type Tokens } from './session-tokens.ts'

export interface Refreshed {
  readonly tokens: Tokens
  readonly accessExpiresAt: Date
  /** The end of the session. */
  readonly endsAt: Date
}

interface RefreshInput {
  readonly cookie: RefreshCookie
  /** `Idempotency-Key` of the request. */
  readonly idempotencyKey: string | undefined
  readonly network: string
  readonly now: Date
}

/** How long after a refresh a repeat with the same idempotency key gets the same tokens. */
const REPLAY_SECONDS = 120

const refreshed = (session: SessionRow, tokens: Tokens, accessExpiresAt: Date): Refreshed => ({
  tokens,
  accessExpiresAt: earlier(accessExpiresAt, session.refresh_expires_at),
  endsAt: session.refresh_expires_at,
})

/** The tokens of the last refresh, if this request repeats it. */
const repeated = (
  platform: Platform,
  session: SessionRow,
  { cookie, idempotencyKey, now }: RefreshInput,
): Refreshed | undefined => {
  const rotatedAt = session.access_expires_at.getTime() - SESSION.accessSeconds * 1000
  if (idempotencyKey === undefined || now.getTime() - rotatedAt > REPLAY_SECONDS * 1000) return undefined
  const tokens = nextTokens(platform.keys, cookie.secret, idempotencyKey)
  const isLast = sameText(refreshHash(platform.keys, tokens.refresh), session.refresh_hash)
  return isLast ? refreshed(session, tokens, session.access_expires_at) : undefined
}

const rotate = async (platform: Platform, tx: Tx, session: SessionRow, input: RefreshInput): Promise<Refreshed> => {
  const tokens = nextTokens(platform.keys, input.cookie.secret, input.idempotencyKey)
  const row = tokenColumns(platform.keys, tokens, input.now)
  await rotateSession(tx, session, row)
  return refreshed(session, tokens, row.access_expires_at)
}

/**
 * Exchanges the refresh cookie for new tokens. Each cookie works once; a reused one means that it was copied, and the
 * session is revoked. A repeat with the idempotency key of the last refresh gets the same reply.
 */
export const refreshSession = (platform: Platform, input: RefreshInput): Promise<Refreshed | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const session = await lockSession(tx, input.cookie.sessionId)
    if (!session || session.revoked_at !== null || session.refresh_expires_at <= input.now)
      return refuse('unauthorized')
    const hash = refreshHash(platform.keys, input.cookie.secret)
    if (sameText(hash, session.refresh_hash)) return rotate(platform, tx, session, input)
    const same = repeated(platform, session, input)
    if (same) return same
    // Only a secret that this session once had proves a copied cookie; a guessed one must not revoke the session.
    if (session.used_refresh_hashes.includes(hash)) {
      await revokeSession(tx, session.id, 'refresh token reused', input.now)
      const { user_id: userId, id: target } = session
      await logSecurity(platform, tx, { act: 'session.reused', userId, network: input.network, target, now: input.now })
    }
    return refuse('unauthorized')
  })
