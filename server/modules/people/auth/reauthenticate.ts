import { FRESH_PROOF } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../security-log/index.ts'
import { createKeyChallenge, type KeyAnswer, verifyKeyAnswer } from './passkey-challenge.ts'
import { sessionEnd } from './session-tokens.ts'
import { markProved } from './sessions-queries.ts'
import { verifyCode } from './verify-code.ts'

type Verify = (tx: Tx) => Promise<object | Refusal>

/** Runs a proof and, if it holds, renews the session. A refusal is returned, not thrown: a counted try must stay. */
const prove = (platform: Platform, user: UserActor, now: Date, verify: Verify): Promise<Date | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const verified = await verify(tx)
    const { id: userId, network, sessionId: target } = user
    const act = isRefusal(verified) ? 'sign_in.reauthentication_refused' : 'sign_in.reauthenticated'
    await logSecurity(platform, tx, { act, userId, network, target, now })
    if (isRefusal(verified)) return verified
    await markProved(tx, user.sessionId, now, sessionEnd(now))
    return new Date(now.getTime() + FRESH_PROOF.seconds * 1000)
  })

/**
 * Proves again who calls, by a code sent to the caller's own phone. Refusals: those of the code, and `passkey_required` with the
 * challenge where the caller has a passkey: a code alone must not take it away. Who lost it signs in anew with a recovery code.
 */
export const proveByCode = (
  platform: Platform,
  user: UserActor,
  { methodId, code, now }: { readonly methodId: string; readonly code: string; readonly now: Date },
): Promise<Date | Refusal> =>
  prove(platform, user, now, async (tx) => {
    const challenge = await createKeyChallenge(platform, tx, { userId: user.id, purpose: 'reauthenticate', now })
    if (challenge) return refuse('passkey_required', { detail: { ...challenge } })
    return verifyCode(tx, platform.keys, { methodId, code, purpose: 'confirm', phone: user.phone, now })
  })

/** Proves again who calls, by a passkey of the caller. Refusal: `passkey_refused`. */
export const proveByPasskey = (
  platform: Platform,
  user: UserActor,
  answer: KeyAnswer,
  now: Date,
): Promise<Date | Refusal> =>
  prove(platform, user, now, (tx) =>
    verifyKeyAnswer(platform, tx, answer, { purpose: 'reauthenticate', userId: user.id, now }),
  )
