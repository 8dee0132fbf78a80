import * as contract from '@kartis/contract/gate-devices.ts'
import type { BodyOf, MemberAccess } from '@kartis/contract/endpoint.ts'
import { gateDeviceState } from '@kartis/domain/gate-device.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import { pageOf } from '../../../platform/http/listing.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { qrPath } from '../../selling/ticketing/index.ts'
import { seatGatesOf } from '../../catalogue/seating/index.ts'
import { viewDevice, viewLink } from './device-view.ts'
import { readDevices, writeHandover, writeReport } from './devices-queries.ts'
import { hubOf, setHub } from './hubs.ts'
import { readMet, readSettled } from './met-elsewhere.ts'
import { noteLosses, readMissing } from './missing-scans.ts'
import { readSharedLanes, writeLane } from './lanes.ts'
import { closeEnded, createDevice, type DeviceManager, joinDevice, leave, readLink, revoke } from './enrol-device.ts'

/** Links that one network opens: a team behind one address joins within minutes, guessing a link takes ages. */
const LINKS = { max: 120, seconds: 600 }

const managerOf = ({ user, account }: ActorOf<MemberAccess>, lang: Lang, now: Date): DeviceManager => ({
  accountId: account.id,
  userId: user.id,
  network: user.network,
  lang,
  now,
})

/** Every device of an event, with what never arrived of it. */
const readViews = async ({ db }: Platform, eventId: string, now: Date) => {
  const [rows, missing] = await Promise.all([readDevices(db, eventId), readMissing(db, eventId)])
  return rows.map((row) => viewDevice(row, now, missing))
}

/** Devices as managers see and end them. */
const managerRoutes = (app: App, host: Platform): void => {
  const { db } = host
  route(app, contract.listGateDevices, async ({ params, query, actor, now }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const [devices, lanes, hub] = await Promise.all([
      readViews(host, event.id, now),
      readSharedLanes(db, event.id, now),
      hubOf(db, event.id),
    ])
    const shared = lanes.map(({ lane, devices }) => ({ lane, devices: devices.map(({ name }) => name) }))
    const { data, meta } = pageOf(devices, query)
    return { data, meta: { ...meta, as_of: now.toISOString(), shared_lanes: shared, hub } }
  })

  route(app, contract.createGateDevice, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const created = await createDevice(platform, event, body, managerOf(actor, lang, now))
    if (isRefusal(created)) return created
    const { row, link } = created
    return { data: { device: viewDevice(row, now), link, qr: qrPath(link) } }
  })

  route(app, contract.revokeGateDevices, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const { device_uuids: ids, lost } = body
    const refused = await revoke(platform, event, { ids, lost }, managerOf(actor, lang, now))
    return refused ?? { data: await readViews(host, event.id, now) }
  })

  route(app, contract.closeGateDevices, async ({ params, body, actor, lang, now, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const { device_uuids: ids, note } = body
    const refused = await closeEnded(platform, event, { ids, note }, managerOf(actor, lang, now))
    return refused ?? { data: await readViews(host, event.id, now) }
  })
}

/** What phones say of themselves, from the link on. */
const phoneRoutes = (app: App, { db }: Platform): void => {
  route(app, contract.showGateLink, async ({ body, now, request, platform }) => {
    const refused = await limit(platform, `gate_link:${request.network}`, LINKS)
    if (refused) return refused
    const row = await readLink(platform, body.secret, now)
    if (isRefusal(row)) return row
    const event = await eventRow(db, row.account_id, row.event_id)
    return event ? { data: viewLink(row, event, await seatGatesOf(db, event)) } : refuse('not_found')
  })

  route(app, contract.joinGate, async ({ body, now, request, platform }) => {
    const refused = await limit(platform, `gate_link:${request.network}`, LINKS)
    if (refused) return refused
    const row = await joinDevice(platform, body, { network: request.network, now })
    if (isRefusal(row)) return row
    const event = await eventRow(db, row.account_id, row.event_id)
    return event
      ? { data: { ...viewLink(row, event, await seatGatesOf(db, event)), uuid: row.id, account_uuid: row.account_id } }
      : refuse('not_found')
  })

  route(app, contract.reportGateDevice, async ({ params, body, actor, now }) => {
    const { device, account } = actor
    const event = await eventRow(db, account.id, params.uuid)
    if (!event) return refuse('not_found')
    const row = device && (await writeReport(db, event.id, device.id, reportOf(body, now)))
    const deviceId = device?.id ?? body.device_id ?? undefined
    const name = row ? (row.helper ?? row.label) : body.name || 'Kartis'
    const phone = device
      ? undefined
      : { pending: body.pending, gate: body.gate || null, isLeaving: body.leaving && body.pending === 0 }
    if (deviceId !== undefined && (phone || body.lane !== undefined))
      await writeLane(db, { eventId: event.id, deviceId, name, lane: body.lane ?? null, phone, now })
    if (deviceId !== undefined)
      await noteLosses(db, { eventId: event.id, deviceId, now, isEnrolled: device !== undefined }, body)
    const own = typeof body.lane === 'number' ? await readSharedLanes(db, event.id, now) : []
    const others = own.find(({ lane }) => lane === body.lane)?.devices.filter(({ id }) => id !== deviceId) ?? []
    return {
      data: {
        device: row ? viewDevice(row, now) : null,
        lane_shared_with: others.map((other) => other.name),
        hub: await hubOf(db, event.id),
        met: deviceId === undefined ? [] : await readMet(db, event.id, deviceId),
        settled: await readSettled(db, event.id, body.doubts),
        as_of: now.toISOString(),
      },
    }
  })

  route(app, contract.handOverGateScans, async ({ params, body, actor: { device, account }, now }) => {
    const event = await eventRow(db, account.id, params.uuid)
    if (!event) return refuse('not_found')
    if (!device || gateDeviceState(device.life, now) === 'active') return refuse('conflict')
    await writeHandover(db, event.id, device.id, { waiting: body.waiting, now })
    await noteLosses(db, { eventId: event.id, deviceId: device.id, now, isEnrolled: true }, body)
    return { data: { as_of: now.toISOString() } }
  })

  route(app, contract.leaveGate, async ({ params, actor: { device, account }, now, request, platform }) => {
    const event = await eventRow(db, account.id, params.uuid)
    if (!event) return refuse('not_found')
    if (!device) return refuse('conflict')
    await leave(platform, event, device.id, { network: request.network, now })
    return { data: { as_of: now.toISOString() } }
  })

  route(app, contract.startGateHub, async ({ params, body, actor, now, request, platform }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const hub = await setHub(platform, event, body, {
      userId: actor.user?.id ?? null,
      network: request.network,
      deviceId: actor.device?.id ?? body.device_id,
      name: body.name,
      now,
    })
    return isRefusal(hub) ? hub : { data: hub }
  })
}

export const routes = (app: App, platform: Platform): void => {
  managerRoutes(app, platform)
  phoneRoutes(app, platform)
}

const reportOf = (body: BodyOf<typeof contract.reportGateDevice>, now: Date) => ({
  contact_at: now,
  pending: body.pending,
  battery: body.battery,
  // A clock that is weeks off is as wrong as one that is days off; the column ends there.
  clock_off_ms: Math.max(-2_000_000_000, Math.min(2_000_000_000, Math.round(Date.parse(body.sent_at) - now.getTime()))),
  list_at: body.list_at === null ? null : new Date(body.list_at),
  stands_at: body.gate,
})
