import { randomUUID } from 'node:crypto'
import { findAtGate, scanTicket, undoScan, uploadScans } from '@kartis/contract/admission.ts'
import { admissionChanges, admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { type BodyIn, isDeviceAccess } from '@kartis/contract/endpoint.ts'
import { showEvent } from '@kartis/contract/events.ts'
import {
  closeGateDevices,
  createGateDevice,
  joinGate,
  listGateDevices,
  reportGateDevice,
  revokeGateDevices,
  showGateLink,
} from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>

const inHours = (hours: number): string => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
const newToken = (): string => `gate_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '')}`

const linkFor = async ({ event }: Sold, fields: Partial<BodyIn<typeof createGateDevice>> = {}) => {
  const body = { label: 'שער צפון 1', expires_at: inHours(8), ...fields }
  const created = await world.call(createGateDevice, { ...as(owner), params: { uuid: event.uuid }, body })
  expect(created.status).toBe(201)
  return { ...created.body.data, secret: new URL(created.body.data.link).hash.slice(1) }
}

const join = (secret: string, token = newToken(), name = 'אביב') =>
  world.call(joinGate, { body: { secret, token, name, model: 'Galaxy A54' } })

const deviceFor = async (sold: Sold, fields: Partial<BodyIn<typeof createGateDevice>> = {}) => {
  const { secret, device } = await linkFor(sold, fields)
  const token = newToken()
  expect((await join(secret, token)).status).toBe(200)
  return { token, uuid: device.uuid }
}

const admit = (sold: Sold, who: { token: string }, ticket: string, fields = {}) =>
  world.call(scanTicket, { ...who, params: { uuid: sold.event.uuid }, body: { ticket_uuid: ticket, ...fields } })

const revoke = (sold: Sold, uuid: string, lost = false) =>
  world.call(revokeGateDevices, {
    ...as(owner),
    params: { uuid: sold.event.uuid },
    body: { device_uuids: [uuid], lost },
  })

const uploadOf = (sold: Sold, ticket: string) => ({
  params: { uuid: sold.event.uuid },
  body: {
    device_id: 'whatever it says',
    sent_at: world.clock.now().toISOString(),
    scans: [
      {
        device_seq: 1,
        ticket_uuid: ticket,
        verdict: 'admitted' as const,
        scanned_at: world.clock.now().toISOString(),
        gate: 'other gate',
      },
    ],
  },
})

describe('a link to the gate', () => {
  it('turns a phone without an account into a device that scans at its gate', async () => {
    const sold = await soldEventOf(world, owner)
    const { secret, link, qr } = await linkFor(sold, { gate: 'צפון' })
    expect(link).toMatch(/\/gate\/join#[\w-]{32}$/)
    expect(qr.path.length).toBeGreaterThan(100)
    const seen = await world.call(showGateLink, { body: { secret } })
    expect(seen.body.data).toMatchObject({ event: { name: sold.event.name }, gate: 'צפון', role: 'scan' })
    const token = newToken()
    const joined = await join(secret, token)
    expect(joined.body.data).toMatchObject({ event: { uuid: sold.event.uuid }, account_uuid: owner.account.uuid })
    const entered = await admit(sold, { token }, nth(sold, 0).code, { gate: 'another gate', device_id: 'another name' })
    expect(entered.status).toBe(200)
    const scan = await world.db
      .selectFrom('scans')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .executeTakeFirstOrThrow()
    expect(scan).toMatchObject({ gate: 'צפון', device_id: joined.body.data.uuid, user_id: null })
  })

  it('is kept as a hash, and so is the token', async () => {
    const sold = await soldEventOf(world, owner)
    const { secret } = await linkFor(sold)
    const token = newToken()
    await join(secret, token)
    const rows = JSON.stringify(await world.db.selectFrom('gate_devices').selectAll().execute())
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(token.slice(5))
    const log = JSON.stringify(await world.db.selectFrom('security_log').selectAll().execute())
    expect(log).not.toContain(secret)
  })

  it('belongs to one of many phones that open it at once, which may repeat that', async () => {
    const sold = await soldEventOf(world, owner)
    const { secret } = await linkFor(sold)
    const phones = Array.from({ length: 12 }, newToken)
    const answers = await Promise.all(phones.map((token) => join(secret, token)))
    const winners = phones.filter((_, place) => answers[place]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'gate_link_used')).toHaveLength(11)
    expect((await join(secret, winners[0], 'שם אחר')).status).toBe(200)
    const [row] = await world.db
      .selectFrom('gate_devices')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .execute()
    expect(row?.helper).toBe('אביב')
    const loser = phones.find((token) => token !== winners[0])
    expect((await admit(sold, { token: loser ?? '' }, nth(sold, 0).code)).status).toBe(401)
    expect((await world.call(showGateLink, { body: { secret } })).error?.code).toBe('gate_link_used')
  })

  it('that expired, was revoked or never existed lets nobody in', async () => {
    const sold = await soldEventOf(world, owner)
    const revoked = await linkFor(sold)
    await revoke(sold, revoked.device.uuid)
    expect((await join(revoked.secret)).error?.code).toBe('gate_device_ended')
    expect((await world.call(showGateLink, { body: { secret: revoked.secret } })).status).toBe(401)
    expect((await join('x'.repeat(32))).status).toBe(404)
    const past = { label: 'x', expires_at: inHours(-1) }
    const refused = await world.call(createGateDevice, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      body: past,
    })
    expect(refused.error?.detail).toEqual({ expires_at: ['invalid_date'] })
    const late = await world.call(createGateDevice, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      body: { ...past, expires_at: inHours(24 * 40) },
    })
    expect(late.error?.detail).toEqual({ expires_at: ['invalid_date'] })
  })
})

describe('a device at the gate', () => {
  it('reaches the check-in of its event and nothing else, over every endpoint', async () => {
    const sold = await soldEventOf(world, owner)
    const other = await soldEventOf(world, owner)
    const { token } = await deviceFor(sold, { role: 'supervisor' })
    const reached: string[] = []
    for (const endpoint of world.app.endpoints) {
      if (endpoint.access === 'public' || endpoint.access === 'order-token') continue
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        name === 'uuid' ? sold.event.uuid : 'default',
      )
      const call = (address: string) =>
        world.http(endpoint.method, `/api${address}`, endpoint.method === 'GET' ? undefined : {}, {
          token,
          account: owner.account.uuid,
        })
      const { status } = await call(path)
      const name = `${endpoint.method} ${endpoint.path}`
      if (status === 401 || status === 403) continue
      reached.push(name)
      expect(isDeviceAccess(endpoint.access), name).toBe(true)
      expect((await call(path.replace(sold.event.uuid, other.event.uuid))).status, name).toBe(404)
    }
    expect(reached.toSorted()).toEqual([
      'GET /v1/events/:uuid',
      'GET /v1/producer/events/:uuid',
      'GET /v1/producer/events/:uuid/admission_list',
      'GET /v1/producer/events/:uuid/check_in/board',
      'GET /v1/producer/events/:uuid/check_in/changes',
      'GET /v1/producer/events/:uuid/check_in/people',
      'GET /v1/producer/events/:uuid/check_in/snapshot',
      'GET /v1/producer/events/:uuid/gate_orders',
      'POST /v1/producer/events/:uuid/check_in/conflicts/:scan_uuid/admit',
      'POST /v1/producer/events/:uuid/check_in/conflicts/:scan_uuid/explain',
      'POST /v1/producer/events/:uuid/check_in/contact',
      'POST /v1/producer/events/:uuid/check_in/handover',
      'POST /v1/producer/events/:uuid/check_in/hub',
      'POST /v1/producer/events/:uuid/check_in/leave',
      'POST /v1/producer/events/:uuid/check_in/people_key',
      'POST /v1/producer/events/:uuid/check_in/scans',
      'POST /v1/producer/events/:uuid/check_in/undo_own',
      'POST /v1/producer/events/:uuid/scan_ticket',
      'POST /v1/producer/events/:uuid/scan_tickets',
      'POST /v1/producer/events/:uuid/undo_scan',
    ])
  })

  it('undoes entries as a supervisor only, and admits no bare uuid', async () => {
    const sold = await soldEventOf(world, owner)
    const scanner = await deviceFor(sold)
    const supervisor = await deviceFor(sold, { role: 'supervisor' })
    await admit(sold, scanner, nth(sold, 0).code)
    const body = { ticket_uuid: nth(sold, 0).number, reason: 'mistake' as const }
    const undo = (who: { token: string }) =>
      world.call(undoScan, { token: who.token, params: { uuid: sold.event.uuid }, body })
    expect((await undo(scanner)).status).toBe(403)
    expect((await undo(supervisor)).status).toBe(200)
    expect((await admit(sold, supervisor, nth(sold, 1).uuid)).error?.code).toBe('S6')
    const list = await world.call(admissionList, { token: scanner.token, params: { uuid: sold.event.uuid } })
    expect(list.body.data.can).toEqual({ scan_uuid: false, override_lane: false, people: false })
    const found = await world.call(findAtGate, {
      token: scanner.token,
      params: { uuid: sold.event.uuid },
      query: { q: sold.number },
    })
    expect(found.body.data).toHaveLength(1)
  })

  it('sees no figures of sales in its event', async () => {
    const sold = await soldEventOf(world, owner)
    const { token } = await deviceFor(sold)
    const seen = await world.call(showEvent, {
      token,
      params: { uuid: sold.event.uuid },
      query: { append: ['scan_statistics'], with: ['settings'] },
    })
    expect(seen.body.data.scan_statistics).toMatchObject({ total_tickets: 3 })
    const sales = await world.http(
      'GET',
      `/api/v1/producer/events/${sold.event.uuid}?append[]=sale_statistics`,
      undefined,
      {
        token,
      },
    )
    expect(JSON.stringify(sales.body)).not.toContain('revenue')
  })

  it('that is revoked is refused at once, sends what waits on it, and nothing once it is lost', async () => {
    const sold = await soldEventOf(world, owner)
    const device = await deviceFor(sold, { gate: 'צפון' })
    const upload = uploadOf(sold, nth(sold, 0).code)
    await revoke(sold, device.uuid)
    const refused = await admit(sold, device, nth(sold, 1).code)
    expect([refused.status, refused.error?.code]).toEqual([401, 'gate_device_ended'])
    expect(refused.error?.detail).toEqual({ state: 'revoked' })
    for (const endpoint of [admissionList, gateSnapshot, admissionChanges])
      expect((await world.call(endpoint, { token: device.token, params: { uuid: sold.event.uuid } })).status).toBe(401)
    const sent = await world.call(uploadScans, { token: device.token, ...upload })
    expect(sent.body.data.results[0]?.state).toBe('accepted')
    const [scan] = await world.db.selectFrom('scans').selectAll().where('event_id', '=', sold.event.uuid).execute()
    expect(scan).toMatchObject({ device_id: device.uuid, gate: 'צפון', user_id: null })
    await revoke(sold, device.uuid, true)
    expect((await world.call(uploadScans, { token: device.token, ...upload })).error?.code).toBe('gate_device_ended')
  })

  it.each([
    ['revoked', 0.1],
    ['expired', 8],
  ])('that is %s admits nobody by what it scans afterwards or scanned before it joined', async (state, end) => {
    const sold = await soldEventOf(world, owner)
    const start = world.clock.now()
    const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
    const device = await deviceFor(sold, { expires_at: at(8).toISOString() })
    world.clock.set(at(end))
    if (state === 'revoked') expect((await revoke(sold, device.uuid)).status).toBe(200)
    world.clock.set(at(end + 2))
    const scans = [-1, end / 2, end + 1].map((hours, place) => ({
      device_seq: place + 1,
      ticket_uuid: nth(sold, place).code,
      verdict: 'admitted' as const,
      scanned_at: at(hours).toISOString(),
    }))
    const body = { device_id: 'phone', sent_at: at(end + 2).toISOString(), scans }
    const sent = await world.call(uploadScans, { token: device.token, params: { uuid: sold.event.uuid }, body })
    const tickets = await world.db.selectFrom('tickets').selectAll().where('event_id', '=', sold.event.uuid).execute()
    world.clock.set(start)
    expect(sent.body.data.results.map(({ conflict }) => conflict?.kind ?? null)).toEqual(['untimely', null, 'untimely'])
    expect(tickets.filter(({ redeemed_at }) => redeemed_at !== null).map(({ id }) => id)).toEqual([nth(sold, 1).uuid])
  })

  it('ends by itself at its time', async () => {
    const sold = await soldEventOf(world, owner)
    const device = await deviceFor(sold, { expires_at: inHours(1) })
    const before = world.clock.now()
    world.clock.set(new Date(before.getTime() + 3_600_000))
    const refused = await admit(sold, device, nth(sold, 0).code)
    world.clock.set(before)
    expect(refused.error?.detail).toEqual({ state: 'expired' })
  })

  it('reports battery, pending scans, list and clock to the list of devices', async () => {
    const sold = await soldEventOf(world, owner)
    const device = await deviceFor(sold)
    const sentAt = new Date(world.clock.now().getTime() + 240_000).toISOString()
    const body = { pending: 41, battery: 18, sent_at: sentAt, list_at: inHours(-1) }
    const replied = await world.call(reportGateDevice, { token: device.token, params: { uuid: sold.event.uuid }, body })
    expect(replied.body.data.device).toMatchObject({ uuid: device.uuid, state: 'active' })
    const listed = await world.call(listGateDevices, { ...as(owner), params: { uuid: sold.event.uuid } })
    expect(listed.body.data[0]).toMatchObject({
      helper: 'אביב',
      pending: 41,
      battery: 18,
      clock_off_ms: 240_000,
      contact_at: world.clock.now().toISOString(),
      model: 'Galaxy A54',
    })
  })

  it('is enrolled and revoked in the security log, once for each', async () => {
    const sold = await soldEventOf(world, owner)
    const device = await deviceFor(sold)
    await Promise.all([revoke(sold, device.uuid), revoke(sold, device.uuid)])
    const acts = await world.db
      .selectFrom('security_log')
      .select(['act', 'user_id', 'account_id'])
      .where('target', '=', device.uuid)
      .orderBy('created_at')
      .execute()
    expect(acts.map(({ act }) => act).toSorted()).toEqual([
      'gate_device.created',
      'gate_device.joined',
      'gate_device.revoked',
    ])
    expect(acts.every(({ account_id }) => account_id === owner.account.uuid)).toBe(true)
  })

  it('is made by managers only, in their own account', async () => {
    const sold = await soldEventOf(world, owner)
    const stranger = await producer(world)
    const scanner = await scannerOf(world, owner)
    const body = { label: 'x', expires_at: inHours(2) }
    const params = { uuid: sold.event.uuid }
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    expect((await world.call(createGateDevice, { ...asScanner, params, body })).status).toBe(403)
    expect((await world.call(createGateDevice, { ...as(stranger), params, body })).status).toBe(404)
    const device = await deviceFor(sold)
    const foreign = await soldEventOf(world, stranger)
    const named = { ...as(stranger), params: { uuid: foreign.event.uuid } }
    const ids = { device_uuids: [device.uuid] }
    expect((await world.call(revokeGateDevices, { ...named, body: ids })).status).toBe(404)
    expect((await world.call(closeGateDevices, { ...named, body: { ...ids, note: 'x' } })).status).toBe(404)
    expect((await admit(sold, device, nth(sold, 0).code)).status).toBe(200)
  })
})
