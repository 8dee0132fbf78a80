import * as contract from '@kartis/contract/admission.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { askedTogether } from '../../../platform/concurrency/coalesce.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { viewDoorTicket } from './admission-view.ts'
import { scanTicket } from './scan-ticket.ts'
import { showList } from './show-list.ts'

export const routes = (app: App, { db }: Pick<Kernel, 'db'>): void => {
  // Many gates at once share one look at the event, and one count; nobody's own entry is missing in it.
  const eventOf = askedTogether((key) => {
    const [account = '', uuid = ''] = key.split(' ')
    return eventRow(db, account, uuid)
  })
  const countersOf = askedTogether(async (eventId) => (await scanCountersOf(db, [eventId])).get(eventId))

  route(app, contract.scanTicket, async ({ params, body, actor, now, kernel }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const scan = {
      text: body.ticket_uuid,
      deviceId: body.device_id ?? null,
      gate: body.gate || null,
      scannedAt: body.scanned_at ? new Date(body.scanned_at) : null,
      scanId: body.scan_uuid?.toLowerCase() ?? null,
      userId: actor.user.id,
    }
    const ticket = await scanTicket(kernel, event, scan, now)
    if (isRefusal(ticket)) return ticket
    return { data: viewDoorTicket(kernel, ticket, await countersOf(event.id)) }
  })

  route(app, contract.admissionList, async ({ params, query, actor, kernel }) => {
    const event = await eventRow(kernel.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const since = query.since === undefined ? undefined : new Date(query.since)
    return { data: await showList(kernel, event, { since, after: query.after, limit: query.per_page }) }
  })
}
