import { leaveGate, listGateDevices } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const body = { waiting: 0 } as const

it('a device that leaves admits nobody from then on, is on no board, and the security log says so', async () => {
  const sold = await soldEventOf(world, evening.owner, 2)
  const params = { uuid: sold.event.uuid }
  const phone = await joinedDevice(world, evening.owner, sold.event, 'north', { gate: 'צפון' })
  world.clock.advance(600)
  const own = { token: phone.token, account: evening.owner.account.uuid }
  await uploadTo(world, own, sold.event, phone.uuid, [evening.entry(1, nth(sold, 0).code, 3)])
  expect((await world.call(leaveGate, { token: phone.token, params, body })).status).toBe(200)
  // Its own repeat is refused like every other call: it is a device of the gate no longer.
  expect((await world.call(leaveGate, { token: phone.token, params, body })).error?.code).toBe('gate_device_ended')
  const { devices, ended_devices: ended, counters } = await evening.shownTo(sold)
  expect([devices.map(({ uuid }) => uuid), ended, counters.total_scanned]).toEqual([[], [], 1])
  const listed = await world.call(listGateDevices, { ...as(evening.owner), params })
  expect(listed.body.data).toMatchObject([{ uuid: phone.uuid, state: 'expired', pending: 0 }])
  const log = await world.db
    .selectFrom('security_log')
    .select(['act', 'target'])
    .where('act', '=', 'gate_device.left')
    .execute()
  expect(log).toEqual([{ act: 'gate_device.left', target: phone.uuid }])
})

it('a member does not leave the gate like a device, and no device leaves while scans wait on it', async () => {
  const sold = await soldEventOf(world, evening.owner, 1)
  const params = { uuid: sold.event.uuid }
  expect((await world.call(leaveGate, { ...evening.scanner, params, body })).error?.code).toBe('conflict')
  const phone = await joinedDevice(world, evening.owner, sold.event, 'west')
  const waiting = await world.call(leaveGate, {
    token: phone.token,
    params,
    body: { waiting: 1 } as unknown as typeof body,
  })
  expect(waiting.status).toBe(422)
})
