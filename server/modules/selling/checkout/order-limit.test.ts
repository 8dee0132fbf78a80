import { updateEvent } from '@kartis/contract/events.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { requestReservation } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

describe('an order of a buyer', () => {
  it('has at most 50 tickets over all types and lines, unless the producer allows more', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 2000 } })
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע', sum_total_available: 2000 })
    const refusalOf = async (cart: Record<string, number>) => {
      const { status, error } = await requestReservation(world, event.uuid, cart)
      return [status, error?.code, error?.detail['limit']]
    }
    const shown = async () =>
      (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.events_tickets.map(
        ({ max_per_order }) => max_per_order,
      )
    expect(await shown()).toEqual([50, 50])
    expect(await refusalOf({ [type.uuid]: 51 })).toEqual([422, 'purchase_limit', 50])
    expect(await refusalOf({ [type.uuid]: 1000 })).toEqual([422, 'purchase_limit', 50])
    expect(await refusalOf({ [type.uuid]: 30, [other.uuid]: 21 })).toEqual([422, 'purchase_limit', 50])
    expect(await refusalOf({ [type.uuid]: 30, [other.uuid]: 20 })).toEqual([201, undefined, undefined])
    const settle = (order_limit: number | null) =>
      world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings: { order_limit } } })
    expect((await settle(501)).status).toBe(422)
    expect((await settle(200)).status).toBe(200)
    expect(await shown()).toEqual([200, 200])
    expect(await refusalOf({ [type.uuid]: 120, [other.uuid]: 80 })).toEqual([201, undefined, undefined])
    expect(await refusalOf({ [type.uuid]: 201 })).toEqual([422, 'purchase_limit', 200])
  })
})
