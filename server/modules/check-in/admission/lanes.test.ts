import { admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
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
})
