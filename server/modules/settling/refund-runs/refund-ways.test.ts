import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { pastSale } from '../../../testing/past-sales.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { itemsOfRun, previewedRun } from '../../../testing/refund-runs.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the preview of a run', () => {
  it('has instalments and Bit apart from other cards, in its sums and of each order', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const on = { eventId: event.uuid, typeId: type.uuid }
    for (const paid of [{ installments: 3 }, { wallet: 'bit' as const }, {}, {}])
      await pastSale(world, owner, on, { total: 149_00, ...paid })
    const run = await previewedRun(world, owner, event)
    expect(run.preview.by_way).toEqual([
      { way: 'card', orders: 2, amount: 298 },
      { way: 'installments', orders: 1, amount: 149 },
      { way: 'bit', orders: 1, amount: 149 },
    ])
    const ways = [...(await itemsOfRun(world, owner, run)).values()].flatMap(({ by_way: own }) => own)
    expect(ways.map(({ way }) => way).toSorted()).toEqual(['bit', 'card', 'card', 'installments'])
  })
})
