import {
  closeGateDevices,
  handOverGateScans,
  listGateDevices,
  reportGateDevice,
  revokeGateDevices,
} from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinedDevice, nth, soldEventOf, uploadTo } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type OpenBoard, openBoard } from '../../../testing/gate-board.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let evening: OpenBoard

beforeAll(async () => {
  world = await openWorld()
  evening = await openBoard(world)
})
afterAll(() => world.close())

/** A phone at the north gate that has just reported how many scans wait on it. */
const reportedPhone = async (pending = 0, minutes = 480) => {
  const sold = await soldEventOf(world, evening.owner, 3)
  const params = { uuid: sold.event.uuid }
  const phone = await joinedDevice(world, evening.owner, sold.event, 'north', {
    gate: 'צפון',
    expires_at: new Date(world.clock.now().getTime() + minutes * 60_000).toISOString(),
  })
  const gate = { token: phone.token, account: evening.owner.account.uuid }
  world.clock.advance(30)
  const at = world.clock.now().toISOString()
  const body = { pending, battery: 80, sent_at: at, list_at: null }
  await world.call(reportGateDevice, { token: phone.token, params, body })
  const uuids = { device_uuids: [phone.uuid] }
  return {
    sold,
    reportedAt: at,
    shown: () => evening.shownTo(sold),
    revoke: (lost = false) => world.call(revokeGateDevices, { ...as(evening.owner), params, body: { ...uuids, lost } }),
    send: (count: number) =>
      uploadTo(
        world,
        gate,
        sold.event,
        phone.uuid,
        Array.from({ length: count }, (_, place) => evening.entry(place + 1, nth(sold, place).code, 0.1)),
      ),
    handOver: (waiting: number) => world.call(handOverGateScans, { token: phone.token, params, body: { waiting } }),
    close: (who = as(evening.owner), note = 'הטלפון נמצא, ולא נסרק בו דבר') =>
      world.call(closeGateDevices, { ...who, params, body: { ...uuids, note } }),
  }
}

describe('a device without contact', () => {
  it('says nothing of scans that it made since, and neither do its gate and the figures of the board', async () => {
    const { shown, reportedAt } = await reportedPhone(2)
    const before = await shown()
    expect(before.unknown).toBeNull()
    expect(before.devices).toMatchObject([{ state: 'online', pending: 2, unknown_since: null }])
    world.clock.advance(120)
    const after = await shown()
    expect(after.devices).toMatchObject([{ state: 'silent', pending: 2, unknown_since: reportedAt }])
    expect(after.unknown).toEqual({ devices: 1, since: reportedAt })
  })

  it('leaves its gate without a figure that is sure', async () => {
    const phone = await reportedPhone()
    await phone.send(1)
    expect((await phone.shown()).gates).toMatchObject([{ name: 'צפון', entered: 1, unknown_since: null }])
    world.clock.advance(120)
    const { gates, devices } = await phone.shown()
    expect(gates).toMatchObject([{ name: 'צפון', entered: 1, unknown_since: devices[0]?.unknown_since }])
    expect(devices[0]?.unknown_since).toEqual(expect.any(String))
  })
})

/** A phone whose link names no gate. */
const phoneWithoutGate = async (joining: { readonly gate?: string } = {}) => {
  const sold = await soldEventOf(world, evening.owner, 3)
  const params = { uuid: sold.event.uuid }
  const { token, uuid } = await joinedDevice(world, evening.owner, sold.event, 'helper', {}, joining)
  return {
    shown: () => evening.shownTo(sold),
    listed: async () => (await world.call(listGateDevices, { ...as(evening.owner), params })).body.data[0],
    report: (gate?: string | null) =>
      world.call(reportGateDevice, {
        token,
        params,
        body: {
          pending: 0,
          battery: 80,
          sent_at: world.clock.now().toISOString(),
          list_at: null,
          ...(gate !== undefined && { gate }),
        },
      }),
    enter: (place: number, gate: string) =>
      uploadTo(world, { token, account: evening.owner.account.uuid }, sold.event, uuid, [
        evening.entry(place + 1, nth(sold, place).code, 0.1, { gate }),
      ]),
    enterElsewhere: (place: number, gate: string) =>
      evening.upload(sold, `phone ${place}`, [evening.entry(1, nth(sold, place).code, 0.1, { gate })]),
    lose: () =>
      world.call(revokeGateDevices, {
        ...as(evening.owner),
        params,
        body: { device_uuids: [uuid], lost: true },
      }),
  }
}

describe('a device whose link names no gate', () => {
  it('stands at the gate that its helper chose on joining, and there what it scanned is unknown', async () => {
    const phone = await phoneWithoutGate({ gate: 'דרום' })
    await phone.enterElsewhere(0, 'דרום')
    expect(await phone.listed()).toMatchObject({ gate: null, stands_at: 'דרום' })
    world.clock.advance(120)
    const { devices, gates } = await phone.shown()
    const [device] = devices.filter(({ uuid }) => uuid !== null)
    expect(device).toMatchObject({ gate: 'דרום', unknown_since: expect.any(String) })
    expect(gates).toMatchObject([{ name: 'דרום', state: 'silent', unknown_since: device?.unknown_since }])
  })

  it('moves with what its helper chooses later, and says nothing new where it does not name a gate', async () => {
    const phone = await phoneWithoutGate({ gate: 'דרום' })
    await phone.report()
    expect(await phone.listed()).toMatchObject({ stands_at: 'דרום' })
    await phone.report('צפון')
    expect(await phone.listed()).toMatchObject({ stands_at: 'צפון' })
    expect((await phone.shown()).devices).toMatchObject([{ gate: 'צפון' }])
    await phone.report(null)
    expect(await phone.listed()).toMatchObject({ stands_at: null })
  })

  it('stays at its gate once its permission is over, chosen or known by its scans alone', async () => {
    const chosen = await phoneWithoutGate({ gate: 'דרום' })
    await chosen.lose()
    expect((await chosen.shown()).ended_devices).toMatchObject([{ gate: 'דרום' }])
    const scanned = await phoneWithoutGate()
    world.clock.advance(30)
    await scanned.enter(0, 'צפון')
    expect((await scanned.shown()).devices).toMatchObject([{ gate: 'צפון' }])
    await scanned.lose()
    const { ended_devices: ended, gates } = await scanned.shown()
    expect(ended).toMatchObject([{ gate: 'צפון', unknown_since: expect.any(String) }])
    expect(gates).toMatchObject([{ name: 'צפון', unknown_since: ended[0]?.unknown_since }])
  })
})

describe('the phone of a member that reports', () => {
  const memberPhone = async () => {
    const sold = await soldEventOf(world, evening.owner, 3)
    const enter = (place: number, gate: string) =>
      evening.upload(sold, 'phone of a member', [evening.entry(place + 1, nth(sold, place).code, 0.1, { gate })])
    await enter(0, 'דרום')
    return {
      sold,
      enter,
      shown: () => evening.shownTo(sold),
      report: async (pending: number, leaving = false) => {
        const at = world.clock.now().toISOString()
        const body = {
          pending,
          battery: null,
          sent_at: at,
          list_at: null,
          gate: 'דרום',
          device_id: 'phone of a member',
        }
        await world.call(reportGateDevice, {
          ...evening.scanner,
          params: { uuid: sold.event.uuid },
          body: { ...body, leaving },
        })
        return at
      },
    }
  }

  it('is unknown without contact, in the total and at its gate', async () => {
    const phone = await memberPhone()
    const since = await phone.report(1)
    expect((await phone.shown()).devices).toMatchObject([{ uuid: null, state: 'online', pending: 1 }])
    world.clock.advance(120)
    const { devices, gates, unknown } = await phone.shown()
    expect(devices).toMatchObject([{ uuid: null, state: 'silent', gate: 'דרום', pending: 1, unknown_since: since }])
    expect(gates).toMatchObject([{ name: 'דרום', state: 'silent', unknown_since: since }])
    expect(unknown).toEqual({ devices: 1, since })
    await phone.report(0)
    expect(await phone.shown()).toMatchObject({ devices: [{ state: 'online', unknown_since: null }], unknown: null })
  })

  it('has nothing unknown once it has left with nothing waiting, and once the event is long over', async () => {
    const phone = await memberPhone()
    await phone.report(0, true)
    world.clock.advance(120)
    expect(await phone.shown()).toMatchObject({ devices: [{ state: 'seen', unknown_since: null }], unknown: null })
    await phone.report(2, true)
    world.clock.advance(120)
    expect(await phone.shown()).toMatchObject({ devices: [{ state: 'silent', pending: 2 }], unknown: { devices: 1 } })
    const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000)
    await world.db
      .updateTable('events')
      .set({ starts_at: hoursAgo(10), ends_at: hoursAgo(7) })
      .where('id', '=', phone.sold.event.uuid)
      .execute()
    expect(await phone.shown()).toMatchObject({ devices: [{ state: 'seen' }], unknown: null })
  })

  it('is only seen where it has never reported', async () => {
    const phone = await memberPhone()
    world.clock.advance(120)
    expect(await phone.shown()).toMatchObject({ devices: [{ state: 'seen', unknown_since: null }], unknown: null })
  })
})

describe('a device that was revoked while it had no network', () => {
  it('stays on the board although nothing waited on it when it last reported, until it says that nothing does', async () => {
    const phone = await reportedPhone()
    await phone.revoke()
    const before = await phone.shown()
    expect(before.devices).toEqual([])
    expect(before.ended_devices).toMatchObject([
      {
        name: 'north helper',
        gate: 'צפון',
        cause: 'revoked',
        pending: 0,
        unknown_since: phone.reportedAt,
        sends_until: expect.any(String),
      },
    ])
    expect(before.unknown).toEqual({ devices: 1, since: phone.reportedAt })
    expect((await phone.handOver(0)).status).toBe(200)
    expect(await phone.shown()).toMatchObject({ ended_devices: [], unknown: null })
  })

  it('says what it has before it sends, and is gone once all of it has come', async () => {
    const phone = await reportedPhone()
    await phone.revoke()
    await phone.handOver(3)
    expect((await phone.shown()).ended_devices).toMatchObject([{ pending: 3, unknown_since: null }])
    await phone.send(2)
    expect((await phone.shown()).ended_devices).toMatchObject([{ pending: 1, unknown_since: null }])
    await phone.handOver(0)
    expect((await phone.shown()).ended_devices).toEqual([])
  })

  it('stays unknown where it was lost, or a day has passed, since nothing is taken from it any more', async () => {
    const old = await reportedPhone()
    await old.revoke()
    const revokedAt = world.clock.now()
    world.clock.advance(25 * 3600)
    const late = await old.handOver(0)
    world.clock.set(revokedAt)
    expect(late.body).toMatchObject({ error: { code: 'gate_device_ended' } })
    const lost = await reportedPhone()
    await lost.revoke(true)
    expect((await lost.handOver(0)).body).toMatchObject({ error: { code: 'gate_device_ended' } })
    expect((await lost.shown()).ended_devices).toMatchObject([{ unknown_since: lost.reportedAt, sends_until: null }])
  })

  it('is closed by a manager with a reason, in the security log, and comes back with scans that wait after all', async () => {
    const phone = await reportedPhone()
    expect((await phone.close()).body.data).toMatchObject([{ state: 'active' }])
    await phone.revoke()
    expect((await phone.close(evening.lead)).status).toBe(403)
    expect((await phone.close(as(evening.owner), ' ')).status).toBe(422)
    expect((await phone.shown()).ended_devices).toHaveLength(1)
    expect((await Promise.all([phone.close(), phone.close()])).map(({ status }) => status)).toEqual([200, 200])
    expect(await phone.shown()).toMatchObject({ ended_devices: [], unknown: null })
    const acts = await world.db
      .selectFrom('security_log')
      .select(['detail', 'user_id'])
      .where('act', '=', 'gate_device.closed')
      .execute()
    expect(acts).toMatchObject([{ detail: { note: 'הטלפון נמצא, ולא נסרק בו דבר' }, user_id: expect.any(String) }])
    await phone.handOver(2)
    expect((await phone.shown()).ended_devices).toMatchObject([{ pending: 2, unknown_since: null }])
  })

  it('is the only one that hands over: one that is active reports, and a member has nothing to hand over', async () => {
    const phone = await reportedPhone()
    expect((await phone.handOver(0)).body).toMatchObject({ error: { code: 'conflict' } })
    const asMember = await world.call(handOverGateScans, {
      ...evening.scanner,
      params: { uuid: phone.sold.event.uuid },
      body: { waiting: 0 },
    })
    expect(asMember.body).toMatchObject({ error: { code: 'conflict' } })
  })
})

describe('a device whose time is over', () => {
  it('is on the board like one that was revoked, and no longer among those at the gate', async () => {
    const phone = await reportedPhone(0, 10)
    world.clock.advance(600)
    const { devices, ended_devices: ended } = await phone.shown()
    expect([devices.length, ended]).toMatchObject([0, [{ cause: 'expired', unknown_since: phone.reportedAt }]])
    expect((await phone.handOver(0)).status).toBe(200)
    expect((await phone.shown()).ended_devices).toEqual([])
  })
})
