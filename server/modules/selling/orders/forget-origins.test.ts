import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { freeOrder, reserved } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { forgetOrigins } from './forget-origins.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const origins = async (ids: readonly string[]) =>
  (
    await world.db
      .selectFrom('orders')
      .select(['id', 'network', 'buyer_name'])
      .where('id', 'in', [...ids])
      .execute()
  )
    .toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
    .map(({ network, buyer_name: name }) => [network !== null, name])

/** The ids of orders carry the real time, whatever the clock of the world says. */
const forgetAfter = (days: number): Promise<void> =>
  forgetOrigins({ db: world.db, clock: () => new Date(Date.now() + days * 86_400_000) })

test('the hashes of the network and the browser of an order are deleted after a week, and nothing else', async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const ids = [
    (await freeOrder(world, event.uuid, { [type.uuid]: 1 })).uuid,
    (await reserved(world, event.uuid, { [type.uuid]: 1 })).uuid,
  ]
  const before = await origins(ids)
  expect(before.map(([hasOrigin]) => hasOrigin)).toEqual([true, true])
  await forgetAfter(6.9)
  expect(await origins(ids)).toEqual(before)
  await forgetAfter(7.1)
  expect(await origins(ids)).toEqual(before.map(([, name]) => [false, name]))
})
