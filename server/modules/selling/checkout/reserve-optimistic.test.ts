import { updateTicketType } from '@kartis/contract/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { askToReserve, balanceOf, reserved } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { reserve } from './reserve.ts'

let world: World
let maker: Producer
let other: World
beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
  other = await openWorld({ beside: world })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

describe('buyers who come one after the other', () => {
  it('pay the price of their moment, also right after the producer has changed it', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { price: 100 } })
    const prices: number[] = []
    for (const price of [100, 120, 120, 90]) {
      await world.call(updateTicketType, { ...as(maker), params: { uuid: type.uuid }, body: { price } })
      prices.push((await reserved(world, event.uuid, { [type.uuid]: 1 })).total_amount)
      prices.push((await reserved(world, event.uuid, { [type.uuid]: 2 })).total_amount)
    }
    expect(prices).toEqual([100, 200, 120, 240, 120, 240, 90, 180])
  })

  it('are told the truth when another process sold the rest meanwhile', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { sum_total_available: 10 } })
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 5 }] }
    await reserve(other.platform, body, { userId: null, lang: 'he', idempotencyKey: undefined })
    const late = await askToReserve(world, event.uuid, { [type.uuid]: 2 })
    expect(late.error).toMatchObject({ code: 'sold_out', detail: { left: { [type.uuid]: 1 } } })
    expect((await askToReserve(world, event.uuid, { [type.uuid]: 1 })).status).toBe(201)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 10 })
  })
})

describe('buyers who come together', () => {
  it('are each told the number of his own order', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { sum_total_available: 200 } })
    await reserved(world, event.uuid, { [type.uuid]: 1 })
    const orders = await Promise.all(Array.from({ length: 60 }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
    const rows = await world.db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('event_id', '=', event.uuid)
      .execute()
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    expect(orders.map(({ number }) => number)).toEqual(orders.map(({ uuid }) => numbers.get(uuid)))
    expect(new Set(orders.map(({ number }) => number)).size).toBe(60)
  })

  it('do not suffer from one among them who repeats a request', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { sum_total_available: 50 } })
    const first = await askToReserve(world, event.uuid, { [type.uuid]: 3 }, 'again')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        askToReserve(world, event.uuid, { [type.uuid]: place === 7 ? 3 : 1 }, place === 7 ? 'again' : `key-${place}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(answers[7]?.body).toEqual(first.body)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3 + 19 })
  })
})
