import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { showOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-10T10:00:00Z', env: { BOX_OFFICE_CANCELLATION_DAYS: '14' } })
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the last day to cancel a sale at the box office', () => {
  it('is by the days that the installation names, while a sale online keeps those of the law', async () => {
    const times = { starts_at: '2026-11-29T18:00:00Z', ends_at: '2026-11-29T21:00:00Z' }
    const sale = await eventOnSale(world, owner, { event: times })
    const [online, counter] = [await boughtByCard(world, gateway, sale), await boughtByCard(world, gateway, sale)]
    await world.db.updateTable('orders').set({ channel: 'cashier' }).where('id', '=', counter.uuid).execute()
    world.clock.set(new Date('2026-11-18T10:00:00Z'))
    const of = async (order: typeof online) => (await showOrder(world, order)).cancellation
    expect(await of(online)).toMatchObject({ last_day: '2026-11-19', allowed_now: true })
    expect(await of(counter)).toMatchObject({ last_day: '2026-11-11', allowed_now: false, reason: 'late' })
  })
})
