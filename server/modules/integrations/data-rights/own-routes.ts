import { eraseMe, exportMe } from '@kartis/contract/data-rights.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { deleteMessagesTo } from '../../../platform/notifications/messages-queries.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { forgetMember, mayLeaveAll } from '../../people/accounts/index.ts'
import { eraseUser, profileOf, spendCode } from '../../people/auth/index.ts'
import { dropFiles, eraseHeld, ticketsLeft } from './erase-person.ts'
import { personFile } from './export-person.ts'
import { countsOf } from './find-person.ts'
import { heldOrders, type Subject, writeLog } from './person-queries.ts'

/** Each export reads all data of the person. */
const EXPORTS = { max: 10, seconds: 86_400 }

const subjectOf = (user: UserActor): Subject => ({ phone: user.phone, userId: user.id })

/** The endpoints with which a signed-in person exports and erases their own data. */
export const ownRoutes = (app: App, platform: Platform): void => {
  const { db, newId, keys } = platform
  const logOf = (user: UserActor, kind: 'export' | 'erase', now: Date) => ({
    id: newId(),
    accountId: null,
    userId: user.id,
    kind,
    personHash: keys.hmac('data_rights_person', user.phone),
    now,
  })

  route(app, exportMe, async ({ actor, now }) => {
    const spent = await limit(platform, `own-data:${actor.user.id}`, EXPORTS)
    if (spent) return spent
    const [orders, profile] = await Promise.all([
      heldOrders(platform.reportDb, subjectOf(actor.user), now),
      profileOf(platform, actor.user.id),
    ])
    if (!profile) return refuse('unauthorized')
    await writeLog(db, { ...logOf(actor.user, 'export', now), counts: countsOf(orders) })
    return personFile(platform, { profile }, orders, now)
  })

  route(app, eraseMe, async ({ actor, body, now }) => {
    const { user } = actor
    const subject = subjectOf(user)
    const input = { subject, userId: user.id, confirmed: body.confirm_upcoming, now }
    // Checked before the code is spent: a new one would take time to arrive.
    const refused = await inTransaction(db, async (tx) => (await mayLeaveAll(tx, user.id)) ?? ticketsLeft(tx, input))
    if (refused) return refused
    const done = await inTransaction(db, async (tx) => {
      const spent = await spendCode(tx, keys, { methodId: body.method_id, code: body.code, phone: user.phone, now })
      if (isRefusal(spent)) return spent
      const hasDuty = await mayLeaveAll(tx, user.id)
      if (hasDuty) return hasDuty
      const erased = await eraseHeld(platform, tx, input)
      if (isRefusal(erased)) return erased
      await forgetMember(tx, user.id, user.phone)
      await deleteMessagesTo(tx, user.phone)
      await writeLog(tx, { ...logOf(user, 'erase', now), counts: erased.counts })
      await eraseUser(tx, user, now)
      return erased
    })
    if (isRefusal(done)) return done
    await dropFiles(platform, done.fileKeys)
    return { data: done.counts }
  })
}
