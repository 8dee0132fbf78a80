import type { User } from '@kartis/contract/auth.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountBriefs, ensureUser, insertSession } from './auth-queries.ts'
import { freshTokens, sessionColumns, type Tokens } from './session-tokens.ts'
import { verifyCode } from './verify-code.ts'
import { viewUser } from './user-view.ts'

export interface SignedIn {
  readonly user: User
  readonly sessionId: string
  readonly tokens: Tokens
  readonly accessExpiresAt: Date
}

interface SignIn {
  readonly methodId: string
  readonly code: string
  readonly lang: Lang
  readonly userAgent: string | undefined
  readonly now: Date
}

/** Exchanges a one-time code for a session. The first sign-in of a phone creates its user. */
export const signIn = (platform: Platform, { lang, userAgent, ...attempt }: SignIn): Promise<SignedIn | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const verified = await verifyCode(tx, platform.keys, attempt)
    if (isRefusal(verified)) return verified
    const user = await ensureUser(tx, { id: platform.newId(), phone: verified.phone, language: lang })
    const sessionId = platform.newId()
    const tokens = freshTokens()
    const row = sessionColumns(platform.keys, tokens, attempt.now)
    await insertSession(tx, {
      id: sessionId,
      user_id: user.id,
      ...row,
      created_at: attempt.now,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    return {
      user: viewUser(user, await accountBriefs(tx, user.id), platform.keys),
      sessionId,
      tokens,
      accessExpiresAt: row.access_expires_at,
    }
  })
