import * as contract from '@kartis/contract/admission.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { coalesce } from '../../../platform/concurrency/coalesce.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { viewCheckInTicket } from './admission-view.ts'
import { scanTicket } from './scan-ticket.ts'
import { showList } from './show-list.ts'

export const routes = (app: App, { db }: Pick<Platform, 'db'>, queue: AdmissionQueue): void => {
  // Concurrent scans share one read of the event and one count; a read begins after the entry of everyone who shares it.
  const eventOf = coalesce((key) => {
    const [account = '', uuid = ''] = key.split(' ')
    return eventRow(db, account, uuid)
  })
  const countersOf = coalesce(async (eventId) => (await scanCountersOf(db, [eventId])).get(eventId))

  route(app, contract.scanTicket, async ({ params, body, actor, now, platform }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const input = {
      text: body.ticket_uuid,
      deviceId: body.device_id ?? null,
      gate: body.gate || null,
      scannedAt: body.scanned_at ? new Date(body.scanned_at) : null,
      scanId: body.scan_uuid?.toLowerCase() ?? null,
      userId: actor.user.id,
    }
    const ticket = await scanTicket(platform, queue, { event, input }, now)
    if (isRefusal(ticket)) return ticket
    return { data: viewCheckInTicket(platform, ticket, await countersOf(event.id)) }
  })

  route(app, contract.admissionList, async ({ params, query, actor, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const since = query.since === undefined ? undefined : new Date(query.since)
    return { data: await showList(platform, event, { since, after: query.after, limit: query.per_page }) }
  })
}
