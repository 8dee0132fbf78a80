import { ticketsPdf } from '@kartis/contract/public-orders.ts'
import { TICKETS_PDF } from '@kartis/domain/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../../../../testing/events.ts'
import { freeOrder, holding } from '../../../../testing/orders.ts'
import { type Producer, producer } from '../../../../testing/people.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const bought = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  return freeOrder(world, event.uuid, { [type.uuid]: 1 })
}

const printed = (order: { uuid: string; token: string }, network: string) =>
  world.call(ticketsPdf, { ...holding(order), query: {}, headers: { 'x-forwarded-for': network } })

/** As if `count` calls of the key had been made in its window. */
const alreadyCounted = (key: string, count: number) =>
  world.db
    .insertInto('rate_counters')
    .values({
      key: world.platform.keys.hmac('rate', key),
      count,
      resets_at: new Date(world.clock.now().getTime() + 600_000),
    })
    .execute()

it('one order is asked for sixty times in ten minutes, from all networks together', async () => {
  const order = await bought()
  await alreadyCounted(`tickets-pdf:order:${order.uuid}`, TICKETS_PDF.order.max - 1)
  expect((await printed(order, '203.0.113.1')).status).toBe(200)
  const refused = await printed(order, '203.0.113.2')
  expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  world.clock.advance(601)
  expect((await printed(order, '203.0.113.2')).status).toBe(200)
})

it('one network has three hundred orders rendered in ten minutes; what is rendered already is sent to it, and others are not affected', async () => {
  const [first, second] = [await bought(), await bought()]
  await alreadyCounted('tickets-pdf:network:203.0.113.3', TICKETS_PDF.network.max - 1)
  expect((await printed(first, '203.0.113.3')).status).toBe(200)
  expect((await printed(first, '203.0.113.3')).status).toBe(200)
  expect((await printed(second, '203.0.113.3')).error?.code).toBe('too_many_requests')
  expect((await printed(second, '203.0.113.4')).status).toBe(200)
})
