import type { Platform } from '../../../platform/platform.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { deleteOldCodes, deleteOldSessions } from './auth-queries.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { deleteOldChallenges } from './passkeys-queries.ts'
import { authRoutes } from './routes.ts'
import { sessionRoutes } from './session-routes.ts'
import type { CodeSubjects } from './request-code.ts'
import { createSessionCache } from './session-cache.ts'
import { provedAtOf } from './sessions-queries.ts'

export { type CommandAct, proveActCode, sendActCode, userOfPhone } from './act-code.ts'
export { ensureUser, eraseUser, userById } from './auth-queries.ts'
export { nameUser, type PersonName } from './name-user.ts'
export { profileOf } from './profile.ts'
export type { CodeSubjects } from './request-code.ts'
export { signUp } from './sign-up.ts'
export { verifyCode } from './verify-code.ts'

const DAY_MS = 86_400_000

const deleteExpired = async ({ db, clock }: Platform): Promise<void> => {
  const yesterday = new Date(clock().getTime() - DAY_MS)
  await deleteOldCodes(db, yesterday)
  await deleteOldSessions(db, yesterday)
  await deleteOldChallenges(db, yesterday)
}

/** Sign-in by phone, sessions and the profile of the signed-in user. */
export const createAuth =
  (isOpen: (platform: Platform) => CodeSubjects): Plugin =>
  async (app, platform) => {
    const sessions = createSessionCache(platform)
    platform.jobs.cron('auth.forget_old', '17 4 * * *', () => deleteExpired(platform))
    authRoutes(app, platform, { sessions, isOpen: isOpen(platform) })
    sessionRoutes(app, platform, sessions)
    passkeyRoutes(app, platform)
    return {
      session: sessions.session,
      provedAt: (sessionId) => provedAtOf(platform.db, sessionId, platform.clock()),
    }
  }
