import { randomUUID } from 'node:crypto'
import { undoScan } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { admitOfConflict } from '@kartis/contract/gate-board.ts'
import { handOverGateScans, reportGateDevice, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { cancelOrder, reissueOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinedDevice, nth, scan, soldEventOf, uploadTo } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type OpenBoard, openBoard, type Sold } from '../../../testing/gate-board.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let evening: OpenBoard

beforeAll(async () => {
  world = await openWorld()
  evening = await openBoard(world)
})
afterAll(() => world.close())

describe('the entries of gates', () => {
  it('a device has the entries that stand: not those that were taken back', async () => {
    const sold = await soldEventOf(world, evening.owner, 2)
    await evening.upload(sold, 'west', [
      evening.entry(1, nth(sold, 0).code, 6, { gate: 'מערב' }),
      evening.entry(2, nth(sold, 1).code, 3, { gate: 'מערב' }),
    ])
    const entries = async () => (await evening.shownTo(sold)).devices.map((device) => [device.scans, device.entries])
    expect(await entries()).toEqual([[2, 2]])
    await world.call(undoScan, {
      ...as(evening.owner),
      params: { uuid: sold.event.uuid },
      body: { ticket_uuid: nth(sold, 1).code },
    })
    expect((await entries()).map(([, standing]) => standing)).toContain(1)
    expect((await entries()).map(([, standing]) => standing)).not.toContain(2)
  })

  it('counts a ticket once at the gates, whichever of two entries arrived first, also with its conflict closed', async () => {
    const sold = await soldEventOf(world, evening.owner, 3)
    await evening.upload(sold, 'west', [
      evening.entry(1, nth(sold, 0).code, 6, { gate: 'מערב' }),
      evening.entry(2, nth(sold, 1).code, 3, { gate: 'מערב' }),
      evening.entry(3, nth(sold, 2).code, 3, { gate: 'מערב' }),
    ])
    await evening.upload(sold, 'east', [
      evening.entry(1, nth(sold, 0).code, 3, { gate: 'מזרח' }),
      evening.entry(2, nth(sold, 1).code, 6, { gate: 'מזרח' }),
    ])
    const sums = async () => {
      const { counters, gates } = await evening.shownTo(sold)
      const minutes = gates.flatMap(({ per_minute }) => per_minute)
      return {
        inside: counters.total_scanned,
        gates: gates.map(({ name, entered }) => [name, entered]),
        minutes: minutes.reduce((sum, count) => sum + count, 0),
      }
    }
    const gates = [
      ['מערב', 2],
      ['מזרח', 1],
    ]
    const once = { inside: 3, gates, minutes: 3 }
    expect(await sums()).toEqual(once)
    for (const { scan_uuid } of (await evening.shownTo(sold)).conflicts.items) {
      await evening.explain(sold, scan_uuid)
      await evening.close(sold, scan_uuid)
    }
    expect(await sums()).toEqual(once)
    // Whom a evening.lead lets out again is outside for the gates as well.
    await world.call(undoScan, {
      ...as(evening.owner),
      params: { uuid: sold.event.uuid },
      body: { ticket_uuid: nth(sold, 1).code },
    })
    expect(await sums()).toEqual({ inside: 2, gates: gates.slice(0, 1), minutes: 2 })
  })

  it('counts nobody at the gates whose ticket was cancelled after it had entered', async () => {
    const sold = await soldEventOf(world, evening.owner, 2)
    await evening.upload(sold, 'west', [
      evening.entry(1, nth(sold, 0).code, 6, { gate: 'מערב' }),
      evening.entry(2, nth(sold, 1).code, 3, { gate: 'מערב' }),
    ])
    await world.call(cancelOrder, {
      ...as(evening.owner),
      params: { uuid: sold.order },
      body: { ticket_uuids: [nth(sold, 0).uuid], refund: false },
    })
    expect(await evening.shownTo(sold)).toMatchObject({ counters: { total_scanned: 1 }, gates: [{ entered: 1 }] })
  })
})

/** A phone that joined, and scanned once before it was revoked and twice after that. */
const revokedPhone = async (lost = false) => {
  const sold = await soldEventOf(world, evening.owner, 3)
  const phone = await joinedDevice(world, evening.owner, sold.event, 'north', { gate: 'צפון' })
  const gate = { token: phone.token, account: evening.owner.account.uuid }
  world.clock.advance(30)
  await world.call(reportGateDevice, {
    token: phone.token,
    params: { uuid: sold.event.uuid },
    body: { pending: 3, battery: 80, sent_at: world.clock.now().toISOString(), list_at: null },
  })
  await world.call(revokeGateDevices, {
    ...as(evening.owner),
    params: { uuid: sold.event.uuid },
    body: { device_uuids: [phone.uuid], lost },
  })
  world.clock.advance(30)
  const send = () =>
    uploadTo(world, gate, sold.event, phone.uuid, [
      evening.entry(1, nth(sold, 0).code, 0.75),
      evening.entry(2, nth(sold, 1).code, 0.25),
      evening.entry(3, nth(sold, 2).code, 0.1),
    ])
  /** Says that nothing waits any more. */
  const handOver = () =>
    world.call(handOverGateScans, { token: phone.token, params: { uuid: sold.event.uuid }, body: { waiting: 0 } })
  return { sold, send, handOver }
}

type AdmitBody = BodyIn<typeof admitOfConflict>
const admit = (
  { event }: Sold,
  scan_uuid: string,
  { who = evening.lead, body = { reason: 'approved', note: 'ראיתי את האורח בפנים' } as AdmitBody } = {},
) => world.call(admitOfConflict, { ...who, params: { uuid: event.uuid, scan_uuid }, body })

describe('scans of a phone that was revoked meanwhile', () => {
  it('are on the board as waiting until they come, and then each as what became of it', async () => {
    const { sold, send, handOver } = await revokedPhone()
    const before = await evening.shownTo(sold)
    expect(before.ended_devices).toMatchObject([
      { name: 'north helper', gate: 'צפון', pending: 3, sends_until: expect.any(String) },
    ])
    expect(before.devices).toEqual([])
    expect((await send()).status).toBe(200)
    await handOver()
    const after = await evening.shownTo(sold)
    expect(after.ended_devices).toEqual([])
    // What it scanned before is an entry, what it scanned after that waits for somebody.
    expect(after.counters.total_scanned).toBe(1)
    expect(
      after.conflicts.items.map(({ ticket_number: number, kind, can_admit }) => [number, kind, can_admit]),
    ).toEqual(
      expect.arrayContaining([
        [nth(sold, 1).number, 'untimely', true],
        [nth(sold, 2).number, 'untimely', true],
      ]),
    )
  })

  it('do not come any more where it was lost, and the board says so', async () => {
    const { sold, send } = await revokedPhone(true)
    expect((await send()).status).toBe(401)
    expect((await evening.shownTo(sold)).ended_devices).toMatchObject([{ pending: 3, sends_until: null }])
  })

  it('let their guests in by hand, once, with a reason, which explains them', async () => {
    const { sold, send } = await revokedPhone()
    await send()
    const [first, second] = (await evening.shownTo(sold)).conflicts.items
    const uuid = first?.scan_uuid ?? ''
    const answers = await Promise.all([admit(sold, uuid), admit(sold, uuid), admit(sold, uuid)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body.data).toMatchObject({
      state: 'explained',
      reason: 'admitted',
      note: 'ראיתי את האורח בפנים',
      can_admit: false,
      ticket: { status: 'valid', redeemed_at: world.clock.now().toISOString() },
    })
    const shown = await evening.shownTo(sold)
    expect(shown.counters.total_scanned).toBe(2)
    expect(shown.gates.reduce((sum, { entered }) => sum + entered, 0)).toBe(2)
    const rows = await world.db
      .selectFrom('scans')
      .select(['reason', 'user_id', 'verdict'])
      .where('event_id', '=', sold.event.uuid)
      .where('reason', 'is not', null)
      .execute()
    expect(rows).toEqual([{ reason: 'approved', user_id: expect.any(String), verdict: 'admitted' }])
    expect((await evening.close(sold, uuid)).status).toBe(200)
    expect((await admit(sold, second?.scan_uuid ?? '', { body: {} as AdmitBody })).status).toBe(422)
  })

  it('let nobody in whose ticket has entered or was cancelled since', async () => {
    const { sold, send } = await revokedPhone()
    await send()
    const { items } = (await evening.shownTo(sold)).conflicts
    const scanOf = (place: number) =>
      items.find(({ ticket_number: number }) => number === nth(sold, place).number)?.scan_uuid ?? ''
    await scan(world, evening.scanner, sold.event, nth(sold, 1).code)
    expect((await admit(sold, scanOf(1))).body).toMatchObject({ error: { code: 'S2' } })
    await world.call(cancelOrder, {
      ...as(evening.owner),
      params: { uuid: sold.order },
      body: { ticket_uuids: [nth(sold, 2).uuid], refund: false },
    })
    expect((await admit(sold, scanOf(2))).body).toMatchObject({ error: { code: 'S3' } })
    const after = (await evening.shownTo(sold)).conflicts.items
    expect(after.map(({ can_admit, state }) => [can_admit, state])).toEqual([
      [false, 'open'],
      [false, 'open'],
    ])
  })

  it('let nobody in whose ticket was issued anew since: somebody else may hold it', async () => {
    const { sold, send } = await revokedPhone()
    await send()
    const { items } = (await evening.shownTo(sold)).conflicts
    const uuid = items.find(({ ticket_number: number }) => number === nth(sold, 1).number)?.scan_uuid ?? ''
    await world.call(reissueOrder, { ...as(evening.owner), params: { uuid: sold.order }, body: {} })
    expect((await admit(sold, uuid)).body).toMatchObject({ error: { code: 'S3', detail: { reissued: true } } })
    const after = (await evening.shownTo(sold)).conflicts.items
    expect(after.map(({ can_admit }) => can_admit)).toEqual([false, false])
  })

  it('are admitted by leads and supervising devices alone, and no other conflict is', async () => {
    const { sold, send } = await revokedPhone()
    await send()
    const { items } = (await evening.shownTo(sold)).conflicts
    const [first, second] = items.map(({ scan_uuid }) => scan_uuid)
    const device = async (role: 'scan' | 'supervisor') => ({
      token: (await joinedDevice(world, evening.owner, sold.event, role, { role })).token,
      account: evening.owner.account.uuid,
    })
    expect((await admit(sold, first ?? '', { who: evening.scanner })).status).toBe(403)
    expect((await admit(sold, first ?? '', { who: await device('scan') })).status).toBe(403)
    expect((await admit(sold, first ?? '', { who: await device('supervisor') })).status).toBe(200)
    expect((await admit(sold, randomUUID())).status).toBe(404)
    await evening.explain(sold, second ?? '')
    await evening.close(sold, second ?? '')
    expect((await admit(sold, second ?? '')).body).toMatchObject({ error: { code: 'conflict' } })
    const double = await soldEventOf(world, evening.owner, 1)
    await evening.upload(double, 'west', [evening.entry(1, nth(double, 0).code, 6)])
    await evening.upload(double, 'east', [evening.entry(1, nth(double, 0).code, 3)])
    const [other] = (await evening.shownTo(double)).conflicts.items
    expect(other).toMatchObject({ kind: 'double', can_admit: false })
    expect((await admit(double, other?.scan_uuid ?? '')).body).toMatchObject({ error: { code: 'conflict' } })
  })
})
