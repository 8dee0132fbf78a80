import * as contract from '@kartis/contract/sessions.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { deviceOf } from '@kartis/domain/user-agent.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { endOneSession, endOthers } from './end-sessions.ts'
import { createKeyChallenge } from './passkey-challenge.ts'
import { proveByCode, proveByPasskey } from './reauthenticate.ts'
import type { SessionCache } from './session-cache.ts'
import { listLiveSessions, type LiveSession } from './sessions-queries.ts'

const viewSession = (row: LiveSession, currentId: string): contract.UserSession => ({
  uuid: row.id,
  ...deviceOf(row.user_agent),
  signed_in_at: row.created_at.toISOString(),
  used_at: row.seen_at.toISOString(),
  ends_at: row.refresh_expires_at.toISOString(),
  is_current: row.id === currentId,
})

/** The sessions of the caller, and the proofs that renew this one. */
export const sessionRoutes = (app: App, platform: Platform, sessions: SessionCache): void => {
  route(app, contract.listSessions, async ({ actor: { user }, query, now }) => {
    const of = { userId: user.id, currentId: user.sessionId, now }
    const { rows, total } = await listLiveSessions(platform.db, of, query)
    return viewPage(
      rows.map((row) => viewSession(row, user.sessionId)),
      total,
      query,
    )
  })

  route(app, contract.endSession, async ({ actor, params, now }) => {
    const refused = await endOneSession(platform, actor.user, params.uuid, now)
    sessions.invalidate(params.uuid)
    return refused ?? { data: { done: true as const } }
  })

  route(app, contract.endOtherSessions, async ({ actor, now }) => {
    const ended = await endOthers(platform, actor.user, now)
    ended.forEach(sessions.invalidate)
    return { data: { ended: ended.length } }
  })

  const proved = (user: UserActor, until: Date | Refusal) => {
    if (isRefusal(until)) return until
    // The end of the session has moved.
    sessions.invalidate(user.sessionId)
    return { data: { proved_until: until.toISOString() } }
  }

  route(app, contract.reauthenticate, async ({ actor: { user }, body, now }) =>
    proved(user, await proveByCode(platform, user, { methodId: body.method_id, code: body.code, now })),
  )

  route(app, contract.passkeyProofOptions, async ({ actor: { user }, now }) => {
    const request = { userId: user.id, purpose: 'reauthenticate', now } as const
    return { data: (await inTransaction(platform.db, (tx) => createKeyChallenge(platform, tx, request))) ?? null }
  })

  route(app, contract.reauthenticateByPasskey, async ({ actor: { user }, body, now }) =>
    proved(user, await proveByPasskey(platform, user, body, now)),
  )
}
