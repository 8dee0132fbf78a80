import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { changeTickets, pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { as } from '../../../testing/events.ts'
import { holding, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { requestBest, requestSeats, seatBooksOf, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

const key = randomBytes(32).toString('base64')
let world: World
let owner: Producer
let secondWorld: World
beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: key } })
  owner = await producer(world)
  secondWorld = await openWorld({ beside: world, env: { KARTIS_KEY: key } })
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

/** Repeatable numbers from 0 to 1. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const expectBalanced = async (hall: SeatedEvent): Promise<void> => {
  const books = await seatBooksOf(world, hall.event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: books.tickets })
  expect([books.heldInStock, books.soldInStock]).toEqual([books.held, books.sold])
}

it('after random buyers and producers at two servers, seats are those of orders, counters and tickets', async () => {
  const hall = await seatedEvent(world, owner, {
    price: 0,
    rows: [{}, {}, {}, {}],
    rules: { orphans: 'gentle' },
  })
  const random = randomFrom(20_261_123)
  const pick = (count: number): number => Math.floor(random() * count)
  const seatsFrom = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => hall.seat((first + index) % 40))
  const buyer = async (): Promise<number> => {
    const server = random() < 0.5 ? world : secondWorld
    const [first, count, next, fate] = [pick(40), 1 + pick(3), pick(40), random()]
    const answer =
      random() < 0.4
        ? await requestBest(server, hall, count)
        : await requestSeats(server, hall, seatsFrom(first, count))
    if (answer.error) return answer.status
    const order = answer.body.data
    const item = { events_ticket_uuid: hall.type.uuid, quantity: count, seat_uuids: seatsFrom(next, count) }
    if (fate < 0.4) await server.call(changeTickets, { ...holding(order), body: { items: [item] } })
    if (fate < 0.25) await server.call(releaseOrder, holding(order))
    else if (fate < 0.7) {
      await withDetails(server, order)
      expect((await server.call(pay, holding(order))).status).toBe(200)
      if (fate < 0.5)
        await world.call(cancelOrder, {
          ...as(owner),
          params: { uuid: order.uuid },
          body: { refund: false, reason: '' },
        })
    }
    return answer.status
  }
  const statuses = new Set<number>()
  for (let round = 0; round < 4; round++) {
    for (const status of await Promise.all(Array.from({ length: 25 }, buyer))) statuses.add(status)
    await expectBalanced(hall)
    world.clock.advance(601)
    if (round % 2 === 0) await expireOrders(world.platform, world.payments)
    await expectBalanced(hall)
  }
  expect(statuses).toEqual(new Set([201, 409]))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(world.db)
  expect(rows[0]?.deadlocks).toBe(0)
})

it('a server that is killed amid batches loses no seat and sells none twice', async () => {
  const hall = await seatedEvent(world, owner, { price: 0, rows: Array.from({ length: 16 }, () => ({})) })
  const acknowledged = new Map<string, readonly string[]>()
  const reserve = async (server: Child, first: number): Promise<void> => {
    const seat_uuids = [hall.seat(first), hall.seat(first + 1)]
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids }]
    const answer = await fetch(`${server.url}/api/v1/public/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event_uuid: hall.event.uuid, items }),
    })
    const { data } = (await answer.json()) as { data?: { uuid: string } }
    if (data) acknowledged.set(data.uuid, seat_uuids)
  }
  const env = { DATABASE_URL: world.url, DATA_DIR: world.platform.settings.dataDir, KARTIS_KEY: key }
  // The last server is killed after its answers, on seats that no reservation without an answer may hold.
  for (const { wait, from } of [{ wait: 60, from: 0 }, { wait: 160, from: 0 }, { from: 80 }]) {
    const server = await startChild(await freePort(), env)
    const buyers = Promise.allSettled(
      Array.from({ length: 60 }, (_, place) => reserve(server, from + ((place * 7) % 79))),
    )
    if (wait === undefined) await buyers
    else await sleep(wait)
    await server.kill()
    await buyers
  }
  await expectBalanced(hall)
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const [order, seats] of acknowledged) {
    const rows = await world.db.selectFrom('event_seats').select('seat_no').where('order_id', '=', order).execute()
    expect(rows).toHaveLength(seats.length)
  }
})
