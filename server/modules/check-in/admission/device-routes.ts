import { uploadScans as uploadScansEndpoint } from '@kartis/contract/admission.ts'
import * as contract from '@kartis/contract/admission-list.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { coalesce } from '../../../platform/concurrency/coalesce.ts'
import { createLimiter } from '../../../platform/concurrency/limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import { download } from '../../../platform/http/download.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { createChanges } from './show-changes.ts'
import { seatsInLanguage } from './seats-in-language.ts'
import { showList } from './show-list.ts'
import { createSnapshots } from './show-snapshot.ts'
import { uploadScans } from './upload-scans.ts'
import { readSender } from './upload-sender.ts'

/** An upload of 200 scans keeps a process busy for a fraction of a second: eight side by side would all end last. */
const UPLOADS = { running: 2, waiting: 100 }

/** What a device needs to decide by itself, and what it sends of its decisions. */
export const deviceRoutes = (app: App, platform: Platform, queue: AdmissionQueue): void => {
  const { db } = platform
  const snapshotOf = createSnapshots(platform)
  const changesOf = createChanges(platform)
  const limit = createLimiter(UPLOADS)
  // Devices that ask at the same time share one read of the event.
  const eventOf = coalesce((key) => {
    const [account = '', uuid = ''] = key.split(' ')
    return eventRow(db, account, uuid)
  })
  const countersOf = coalesce(async (eventId) => (await scanCountersOf(db, [eventId])).get(eventId))

  route(app, uploadScansEndpoint, async ({ params, body, actor, now, request, platform }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const sender = await readSender(platform, event.id, actor, body)
    const context = { event, upload: body, sender, network: request.network }
    const results = await limit(() => uploadScans(platform, queue, context, now))
    if (isRefusal(results)) return results
    const counters = await countersOf(event.id)
    return { data: { results, scan_statistics: counters ?? scanCounters(0, 0), as_of: now.toISOString() } }
  })

  route(app, contract.admissionList, async ({ params, query, actor, lang, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const since = query.since === undefined ? undefined : new Date(query.since)
    const page = { since, after: query.after, limit: query.per_page }
    const list = await showList(platform, event, page, actor.account.role)
    return { data: { ...list, tickets: await seatsInLanguage(platform.db, event.id, lang, list.tickets) } }
  })

  route(app, contract.gateSnapshot, async ({ params, actor }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    return event ? download({ type: 'application/octet-stream' }, await snapshotOf(event)) : refuse('not_found')
  })

  route(app, contract.admissionChanges, async ({ params, query, actor, lang, platform }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const changes = await changesOf(event, query.after, actor.account.role)
    return { data: { ...changes, tickets: await seatsInLanguage(platform.db, event.id, lang, changes.tickets) } }
  })
}
