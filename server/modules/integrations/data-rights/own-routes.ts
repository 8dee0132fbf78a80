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

/** A few files a day are enough for anyone. */
const EXPORTS = { max: 10, seconds: 86_400 }

const subjectOf = (user: UserActor): Subject => ({ phone: user.phone, userId: user.id })

/** What a signed-in person may do with his own data, without asking a producer. */
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
    // Said before a code is spent: another one takes time to come.
    const hindrance = await inTransaction(db, async (tx) => (await mayLeaveAll(tx, user.id)) ?? ticketsLeft(tx, input))
    if (hindrance) return hindrance
    const done = await inTransaction(db, async (tx) => {
      const spent = await spendCode(tx, keys, { methodId: body.method_id, code: body.code, phone: user.phone, now })
      if (isRefusal(spent)) return spent
      const stuck = await mayLeaveAll(tx, user.id)
      if (stuck) return stuck
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
