import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { deleteMessagesTo } from '../../../platform/notifications/messages-queries.ts'
import { forgetMember, refuseUnlessMayLeave } from '../../people/accounts/index.ts'
import { eraseUser, verifyCode } from '../../people/auth/index.ts'
import { deleteStoredFiles, erasePersonalData, type Erased, refuseUpcomingTickets } from './erase-person.ts'
import { subjectOfUser } from './find-person.ts'
import { myLogEntry, writeLog } from './person-queries.ts'

interface Input {
  readonly methodId: string
  readonly code: string
  /** Erase even though tickets are still to be used. */
  readonly confirmed: boolean
  readonly now: Date
}

/**
 * Erases the data of a signed-in person in all accounts, and the user. Refusals: `last_manager`, `person_has_tickets`
 * unless confirmed, and those of `verifyCode`.
 */
export const eraseSignedIn = async (
  platform: Platform,
  user: UserActor,
  { methodId, code, confirmed, now }: Input,
): Promise<Erased | Refusal> => {
  const { db, keys } = platform
  const input = { subject: subjectOfUser(user), userId: user.id, confirmed, now }
  // Only saves the code: a refusal after `verifyCode` would use it up, and a new one takes time to arrive.
  const early = await inTransaction(
    db,
    async (tx) => (await refuseUnlessMayLeave(tx, user.id)) ?? refuseUpcomingTickets(tx, input),
  )
  if (early) return early
  const erased = await inTransaction(db, async (tx) => {
    const verified = await verifyCode(tx, keys, { methodId, code, purpose: 'erase', phone: user.phone, now })
    if (isRefusal(verified)) return verified
    // Both checks are repeated under the locks of the erasure, since memberships and orders may have changed meanwhile.
    const refusal = await refuseUnlessMayLeave(tx, user.id)
    if (refusal) return refusal
    const result = await erasePersonalData(platform, tx, input)
    if (isRefusal(result)) return result
    await forgetMember(tx, user.id, user.phone)
    await deleteMessagesTo(tx, user.phone)
    await writeLog(tx, { ...myLogEntry(platform, user, 'erase'), counts: result.counts, now })
    await eraseUser(tx, user, now)
    return result
  })
  if (!isRefusal(erased)) await deleteStoredFiles(platform, erased.fileKeys)
  return erased
}
