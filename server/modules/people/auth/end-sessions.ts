import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../security-log/index.ts'
import { revokeLiveSession, revokeOtherSessions } from './sessions-queries.ts'

/** Ends one session of the caller. Refusal: `not_found` for a session of somebody else, or one that has ended. */
export const endOneSession = (
  platform: Platform,
  { id: userId, network }: UserActor,
  id: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await revokeLiveSession(tx, { id, userId, now }))) return refuse('not_found')
    await logSecurity(platform, tx, { act: 'session.ended', userId, network, target: id, now })
    return undefined
  })

/** Ends every other session of the caller; resolves to their ids. */
export const endOthers = (platform: Platform, user: UserActor, now: Date): Promise<string[]> =>
  inTransaction(platform.db, async (tx) => {
    const ended = await revokeOtherSessions(tx, user.id, user.sessionId, now)
    const { id: userId, network } = user
    const detail = { sessions: ended.length }
    if (ended.length > 0) await logSecurity(platform, tx, { act: 'session.others_ended', userId, network, detail, now })
    return ended
  })
