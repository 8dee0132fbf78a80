import type { User } from '@kartis/contract/auth.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../security-log/index.ts'
import { accountBriefs, insertSession, type UserRow } from './auth-queries.ts'
import { earlier, freshTokens, sessionEnd, tokenColumns, type Tokens } from './session-tokens.ts'
import { viewUser } from './user-view.ts'

export interface SignedIn {
  readonly user: User
  /** E.164, which a code has proved. */
  readonly phone: string
  readonly sessionId: string
  readonly tokens: Tokens
  readonly accessExpiresAt: Date
  readonly endsAt: Date
}

/** The device that signs in. */
export interface SignInDevice {
  readonly userAgent: string | undefined
  readonly network: string
  readonly now: Date
}

/** Starts a session of a person whose factors were all verified. */
export const beginSession = async (
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { userAgent, network, now }: SignInDevice,
): Promise<SignedIn> => {
  const sessionId = platform.newId()
  const tokens = freshTokens()
  const row = tokenColumns(platform.keys, tokens, now)
  const endsAt = sessionEnd(now)
  await insertSession(tx, {
    id: sessionId,
    user_id: user.id,
    ...row,
    refresh_expires_at: endsAt,
    created_at: now,
    user_agent: userAgent?.slice(0, 300) ?? null,
  })
  await logSecurity(platform, tx, { act: 'sign_in.signed_in', userId: user.id, network, target: sessionId, now })
  return {
    user: viewUser(user, await accountBriefs(tx, user.id), platform.keys),
    phone: user.phone,
    sessionId,
    tokens,
    accessExpiresAt: earlier(row.access_expires_at, endsAt),
    endsAt,
  }
}
