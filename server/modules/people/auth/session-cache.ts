import { LRUCache } from 'lru-cache'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES, SESSION_MS } from '../../../platform/config/cache-sizes.ts'
import type { SessionUser } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sessionByAccess } from './auth-queries.ts'
import { accessHash, earlier } from './session-tokens.ts'
import { touchSession } from './sessions-queries.ts'

/** How exact the time of the last use is: a write for every request would be too many. */
const TOUCH_MS = 5 * 60_000

interface CachedSession {
  readonly actor: SessionUser
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** When its read began, on the process's monotonic clock. */
  readonly readAt: number
}

export interface SessionCache {
  /** The user of an access token; undefined when no session has it. */
  readonly session: (bearer: string) => Promise<SessionUser | undefined>
  /** Discards the cached session: in this process a revocation or a rotation applies at once. */
  readonly invalidate: (sessionId: string) => void
}

/** Reads the session of an access token at most every five seconds. Tokens are cached as hashes only. */
export const createSessionCache = (platform: Platform): SessionCache => {
  const now = () => platform.clock().getTime()
  const sessions = createCache<CachedSession | undefined>({
    ttlMs: SESSION_MS,
    max: CACHE_SIZES.sessions,
    isCacheable: (session) => session !== undefined,
    now,
  })
  const invalidatedAt = new LRUCache<string, number>({ max: CACHE_SIZES.sessions })

  const read = async (hash: string): Promise<CachedSession | undefined> => {
    const readAt = performance.now()
    const now = platform.clock()
    const row = await sessionByAccess(platform.db, hash, now)
    if (row) await touchSession(platform.db, row.id, now, new Date(now.getTime() - TOUCH_MS))
    return (
      row && {
        actor: { id: row.user_id, sessionId: row.id, phone: row.phone },
        expiresAt: earlier(row.access_expires_at, row.refresh_expires_at).getTime(),
        readAt,
      }
    )
  }

  const isCurrent = ({ actor, expiresAt, readAt }: CachedSession): boolean =>
    expiresAt > now() && (invalidatedAt.get(actor.sessionId) ?? -1) < readAt

  return {
    session: async (bearer) => {
      const hash = accessHash(platform.keys, bearer)
      const cached = await sessions.getOrLoad(hash, () => read(hash))
      if (!cached || isCurrent(cached)) return cached?.actor
      sessions.delete(hash)
      return (await sessions.getOrLoad(hash, () => read(hash)))?.actor
    },
    invalidate: (sessionId) => {
      invalidatedAt.set(sessionId, performance.now())
    },
  }
}
