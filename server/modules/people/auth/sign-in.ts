import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { logSecurity } from '../security-log/index.ts'
import { codeById, ensureUser, userByPhone } from './auth-queries.ts'
import { beginSession, type SignedIn, type SignInDevice } from './begin-session.ts'
import { createKeyChallenge } from './passkey-challenge.ts'
import { verifyCode } from './verify-code.ts'

interface SignIn extends SignInDevice {
  readonly methodId: string
  readonly code: string
  readonly lang: Lang
}

/** Records a refused code of a phone that was asked for; what names no code says nothing about anybody. */
const logRefusedCode = async (
  platform: Platform,
  tx: Tx,
  refusal: Refusal,
  { methodId, network, now }: Pick<SignIn, 'methodId' | 'network' | 'now'>,
): Promise<void> => {
  const sent = isUuid(methodId) ? await codeById(tx, methodId) : undefined
  if (!sent) return
  const user = await userByPhone(tx, sent.phone)
  const act = refusal.refusal === 'code_burned' ? 'sign_in.code_locked' : 'sign_in.code_refused'
  await logSecurity(platform, tx, { act, userId: user?.id ?? null, network, now })
}

/**
 * Exchanges a one-time code for a session. The first sign-in of a phone creates its user. Who has a passkey is asked for it:
 * `passkey_required` with the challenge.
 */
export const signIn = (platform: Platform, attempt: SignIn): Promise<SignedIn | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const verified = await verifyCode(tx, platform.keys, { ...attempt, purpose: 'sign_in' })
    if (isRefusal(verified)) {
      await logRefusedCode(platform, tx, verified, attempt)
      return verified
    }
    const user = await ensureUser(tx, { id: platform.newId(), phone: verified.phone, language: attempt.lang })
    const challenge = await createKeyChallenge(platform, tx, { userId: user.id, purpose: 'sign_in', now: attempt.now })
    if (challenge) return refuse('passkey_required', { detail: { ...challenge } })
    return beginSession(platform, tx, user, attempt)
  })
