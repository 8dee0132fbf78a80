import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { reserved } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { createOrderReads } from './order-reads.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('reads of one event that arrive together find each its own order, and none for a foreign id', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
  const foreign = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
  const ids: string[] = []
  for (let place = 0; place < 12; place++)
    ids.push((await reserved(world, event.uuid, { [type.uuid]: 1 + (place % 2) })).uuid)
  const reads = createOrderReads(world.db)
  const shown = await Promise.all(ids.map((orderId) => reads.shown({ eventId: event.uuid, orderId }, [])))
  expect(shown.map((found) => found?.order.id)).toEqual(ids)
  expect(shown.map((found) => found?.whole?.lines[0]?.quantity)).toEqual(ids.map((_, place) => 1 + (place % 2)))
  const plain = await Promise.all(ids.map((orderId) => reads.order({ eventId: event.uuid, orderId })))
  expect(plain.map((order) => order?.id)).toEqual(ids)
  const [orderId = ''] = ids
  expect(await reads.order({ eventId: event.uuid, orderId: newId() })).toBeUndefined()
  expect(await reads.shown({ eventId: foreign.event.uuid, orderId }, [])).toBeUndefined()
})
