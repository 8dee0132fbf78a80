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

it('what an event asks of its orders is read once for all who ask together, and anew for the next', async () => {
  const owner = await producer(world)
  const { event } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
  const reads = createOrderReads(world.db)
  const together = await Promise.all(Array.from({ length: 10 }, () => reads.requirements(event.uuid)))
  expect(new Set(together).size).toBe(1)
  expect(together[0]).toMatchObject({ event: { id: event.uuid }, questions: [] })
  await world.db
    .updateTable('events')
    .set({ settings: JSON.stringify({ limit_per_phone: 2 }) })
    .where('id', '=', event.uuid)
    .execute()
  expect((await reads.requirements(event.uuid)).event?.settings.limit_per_phone).toBe(2)
  expect((await reads.requirements(newId())).event).toBeUndefined()
})
