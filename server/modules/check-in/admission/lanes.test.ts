import { admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  entryBefore,
  joinedDevice,
  leadOf,
  nth,
  scan,
  scannerOf,
  soldEventOf,
  uploadTo,
} from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

const setLanes = (event: { readonly uuid: string }, check_in: { offline: 'trust' | 'lanes'; lanes?: number }) =>
  world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings: { check_in } } })

describe('the lanes of an event', () => {
  it('reach its devices, and only leads may override them', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const listFor = async (who: typeof scanner) =>
      (await world.call(admissionList, { ...who, params: { uuid: sold.event.uuid }, query: {} })).body.data
    expect(await listFor(scanner)).toMatchObject({ event: { lanes: null }, can: { override_lane: false } })
    expect((await setLanes(sold.event, { offline: 'lanes', lanes: 3 })).status).toBe(200)
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    expect(await listFor(lead)).toMatchObject({ event: { lanes: 3 }, can: { override_lane: true } })
    await setLanes(sold.event, { offline: 'trust' })
    expect((await listFor(scanner)).event.lanes).toBeNull()
    expect((await setLanes(sold.event, { offline: 'lanes', lanes: 1 })).error?.code).toBe('validation')
  })

  it('are counted by whoever divides the guests among them: there is no number without a word', async () => {
    const sold = await soldEventOf(world, owner, 1)
    expect((await setLanes(sold.event, { offline: 'lanes' })).error).toMatchObject({
      code: 'validation',
      detail: { 'settings.check_in.lanes': ['required'] },
    })
  })

  it('are at a gate only where the event has them, each at one gate', async () => {
    const { event } = await soldEventOf(world, owner, 1)
    const set = async (settings: BodyIn<typeof updateEvent>['settings']) => {
      const reply = await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings } })
      return reply.error?.detail ?? reply.status
    }
    const gates = (...lanes: number[][]) => lanes.map((own, place) => ({ name: `gate ${place + 1}`, lanes: own }))
    expect(await set({ check_in: { offline: 'lanes', lanes: 8 } })).toBe(200)
    expect(await set({ gates: gates([1, 2], [8, 9]) })).toEqual({ 'settings.gates.1.lanes.1': ['too_big'] })
    expect(await set({ gates: gates([1, 2], [2]) })).toEqual({ 'settings.gates.1.lanes.0': ['duplicate'] })
    expect(await set({ gates: gates([1, 2], [8]) })).toBe(200)
    expect(await set({ check_in: { offline: 'lanes', lanes: 7 } })).toEqual({
      'settings.check_in.lanes': ['too_small'],
    })
    expect(await set({ check_in: { offline: 'lanes', lanes: 7 }, gates: gates([1, 2], [7]) })).toBe(200)
    expect(await set({ check_in: { offline: 'trust' } })).toBe(200)
  })

  it('are on each ticket of the order of a buyer, and matter to nobody online', async () => {
    const sold = await soldEventOf(world, owner, 1)
    await setLanes(sold.event, { offline: 'lanes', lanes: 8 })
    const type = nth(sold, 0).events_ticket_uuid
    const order = await freeOrder(world, sold.event.uuid, { [type]: 3 })
    const plan = { count: 8, gates: [] }
    expect(order.tickets.map(({ lane }) => lane)).toEqual(order.tickets.map(({ uuid }) => laneOf(plan, uuid, type)))
    for (const { code } of order.tickets) expect((await scan(world, scanner, sold.event, code)).status).toBe(200)
  })

  it('are overridden on record: who let the ticket in, by which device, at which gate and when', async () => {
    const sold = await soldEventOf(world, owner, 2)
    await setLanes(sold.event, { offline: 'lanes', lanes: 3 })
    const member = await leadOf(world, owner)
    const lead = { token: member.token, account: owner.account.uuid }
    const helper = await joinedDevice(world, owner, sold.event, 'צפון', { role: 'supervisor', gate: 'צפון' })
    world.clock.advance(120)
    const more = { reason: 'lane_override' as const, gate: 'דרום' }
    const [byMember, byHelper] = [
      entryBefore(world, 1, { device_seq: 1, ticket_uuid: nth(sold, 0).code, ...more }),
      entryBefore(world, 1, { device_seq: 1, ticket_uuid: nth(sold, 1).code, ...more }),
    ]
    await uploadTo(world, lead, sold.event, 'phone 7', [byMember])
    await uploadTo(world, { ...helper, account: owner.account.uuid }, sold.event, helper.uuid, [byHelper])
    const logged = await world.db
      .selectFrom('scans')
      .select(['id', 'verdict', 'reason', 'user_id', 'device_id', 'gate', 'scanned_at', 'received_at', 'origin'])
      .where('event_id', '=', sold.event.uuid)
      .where('reason', '=', 'lane_override')
      .execute()
    const at = { verdict: 'admitted', scanned_at: new Date(byMember.scanned_at), received_at: expect.any(Date) }
    expect(logged).toHaveLength(2)
    expect(logged).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...at, id: byMember.scan_uuid, user_id: member.user.uuid, device_id: 'phone 7' }),
        // Of a device its own gate counts, and its helper is known by the device.
        expect.objectContaining({ ...at, id: byHelper.scan_uuid, user_id: null, device_id: helper.uuid, gate: 'צפון' }),
      ]),
    )
    expect(logged.map(({ origin }) => origin?.role)).toEqual(['supervisor', 'supervisor'])
  })
})
