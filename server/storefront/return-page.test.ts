import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { reserved } from '../testing/orders.ts'
import { producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'

const CLIENT = join(import.meta.dirname, '../../storefront/dist/client')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('the return from the gateway waits for no other script than its own', async () => {
  const { event, type } = await eventOnSale(world, await producer(world))
  const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
  const { text } = await world.http('GET', `/order/checkout/${order.uuid}/return?result=fail`, undefined, {})
  const files = [...text.matchAll(/(?:href|src)="\/order\/_\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(0)
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(CLIENT, file)).length, 0)
  expect(bytes).toBeLessThan(5 * 1024)
})
