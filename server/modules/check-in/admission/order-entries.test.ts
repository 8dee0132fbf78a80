import { listOrderEntries } from '@kartis/contract/order-entries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryBefore, joinedDevice, leadOf, nth, scan, soldEventOf, uploadTo } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

describe('the entries of an order', () => {
  let world: World
  let owner: Producer
  beforeAll(async () => {
    world = await openWorld()
    owner = await producer(world)
  })
  afterAll(() => world.close())

  const entriesOf = async (order: string, who = as(owner)) =>
    world.call(listOrderEntries, { ...who, params: { uuid: order }, query: {} })

  it('say when, at which gate and by whom, and that a lead let a ticket in that was of another lane', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const helper = await joinedDevice(world, owner, sold.event, 'צפון', { role: 'supervisor', gate: 'צפון' })
    world.clock.advance(120)
    const entry = entryBefore(world, 1, {
      device_seq: 1,
      ticket_uuid: nth(sold, 0).code,
      reason: 'lane_override',
    })
    await uploadTo(world, { ...helper, account: owner.account.uuid }, sold.event, helper.uuid, [entry])
    const { body } = await entriesOf(sold.order)
    expect(body.meta.total).toBe(1)
    expect(body.data).toEqual([
      {
        scan_uuid: entry.scan_uuid,
        ticket_uuid: nth(sold, 0).uuid,
        direction: 'entry',
        scanned_at: entry.scanned_at,
        gate: 'צפון',
        device: 'צפון helper',
        reason: 'lane_override',
        note: null,
        lane_override: true,
        conflict: null,
        undone: false,
      },
    ])
  })

  it('by name in another lane have both: why no code was scanned, and that a lead overrode the lane', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    const entry = entryBefore(world, 1, {
      device_seq: 1,
      ticket_uuid: nth(sold, 0).number,
      reason: 'id_shown',
      note: 'הטלפון שבור',
      override: true,
    })
    const scanned = entryBefore(world, 1, { device_seq: 2, ticket_uuid: nth(sold, 1).code, override: true })
    await uploadTo(world, lead, sold.event, 'phone 1', [entry, scanned])
    const { body } = await entriesOf(sold.order)
    expect(body.data).toContainEqual(
      expect.objectContaining({ reason: 'id_shown', note: 'הטלפון שבור', lane_override: true, conflict: null }),
    )
    expect(body.data).toContainEqual(
      expect.objectContaining({ ticket_uuid: nth(sold, 1).uuid, reason: 'lane_override', lane_override: true }),
    )
  })

  it('of a ticket that two devices let in are both there, oldest first, and the later is a double', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    const at = (minutes: number, gate: string) =>
      entryBefore(world, minutes, { device_seq: 1, ticket_uuid: nth(sold, 0).code, gate })
    await uploadTo(world, lead, sold.event, 'phone 1', [at(14, 'מזרח')])
    await uploadTo(world, lead, sold.event, 'phone 2', [at(10, 'מערב')])
    const { body } = await entriesOf(sold.order)
    expect(body.data.map(({ gate, conflict }) => [gate, conflict])).toEqual([
      ['מזרח', null],
      ['מערב', 'double'],
    ])
  })

  it('are nothing for another producer, and refused scans are none', async () => {
    const sold = await soldEventOf(world, owner, 1)
    await scan(world, as(owner), sold.event, 'nonsense')
    expect((await entriesOf(sold.order)).body.data).toEqual([])
    expect((await entriesOf(sold.order, as(await producer(world)))).status).toBe(404)
  })
})
