import type { Platform } from '../../../platform/platform.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { sessionByAccess } from './auth-queries.ts'
import { accessHash } from './session-tokens.ts'

interface Known {
  readonly actor: UserActor
  readonly expiresAt: number
  readonly askAgainAt: number
}

/** How long this process may believe what the database said; the longest that a sign-out elsewhere takes to arrive. */
const BELIEVE_MS = 5000
const MOST = 10_000

export interface SessionCache {
  readonly session: (bearer: string) => Promise<UserActor | undefined>
  /** In this process a session ends at once. */
  readonly forget: (sessionId: string) => void
}

/** Who a bearer token speaks for: asked of the database at most every five seconds. Only hashes are kept. */
export const sessionCache = (platform: Platform): SessionCache => {
  const byHash = new Map<string, Known>()
  const hashOf = new Map<string, string>()
  const ended = new Map<string, number>()

  const drop = (hash: string): void => {
    const known = byHash.get(hash)
    byHash.delete(hash)
    if (known && hashOf.get(known.actor.sessionId) === hash) hashOf.delete(known.actor.sessionId)
  }

  const keep = (hash: string, known: Known): void => {
    byHash.set(hash, known)
    hashOf.set(known.actor.sessionId, hash)
    if (byHash.size <= MOST) return
    const [oldest] = byHash.keys()
    if (oldest !== undefined) drop(oldest)
  }

  const ask = async (hash: string, now: Date): Promise<UserActor | undefined> => {
    const asked = performance.now()
    const row = await sessionByAccess(platform.db, hash, now)
    if (!row) return undefined
    const actor: UserActor = { id: row.user_id, sessionId: row.id, phone: row.phone }
    // An answer that was under way while the session ended must not be remembered.
    if ((ended.get(row.id) ?? -1) < asked)
      keep(hash, { actor, expiresAt: row.access_expires_at.getTime(), askAgainAt: now.getTime() + BELIEVE_MS })
    return actor
  }

  return {
    session: async (bearer) => {
      const now = platform.clock()
      const hash = accessHash(platform.keys, bearer)
      const known = byHash.get(hash)
      if (known && known.askAgainAt > now.getTime() && known.expiresAt > now.getTime()) return known.actor
      if (known) drop(hash)
      return ask(hash, now)
    },
    forget: (sessionId) => {
      ended.delete(sessionId)
      ended.set(sessionId, performance.now())
      if (ended.size > 1000) ended.delete(ended.keys().next().value ?? '')
      const hash = hashOf.get(sessionId)
      if (hash !== undefined) drop(hash)
    },
  }
}
