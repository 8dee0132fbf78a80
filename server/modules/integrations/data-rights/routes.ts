import * as contract from '@kartis/contract/data-rights.ts'
import { heldCounts } from '@kartis/contract/data-rights.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { deleteStoredFiles, erasePersonalData } from './erase-person.ts'
import { personalDataFile } from './export-person.ts'
import { countsOf, findPersonalData, readPerson, subjectOfContact } from './find-person.ts'
import { listLog, type Subject, writeLog } from './person-queries.ts'

/** The person in the log, as a keyed hash: an entry can be matched with a known contact, but the contact cannot be read. */
const hashOf = ({ keys }: Platform, { phone, email }: Subject): string =>
  keys.hmac('data_rights_person', phone ?? email ?? '')

/** The endpoints with which a producer finds, exports and erases the data of a buyer. */
export const dataRightsRoutes = (app: App, platform: Platform): void => {
  const { db, newId } = platform

  route(app, contract.findPerson, async ({ body, actor, now }) => {
    const subject = subjectOfContact(body.contact, actor.account.id)
    return isRefusal(subject) ? subject : { data: await findPersonalData(db, subject, now) }
  })

  route(app, contract.exportPerson, async ({ body, actor, now }) => {
    const { id: accountId } = actor.account
    const subject = subjectOfContact(body.contact, accountId)
    if (isRefusal(subject)) return subject
    const person = await readPerson(platform.reportDb, subject, now)
    if (person.orders.length === 0 && person.held.length === 0) return refuse('not_found')
    const counts = countsOf(person)
    const entry = { id: newId(), accountId, userId: actor.user.id, kind: 'export' as const, counts, now }
    await writeLog(db, { ...entry, personHash: hashOf(platform, subject) })
    return personalDataFile(platform, { counts }, person, now)
  })

  route(app, contract.erasePerson, async ({ body, actor, now }) => {
    const { id: accountId } = actor.account
    const subject = subjectOfContact(body.contact, accountId)
    if (isRefusal(subject)) return subject
    const userId = actor.user.id
    const erased = await inTransaction(db, async (tx) => {
      const erased = await erasePersonalData(platform, tx, { subject, userId, confirmed: body.confirm_upcoming, now })
      if (isRefusal(erased)) return erased
      if (erased.counts.orders === 0 && erased.counts.held_tickets === 0) return refuse('not_found')
      const entry = { id: newId(), accountId, userId, kind: 'erase' as const, counts: erased.counts, now }
      await writeLog(tx, { ...entry, personHash: hashOf(platform, subject) })
      return erased
    })
    if (isRefusal(erased)) return erased
    await deleteStoredFiles(platform, erased.fileKeys)
    return { data: erased.counts }
  })

  route(app, contract.listDataRights, async ({ query, actor }) => {
    const { rows, total } = await listLog(db, actor.account.id, query)
    const entries = rows.map((row) => ({
      uuid: row.id,
      kind: row.kind,
      by: personName(row),
      counts: heldCounts.parse(row.counts),
      at: row.created_at.toISOString(),
    }))
    return viewPage(entries, total, query)
  })
}
