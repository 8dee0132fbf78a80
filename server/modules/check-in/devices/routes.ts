import * as contract from '@kartis/contract/gate-devices.ts'
import type { MemberAccess } from '@kartis/contract/endpoint.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { qrPath } from '../../selling/ticketing/index.ts'
import { viewDevice, viewLink } from './device-view.ts'
import { readDevices, writeReport } from './devices-queries.ts'
import { createDevice, type DeviceManager, joinDevice, readLink, revoke } from './enrol-device.ts'

/** Links that one network opens: a team behind one address joins within minutes, guessing a link takes ages. */
const LINKS = { max: 120, seconds: 600 }

const managerOf = ({ user, account }: ActorOf<MemberAccess>, now: Date): DeviceManager => ({
  accountId: account.id,
  userId: user.id,
  network: user.network,
  now,
})

export const routes = (app: App, { db }: Platform): void => {
  route(app, contract.listGateDevices, async ({ params, actor, now }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const rows = await readDevices(db, event.id)
    return { data: rows.map((row) => viewDevice(row, now)), meta: { as_of: now.toISOString() } }
  })

  route(app, contract.createGateDevice, async ({ params, body, actor, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const created = await createDevice(platform, event, body, managerOf(actor, now))
    if (isRefusal(created)) return created
    const { row, link } = created
    return { data: { device: viewDevice(row, now), link, qr: qrPath(link) } }
  })

  route(app, contract.revokeGateDevices, async ({ params, body, actor, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    await revoke(platform, event, { ids: body.device_uuids, lost: body.lost }, managerOf(actor, now))
    return { data: (await readDevices(db, event.id)).map((row) => viewDevice(row, now)) }
  })

  route(app, contract.showGateLink, async ({ body, now, request, platform }) => {
    const refused = await limit(platform, `gate_link:${request.network}`, LINKS)
    if (refused) return refused
    const row = await readLink(platform, body.secret, now)
    if (isRefusal(row)) return row
    const event = await eventRow(db, row.account_id, row.event_id)
    return event ? { data: viewLink(row, event) } : refuse('not_found')
  })

  route(app, contract.joinGate, async ({ body, now, request, platform }) => {
    const refused = await limit(platform, `gate_link:${request.network}`, LINKS)
    if (refused) return refused
    const row = await joinDevice(platform, body, { network: request.network, now })
    if (isRefusal(row)) return row
    const event = await eventRow(db, row.account_id, row.event_id)
    return event
      ? { data: { ...viewLink(row, event), uuid: row.id, account_uuid: row.account_id } }
      : refuse('not_found')
  })

  route(app, contract.reportGateDevice, async ({ body, actor, now }) => {
    const { device } = actor
    const off = Math.round(Date.parse(body.sent_at) - now.getTime())
    const row =
      device &&
      (await writeReport(db, device.eventId, device.id, {
        contact_at: now,
        pending: body.pending,
        battery: body.battery,
        // A clock that is weeks off is as wrong as one that is days off; the column ends there.
        clock_off_ms: Math.max(-2_000_000_000, Math.min(2_000_000_000, off)),
        list_at: body.list_at === null ? null : new Date(body.list_at),
      }))
    return { data: { device: row ? viewDevice(row, now) : null, as_of: now.toISOString() } }
  })
}
