import { randomBytes } from 'node:crypto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { admissionChanges, admissionList } from '@kartis/contract/admission-list.ts'
import {
  createGateDevice,
  joinGate,
  listGateDevices,
  reportGateDevice,
  revokeGateDevices,
  startGateHub,
} from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
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
type Who = { readonly token: string; readonly account?: string }

const deviceOf = async (
  { event }: Sold,
  role: 'scan' | 'supervisor' | 'hub',
  name: string,
  gate: string | null = null,
) => {
  const expires_at = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString()
  const created = await world.call(createGateDevice, {
    ...as(owner),
    params: { uuid: event.uuid },
    body: { label: name, role, gate, expires_at },
  })
  const token = `gate_${randomBytes(32).toString('hex')}`
  const secret = new URL(created.body.data.link).hash.slice(1)
  expect((await world.call(joinGate, { body: { secret, token, name } })).status).toBe(200)
  return { token, uuid: created.body.data.device.uuid }
}

const newHub = (): string => randomBytes(8).toString('hex')
const start = ({ event }: Sold, who: Who, hub: string, more: { on?: boolean; replace?: boolean } = {}) =>
  world.call(startGateHub, {
    ...who,
    params: { uuid: event.uuid },
    body: { hub, device_id: `device ${hub}`, name: `hub ${hub}`, ...more },
  })
const hubIn = async ({ event }: Sold) =>
  (await world.call(admissionList, { ...as(owner), params: { uuid: event.uuid }, query: {} })).body.data.hub

const report = ({ event }: Sold, who: Who, lane: number | null, more: { device_id?: string; name?: string } = {}) =>
  world.call(reportGateDevice, {
    ...who,
    params: { uuid: event.uuid },
    body: { pending: 0, battery: null, list_at: null, sent_at: world.clock.now().toISOString(), lane, ...more },
  })

describe('the hub of an event', () => {
  it('is one of those that start at once, and devices learn which', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const hubs = Array.from({ length: 8 }, newHub)
    const answers = await Promise.all(hubs.map((hub) => start(sold, as(owner), hub)))
    const started = answers.filter(({ status }) => status === 200)
    expect(started).toHaveLength(1)
    const hub = started[0]?.body.data
    for (const { error } of answers.filter(({ status }) => status !== 200)) {
      expect(error?.code).toBe('conflict')
      expect(error?.detail).toMatchObject({ hub: { name: hub?.name, device_id: hub?.device_id } })
    }
    expect(await hubIn(sold)).toEqual(hub)
    const changes = await world.call(admissionChanges, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      query: { after: 0 },
    })
    expect(changes.body.data.hub).toEqual(hub)
    const devices = await world.call(listGateDevices, { ...as(owner), params: { uuid: sold.event.uuid } })
    expect(devices.body.meta.hub).toEqual(hub)
  })

  it('may repeat its start, ends, and leaves its place to the next one', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const [first, second] = [newHub(), newHub()]
    expect((await start(sold, as(owner), first)).status).toBe(200)
    expect((await start(sold, as(owner), first)).status).toBe(200)
    await start(sold, as(owner), second, { on: false }) // another one ends nothing
    expect((await hubIn(sold))?.hub).toBe(first)
    expect((await start(sold, as(owner), first, { on: false })).body.data).toBeNull()
    expect(await hubIn(sold)).toBeNull()
    expect((await start(sold, as(owner), second)).status).toBe(200)
  })

  it('is replaced on somebody’s word that it is gone, which the security log keeps', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const [first, second] = [newHub(), newHub()]
    await start(sold, as(owner), first)
    expect((await start(sold, as(owner), second, { replace: true })).status).toBe(200)
    expect((await hubIn(sold))?.hub).toBe(second)
    const acts = await world.db
      .selectFrom('security_log')
      .select('act')
      .where('target', 'in', [`device ${first}`, `device ${second}`])
      .execute()
    expect(acts.map(({ act }) => act).toSorted()).toEqual(['gate_device.hub_replaced', 'gate_device.hub_started'])
  })

  it('is a device of a lead, of a supervisor or with that role, and no scanner’s or stranger’s', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const stranger = await producer(world)
    const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    expect((await start(sold, scanner, newHub())).status).toBe(403)
    expect((await start(sold, as(stranger), newHub())).status).toBe(404)
    expect((await start(sold, await deviceOf(sold, 'scan', 'אביב'), newHub())).status).toBe(403)
    for (const who of [lead, await deviceOf(sold, 'supervisor', 'רותם'), await deviceOf(sold, 'hub', 'נועה')]) {
      const hub = newHub()
      expect((await start(sold, who, hub)).status).toBe(200)
      await start(sold, who, hub, { on: false })
    }
  })

  it('uploads what it answered, at the gates and for the devices of others; another device cannot', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const [hub, phone] = [await deviceOf(sold, 'hub', 'נועה', 'צפון'), await deviceOf(sold, 'scan', 'אביב', 'צפון')]
    const now = world.clock.now().toISOString()
    const upload = (who: Who, place: number, scan_uuid: string) =>
      world.call(uploadScans, {
        ...who,
        params: { uuid: sold.event.uuid },
        body: {
          device_id: 'whatever it says',
          role: 'hub',
          sent_at: now,
          scans: [
            {
              device_seq: 1,
              scan_uuid,
              ticket_uuid: nth(sold, place).code,
              verdict: 'admitted' as const,
              scanned_at: now,
              gate: 'דרום',
              device_id: 'phone 7',
              mode: 'hub' as const,
            },
          ],
        },
      })
    const [byHub, byPhone] = [world.platform.newId(), world.platform.newId()]
    expect((await upload(hub, 0, byHub)).body.data.results[0]?.state).toBe('accepted')
    expect((await upload(phone, 1, byPhone)).body.data.results[0]?.state).toBe('accepted')
    const scans = await world.db.selectFrom('scans').selectAll().where('event_id', '=', sold.event.uuid).execute()
    const scanOf = (id: string) => scans.find((scan) => scan.id === id)
    expect(scanOf(byHub)).toMatchObject({ device_id: 'phone 7', gate: 'דרום', origin: { mode: 'hub', role: 'hub' } })
    expect(scanOf(byPhone)).toMatchObject({
      device_id: phone.uuid,
      gate: 'צפון',
      origin: { role: 'scan', claimed: { role: 'hub', device: 'phone 7' } },
    })
    expect(scanOf(byHub)?.origin).not.toHaveProperty('claimed')
    // The phone itself sends the same entry later: it is the same one.
    expect((await upload(phone, 0, byHub)).body.data.results[0]?.state).toBe('accepted')
    const count = await world.db.selectFrom('scans').select('id').where('event_id', '=', sold.event.uuid).execute()
    expect(count).toHaveLength(2)
  })
})

describe('a lane that two devices have', () => {
  const sharedIn = async ({ event }: Sold) =>
    (await world.call(listGateDevices, { ...as(owner), params: { uuid: event.uuid } })).body.meta.shared_lanes

  it('is told to both, and to the managers', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const [a, b] = [await deviceOf(sold, 'scan', 'אביב'), await deviceOf(sold, 'scan', 'בר')]
    expect((await report(sold, a, 3)).body.data.lane_shared_with).toEqual([])
    expect((await report(sold, b, 3)).body.data.lane_shared_with).toEqual(['אביב'])
    expect((await report(sold, a, 3)).body.data.lane_shared_with).toEqual(['בר'])
    expect(await sharedIn(sold)).toEqual([{ lane: 3, devices: ['אביב', 'בר'] }])
    expect((await report(sold, b, 4)).body.data.lane_shared_with).toEqual([])
    expect(await sharedIn(sold)).toEqual([])
  })

  it('may be that of a member’s phone', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const device = await deviceOf(sold, 'scan', 'אביב')
    await report(sold, device, 2)
    const member = await report(sold, as(owner), 2, { device_id: 'phone of the owner', name: 'בעלים' })
    expect(member.body.data).toMatchObject({ device: null, lane_shared_with: ['אביב'] })
    expect(await sharedIn(sold)).toEqual([{ lane: 2, devices: ['אביב', 'בעלים'] }])
  })

  it('is free again once its device was revoked, or has not been heard of for half a day', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const [a, b] = [await deviceOf(sold, 'scan', 'אביב'), await deviceOf(sold, 'scan', 'בר')]
    await report(sold, a, 1)
    await report(sold, b, 1)
    await world.call(revokeGateDevices, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      body: { device_uuids: [a.uuid] },
    })
    expect(await sharedIn(sold)).toEqual([])
    const c = await deviceOf(sold, 'scan', 'גל')
    expect((await report(sold, c, 1)).body.data.lane_shared_with).toEqual(['בר'])
    const before = world.clock.now()
    world.clock.set(new Date(before.getTime() + 13 * 3_600_000))
    const late = await report(sold, c, 1)
    world.clock.set(before)
    expect(late.body.data.lane_shared_with).toEqual([])
  })
})
