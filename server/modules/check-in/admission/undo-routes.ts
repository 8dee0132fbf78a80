import * as contract from '@kartis/contract/admission.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { viewCheckInTicket } from './admission-view.ts'
import { placeOf } from './routes.ts'
import { undoOwnScan, undoScan } from './undo-scan.ts'
import { roleOf } from './upload-sender.ts'

/** Taking entries back: any one by leads, the last own one by whoever made it. */
export const undoRoutes = (app: App, { db }: Pick<Platform, 'db'>): void => {
  const countersOf = async (eventId: string) => (await scanCountersOf(db, [eventId])).get(eventId)

  route(app, contract.undoScan, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const input = {
      text: body.ticket_uuid,
      reason: body.reason,
      note: body.note || null,
      ...placeOf(actor, body),
      scanId: body.scan_uuid?.toLowerCase() ?? null,
      userId: actor.user?.id ?? null,
    }
    const ticket = await undoScan(platform, event, input, now)
    if (isRefusal(ticket)) return ticket
    const reader = { lang, role: actor.account.role }
    return { data: await viewCheckInTicket(platform, ticket, reader, await countersOf(event.id)) }
  })

  route(app, contract.undoOwnScan, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const late = now.getTime() - new Date(body.sent_at).getTime()
    const undoneAt = new Date(Math.min(now.getTime(), new Date(body.undone_at).getTime() + late))
    const input = {
      scanId: body.scan_uuid.toLowerCase(),
      undoId: body.undo_uuid.toLowerCase(),
      deviceId: actor.device?.id ?? body.device_id,
      userId: actor.user?.id ?? null,
      role: roleOf(actor),
      undoneAt,
      deviceTime: body.undone_at,
    }
    const ticket = await undoOwnScan(platform, event, input, now)
    if (isRefusal(ticket)) return ticket
    const reader = { lang, role: actor.account.role }
    return { data: await viewCheckInTicket(platform, ticket, reader, await countersOf(event.id)) }
  })
}
