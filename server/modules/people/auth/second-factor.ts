import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../security-log/index.ts'
import { userById } from './auth-queries.ts'
import { beginSession, type SignedIn, type SignInDevice } from './begin-session.ts'
import { CHALLENGE, type KeyAnswer, verifyKeyAnswer } from './passkey-challenge.ts'
import { claimChallenge, markChallengeUsed, spendRecoveryCode } from './passkeys-queries.ts'
import { recoveryHash } from './recovery-codes.ts'

/** Completes a sign-in whose code was right with a passkey. Refusal: `passkey_refused`. */
export const signInWithPasskey = (
  platform: Platform,
  answer: KeyAnswer,
  device: SignInDevice,
): Promise<SignedIn | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const verified = await verifyKeyAnswer(platform, tx, answer, { purpose: 'sign_in', now: device.now })
    if (isRefusal(verified)) {
      const { network, now } = device
      await logSecurity(platform, tx, { act: 'sign_in.passkey_refused', userId: null, network, now })
      return verified
    }
    const user = await userById(tx, verified.userId)
    return user ? beginSession(platform, tx, user, device) : refuse('passkey_refused')
  })

interface RecoveryAttempt {
  readonly challenge_uuid: string
  readonly recovery_code: string
}

/**
 * Completes a sign-in whose code was right with a recovery code, which works once. Refusals: `recovery_code_wrong`, and
 * `passkey_refused` when the sign-in has expired or its tries are used up.
 */
export const signInWithRecoveryCode = (
  platform: Platform,
  { challenge_uuid: id, recovery_code: code }: RecoveryAttempt,
  device: SignInDevice,
): Promise<SignedIn | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const { network, now } = device
    const open = await claimChallenge(tx, { id, purpose: 'sign_in' }, CHALLENGE.tries, now)
    const user = open && (await userById(tx, open.user_id))
    if (!user) return refuse('passkey_refused')
    const isRight = await spendRecoveryCode(tx, user.id, recoveryHash(platform.keys, user.id, code), now)
    const act = isRight ? 'sign_in.recovery_used' : 'sign_in.recovery_refused'
    await logSecurity(platform, tx, { act, userId: user.id, network, now })
    if (!isRight) return refuse('recovery_code_wrong')
    await markChallengeUsed(tx, id, now)
    return beginSession(platform, tx, user, device)
  })
