import * as contract from '@kartis/contract/data-rights.ts'
import { heldCounts } from '@kartis/contract/data-rights.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { fullName } from '../../people/auth/index.ts'
import { dropFiles, eraseHeld } from './erase-person.ts'
import { personFile } from './export-person.ts'
import { countsOf, findHeld, subjectOf } from './find-person.ts'
import { heldOrders, listLog, type Subject, writeLog } from './person-queries.ts'

/** The person in the log, as a keyed hash: it can be proved when the person asks, and not read. */
const hashOf = ({ keys }: Platform, { phone, email }: Subject): string =>
  keys.hmac('data_rights_person', phone ?? email ?? '')

/** The endpoints with which a producer finds, exports and erases the data of a buyer. */
export const dataRightsRoutes = (app: App, platform: Platform): void => {
  const { db, newId } = platform

  route(app, contract.findPerson, async ({ body, actor, now }) => {
    const subject = subjectOf(body.contact, actor.account.id)
    return isRefusal(subject) ? subject : { data: await findHeld(db, subject, now) }
  })

  route(app, contract.exportPerson, async ({ body, actor, now }) => {
    const { id: accountId } = actor.account
    const subject = subjectOf(body.contact, accountId)
    if (isRefusal(subject)) return subject
    const orders = await heldOrders(platform.reportDb, subject, now)
    if (orders.length === 0) return refuse('not_found')
    const counts = countsOf(orders)
    const entry = { id: newId(), accountId, userId: actor.user.id, kind: 'export' as const, counts, now }
    await writeLog(db, { ...entry, personHash: hashOf(platform, subject) })
    return personFile(platform, { counts }, orders, now)
  })

  route(app, contract.erasePerson, async ({ body, actor, now }) => {
    const { id: accountId } = actor.account
    const subject = subjectOf(body.contact, accountId)
    if (isRefusal(subject)) return subject
    const userId = actor.user.id
    const done = await inTransaction(db, async (tx) => {
      const erased = await eraseHeld(platform, tx, { subject, userId, confirmed: body.confirm_upcoming, now })
      if (isRefusal(erased)) return erased
      if (erased.counts.orders === 0) return refuse('not_found')
      const entry = { id: newId(), accountId, userId, kind: 'erase' as const, counts: erased.counts, now }
      await writeLog(tx, { ...entry, personHash: hashOf(platform, subject) })
      return erased
    })
    if (isRefusal(done)) return done
    await dropFiles(platform, done.fileKeys)
    return { data: done.counts }
  })

  route(app, contract.listDataRights, async ({ query, actor }) => {
    const { rows, total } = await listLog(db, actor.account.id, query)
    const entries = rows.map((row) => ({
      uuid: row.id,
      kind: row.kind,
      by: fullName(row) || null,
      counts: heldCounts.parse(row.counts),
      at: row.created_at.toISOString(),
    }))
    return viewPage(entries, total, query)
  })
}
