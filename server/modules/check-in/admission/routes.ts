import * as contract from '@kartis/contract/admission.ts'
import type { DeviceAccess } from '@kartis/contract/endpoint.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { coalesce } from '../../../platform/concurrency/coalesce.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { viewAdmitted, viewCheckInTicket } from './admission-view.ts'
import { findAtGate } from './find-at-gate.ts'
import { acceptsUuids, nameCode, nameCodes } from './name-code.ts'
import { seatsInLanguage } from './seats-in-language.ts'
import { scanTicket } from './scan-ticket.ts'

/** Where an act happens: an enrolled device and its gate are what the server knows of it, whatever it says. */
export const placeOf = (
  { device }: ActorOf<DeviceAccess>,
  body: { readonly device_id?: string | null | undefined; readonly gate?: string | null | undefined },
) => ({ deviceId: device?.id ?? body.device_id ?? null, gate: device?.gate ?? (body.gate || null) })

export const routes = (app: App, { db }: Pick<Platform, 'db'>, queue: AdmissionQueue): void => {
  // Concurrent scans share one read of the event and one count; a read begins after the entry of everyone who shares it.
  const eventOf = coalesce((key) => {
    const [account = '', uuid = ''] = key.split(' ')
    return eventRow(db, account, uuid)
  })
  const countersOf = coalesce(async (eventId) => (await scanCountersOf(db, [eventId])).get(eventId))

  route(app, contract.scanTicket, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const withUuids = acceptsUuids('admit', actor.account.role)
    const input = {
      text: body.ticket_uuid,
      code: await nameCode(platform, event, { text: body.ticket_uuid, withUuids }),
      ...placeOf(actor, body),
      direction: body.direction,
      scannedAt: body.scanned_at ? new Date(body.scanned_at) : null,
      scanId: body.scan_uuid?.toLowerCase() ?? null,
      userId: actor.user?.id ?? null,
      lang,
    }
    const ticket = await scanTicket(platform, queue, { event, input }, now)
    if (isRefusal(ticket)) return ticket
    const reader = { lang, role: actor.account.role }
    return { data: await viewCheckInTicket(platform, ticket, reader, await countersOf(event.id)) }
  })

  route(app, contract.admitTickets, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventOf(`${actor.account.id} ${params.uuid}`)
    if (!event) return refuse('not_found')
    const common = {
      ...placeOf(actor, body),
      scannedAt: body.scanned_at ? new Date(body.scanned_at) : null,
      userId: actor.user?.id ?? null,
      manual: { reason: body.reason, note: body.note || null },
      lang,
    }
    const withUuids = acceptsUuids('admit', actor.account.role)
    const texts = body.tickets.map(({ ticket_uuid: text, scan_uuid }) => ({
      text,
      withUuids,
      scanId: scan_uuid?.toLowerCase() ?? null,
    }))
    const tickets = await nameCodes(platform, event, texts)
    const reader = { lang, role: actor.account.role }
    // Submitted together, they are admitted by one statement.
    const results = await Promise.all(
      tickets.map(async ({ text, code, scanId }) => {
        const input = { ...common, text, code, scanId }
        return viewAdmitted(platform, text, await scanTicket(platform, queue, { event, input }, now), reader)
      }),
    )
    const counters = await countersOf(event.id)
    return { data: { results, scan_statistics: counters ?? scanCounters(0, 0) } }
  })

  route(app, contract.findAtGate, async ({ params, query, actor, lang, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const found = await findAtGate(platform, event, query.q, actor.user?.id ?? actor.device?.id ?? '', now)
    if (isRefusal(found)) return found
    const tickets = await seatsInLanguage(
      platform.db,
      event.id,
      lang,
      found.orders.flatMap((order) => order.tickets),
    )
    const byUuid = new Map(tickets.map((ticket) => [ticket.uuid, ticket]))
    const orders = found.orders.map((order) => ({
      ...order,
      tickets: order.tickets.map((ticket) => byUuid.get(ticket.uuid) ?? ticket),
    }))
    return { data: orders, meta: { more: found.more } }
  })
}
