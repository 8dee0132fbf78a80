import * as contract from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { openShelf } from '../../kernel/http/shelf.ts'
import { type App, route } from '../../kernel/route.ts'
import { eventRow } from '../events/index.ts'
import { scanCountersOf } from '../orders/index.ts'
import { viewDoorTicket } from './admission-view.ts'
import { scanTicket } from './scan-ticket.ts'
import { showList } from './show-list.ts'

/** Events that are counted at once. */
const MOST_COUNTS = 1000

export const routes = (app: App): void => {
  // Many gates at once share one count; it may then miss the entries of the very moment, never those before it.
  const counting = openShelf<ScanStatistics | undefined>({ keepMs: 0, most: MOST_COUNTS })

  route(app, contract.scanTicket, async ({ params, body, actor, now, kernel }) => {
    const event = await eventRow(kernel.db, actor.account.id, params.uuid)
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
    const { thing: counters } = await counting.take(event.id, async () =>
      (await scanCountersOf(kernel.db, [event.id])).get(event.id),
    )
    return { data: viewDoorTicket(kernel, ticket, counters) }
  })

  route(app, contract.admissionList, async ({ params, query, actor, kernel }) => {
    const event = await eventRow(kernel.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const since = query.since === undefined ? undefined : new Date(query.since)
    return { data: await showList(kernel, event, { since, after: query.after, limit: query.per_page }) }
  })
}
