import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from './testing/events.ts'
import { freeOrder } from './testing/orders.ts'
import { producer } from './testing/people.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('no address of the API takes the number of an order or a ticket where it names something by its uuid', () => {
  // An event is also named by its slug.
  const named = world.app.endpoints.filter(
    ({ path }) => path.includes('uuid') && !path.startsWith('/v1/public/events/'),
  )
  expect(named.length).toBeGreaterThan(100)
  for (const { method, path, params } of named)
    for (const number of ['101081', '101081-2']) {
      const values = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, number]))
      expect(params?.safeParse(values).success, `${method} ${path}`).toBe(false)
    }
})

it('an order is not shown for its number, nor for its uuid without its token', async () => {
  const { event, type } = await eventOnSale(world, await producer(world), { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  const other = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  const show = (uuid: string, orderToken?: string) =>
    world.call(showBuyerOrder, { params: { uuid }, ...(orderToken !== undefined && { orderToken }) })
  expect((await show(order.uuid, order.token)).status).toBe(200)
  expect((await show(order.number, order.token)).status).toBe(404)
  expect((await show(order.uuid, other.token)).status).toBe(404)
  expect((await show(order.uuid)).status).toBe(401)
  for (const page of ['tickets', 'receipt', 'choice', 'return'])
    expect((await world.http('GET', `/order/${page}/${order.number}`)).status).toBe(404)
})
