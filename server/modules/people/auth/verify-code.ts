import { OTP } from '@kartis/domain/limits.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { type Keys, sameText } from '../../../platform/security/keys.ts'
import { codeById, type CodeUse, countTry, isFor, markUsed } from './auth-queries.ts'

/** The key purpose under which one-time codes are encrypted and hashed. */
export const CODE = 'login_code'

/** The hash includes the id of the code, so that equal codes of two phones have different hashes. */
export const hashCode = (keys: Keys, id: string, code: string): string => keys.hmac(CODE, `${id}:${code}`)

interface CodeAttempt extends CodeUse {
  /** `phones_id` of the send. */
  readonly methodId: string
  readonly code: string
  readonly now: Date
}

const closedReason = async (tx: Tx, attempt: CodeAttempt): Promise<Refusal> => {
  const { methodId, now } = attempt
  const code = await codeById(tx, methodId)
  const burned =
    code !== undefined &&
    code.tries >= OTP.tries &&
    code.used_at === null &&
    code.expires_at > now &&
    isFor(code, attempt)
  return refuse(burned ? 'code_burned' : 'code_expired')
}

/**
 * Verifies and uses up a one-time code. It is accepted for what it was requested for only: for anything else it is `code_expired`, and
 * costs no try. A correct code works once; a wrong one costs a try, and after the last try the code is unusable (`code_burned`).
 * Return the refusal from the transaction, do not throw it: a rollback would undo the counted try.
 */
export const verifyCode = async (tx: Tx, keys: Keys, attempt: CodeAttempt): Promise<{ phone: string } | Refusal> => {
  const { methodId, code, now } = attempt
  if (!/^\d+$/.test(code) || code.length !== OTP.digits)
    return refuseField('code', code === '' ? 'required' : 'too_short')
  if (!isUuid(methodId)) return refuse('code_expired')
  const row = await countTry(tx, methodId, attempt, OTP.tries, now)
  if (!row) return closedReason(tx, attempt)
  if (sameText(row.code_hash, hashCode(keys, methodId, code))) {
    await markUsed(tx, methodId, now)
    return { phone: row.phone }
  }
  const left = OTP.tries - row.tries
  if (left === 0) return refuse('code_burned', { detail: { tries_left: 0 } })
  return refuse('code_wrong', { detail: { tries_left: left } })
}
