import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { logSecurity } from '../security-log/index.ts'
import { lockSession, revokeByAccess, revokeSession } from './auth-queries.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { accessHash, refreshHash } from './session-tokens.ts'

interface SignOutInput {
  readonly bearer: string | undefined
  readonly cookie: RefreshCookie | undefined
  readonly network: string
  readonly now: Date
}

interface Ended {
  readonly id: string
  readonly user_id: string
}

const byCookie = (platform: Platform, { sessionId, secret }: RefreshCookie, now: Date): Promise<Ended | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const session = await lockSession(tx, sessionId)
    const hash = refreshHash(platform.keys, secret)
    if (!session || !(sameText(hash, session.refresh_hash) || session.used_refresh_hashes.includes(hash)))
      return undefined
    await revokeSession(tx, sessionId, 'signed out', now)
    return session
  })

/** Revokes the session of the bearer token, expired or not, and that of the cookie. Returns their ids. */
export const signOut = async (
  platform: Platform,
  { bearer, cookie, network, now }: SignOutInput,
): Promise<string[]> => {
  const ofBearer = bearer && (await revokeByAccess(platform.db, accessHash(platform.keys, bearer), 'signed out', now))
  const ofCookie = cookie && (await byCookie(platform, cookie, now))
  const ended = new Map([ofBearer, ofCookie].flatMap((session) => (session ? [[session.id, session.user_id]] : [])))
  for (const [target, userId] of ended)
    await logSecurity(platform, platform.db, { act: 'session.signed_out', userId, network, target, now })
  return [...ended.keys()]
}
