import { eraseMe, exportMe } from '@kartis/contract/data-rights.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { profileOf } from '../../people/auth/index.ts'
import { eraseSignedIn } from './erase-me.ts'
import { personalDataFile } from './export-person.ts'
import { countsOf, readPerson, subjectOfUser } from './find-person.ts'
import { myLogEntry, writeLog } from './person-queries.ts'

/** Each export reads all data of the person. */
const EXPORTS = { max: 10, seconds: 86_400 }

/** The endpoints with which a signed-in person exports and erases their own data. */
export const myDataRoutes = (app: App, platform: Platform): void => {
  route(app, exportMe, async ({ actor: { user }, now }) => {
    const refusal = await limit(platform, `own-data:${user.id}`, EXPORTS)
    if (refusal) return refusal
    const [person, profile] = await Promise.all([
      readPerson(platform.reportDb, subjectOfUser(user), now),
      profileOf(platform, user.id),
    ])
    if (!profile) return refuse('unauthorized')
    await writeLog(platform.db, { ...myLogEntry(platform, user, 'export'), counts: countsOf(person), now })
    return personalDataFile(platform, { profile }, person, now)
  })

  route(app, eraseMe, async ({ actor, body, now }) => {
    const { method_id: methodId, code, confirm_upcoming: confirmed } = body
    const erased = await eraseSignedIn(platform, actor.user, { methodId, code, confirmed, now })
    return isRefusal(erased) ? erased : { data: erased.counts }
  })
}
