import {
  handOverGateScans,
  listGateDevices,
  reportGateDevice,
  revokeGateDevices,
} from '@kartis/contract/gate-devices.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
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

type LossReport = Pick<BodyIn<typeof reportGateDevice>, 'sequence' | 'lost' | 'device_id' | 'name'>

const [FROM, TO] = ['2026-11-20T18:41:00.000Z', '2026-11-20T18:55:00.000Z']

/** A device of one evening at an event with six sold tickets. */
const openGate = async () => {
  const sold = await soldEventOf(world, evening.owner, 6)
  const params = { uuid: sold.event.uuid }
  const { token, uuid } = await joinedDevice(world, evening.owner, sold.event, 'north', {})
  const report = (who: { token: string; account?: string }, loss: LossReport) =>
    world.call(reportGateDevice, {
      ...who,
      params,
      body: { pending: 0, battery: null, sent_at: world.clock.now().toISOString(), list_at: null, ...loss },
    })
  return {
    sold,
    uuid,
    report: (loss: LossReport) => report({ token }, loss),
    reportAsMember: (loss: LossReport) => report(evening.scanner, loss),
    /** Uploads an entry of this number under the name of the device. */
    sendAsMember: (seq: number) =>
      uploadTo(world, evening.scanner, sold.event, uuid, [evening.entry(seq, nth(sold, seq - 1).code, 0.1)]),
    /** Uploads entries under these numbers of its sequence. */
    send: (...seqs: number[]) =>
      uploadTo(
        world,
        { token, account: evening.owner.account.uuid },
        sold.event,
        uuid,
        seqs.map((seq) => evening.entry(seq, nth(sold, seq - 1).code, 0.1)),
      ),
    shown: async () => (await evening.shownTo(sold)).devices.find((device) => device.uuid === uuid)?.missing,
    listed: async () =>
      (await world.call(listGateDevices, { ...as(evening.owner), params })).body.data.find(
        (device) => device.uuid === uuid,
      )?.missing,
    revoke: () =>
      world.call(revokeGateDevices, { ...as(evening.owner), params, body: { device_uuids: [uuid], lost: false } }),
    handOver: (loss: LossReport) => world.call(handOverGateScans, { token, params, body: { waiting: 0, ...loss } }),
  }
}

describe('scans that a device no longer has', () => {
  it('and that never arrived are on the board and in the list of devices, with their place in its sequence', async () => {
    const gate = await openGate()
    await gate.send(1, 2, 5)
    await gate.report({ sequence: { first: 1, through: 5 } })
    const missing = { count: 2, numbers: { first: 3, last: 4 }, from: null, to: null }
    expect(await gate.shown()).toEqual(missing)
    expect(await gate.listed()).toEqual(missing)
  })

  it('are missing at the end of its sequence too, and no longer once they arrive', async () => {
    const gate = await openGate()
    await gate.send(1)
    await gate.report({ sequence: { first: 1, through: 3 } })
    expect(await gate.shown()).toMatchObject({ count: 2, numbers: { first: 2, last: 3 } })
    await gate.send(2, 3)
    expect(await gate.shown()).toBeNull()
  })

  it('are not missing while they wait on it, where it gave a number to no scan, and where it began later', async () => {
    const gate = await openGate()
    await gate.send(3)
    await gate.report({ sequence: { first: 2, through: 3, unused: [2] } })
    expect(await gate.shown()).toBeNull()
    // 4 and 5 wait on it.
    await gate.send(6)
    await gate.report({ sequence: { first: 2, through: 3 } })
    expect(await gate.shown()).toBeNull()
  })

  it('are counted once where the device says that its browser has thrown them away, with their times', async () => {
    const gate = await openGate()
    await gate.send(1, 5)
    for (let again = 0; again < 2; again += 1)
      await gate.report({ sequence: { first: 1, through: 5 }, lost: { count: 3, from: FROM, to: TO } })
    expect(await gate.shown()).toEqual({ count: 3, numbers: { first: 2, last: 4 }, from: FROM, to: TO })
    // An earlier report that arrives late takes nothing back.
    await gate.report({ lost: { count: 1, from: FROM, to: FROM } })
    expect(await gate.shown()).toMatchObject({ count: 3, to: TO })
  })

  it('keep a device whose permission is over on the board', async () => {
    const gate = await openGate()
    await gate.report({})
    await gate.revoke()
    await gate.handOver({ lost: { count: 2, from: FROM, to: TO } })
    const { ended_devices: ended } = await evening.shownTo(gate.sold)
    expect(ended).toMatchObject([{ pending: 0, unknown_since: null, missing: { count: 2, from: FROM, to: TO } }])
  })

  it('are said by the device alone: the phone of a member says nothing of it by taking its name', async () => {
    const gate = await openGate()
    await gate.send(1)
    await gate.reportAsMember({ device_id: gate.uuid, name: 'צפון', sequence: { first: 1, through: 40 } })
    expect(await gate.shown()).toBeNull()
    await gate.report({ sequence: { first: 1, through: 3 } })
    await gate.sendAsMember(2)
    expect(await gate.shown()).toMatchObject({ count: 2 })
  })

  it('put the phone of a member on the board of which nothing else arrived', async () => {
    const gate = await openGate()
    const lost = { count: 3, from: FROM, to: TO }
    await gate.reportAsMember({ device_id: 'phone 7', name: 'דנה לוי', lost })
    const { devices } = await evening.shownTo(gate.sold)
    expect(devices).toContainEqual(
      expect.objectContaining({ uuid: null, name: 'דנה לוי', scans: 0, missing: { ...lost, numbers: null } }),
    )
  })
})
