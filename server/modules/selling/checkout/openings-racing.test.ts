import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { listEventSeats, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { inTurn, requestSeats, seatBooksOf, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

/** Short, so that the producer stays signed in. */
const MINUTE = 60

let world: World
let secondWorld: World
let owner: Producer
let hall: SeatedEvent
let at: string
beforeAll(async () => {
  world = await openWorld()
  secondWorld = await openWorld({ beside: world })
})
beforeEach(async () => {
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { rows: [{}, {}] })
  at = new Date(world.clock.now().getTime() + MINUTE * 1000).toISOString()
  const set = await change(world, { seat_uuids: [0, 1, 2, 3].map(hall.seat), channel: 'house', opens_at: at })
  expect(set.status).toBe(200)
  world.clock.advance(MINUTE)
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

const change = (server: World, body: BodyIn<typeof updateEventSeats>) =>
  server.call(updateEventSeats, { ...as(owner), params: { uuid: hall.event.uuid }, body })
/** One job of one server, for whatever is due. */
const open = async (server: World) => {
  await server.platform.jobs.enqueue(server.db, 'seats.open', { eventId: hall.event.uuid })
  return server.platform.jobs.drain({ names: ['seats.open'] })
}

const standings = async (): Promise<string[]> => {
  const query = { per_page: 100 }
  const { data } = (await world.call(listEventSeats, { ...as(owner), params: { uuid: hall.event.uuid }, query })).body
  return data
    .slice(0, 4)
    .map(({ standing, opens_at: time }) => (time === null ? standing : `${standing} until ${time}`))
}
const openedRows = async (): Promise<number[]> => {
  const { rows } = await sql<{ seats: number }>`
    select (data ->> 'seats')::int as seats from events_log
    where type = 'seats.opened' and event_id = ${hall.event.uuid} order by id`.execute(world.db)
  return rows.map(({ seats }) => seats)
}
const expectBalanced = async (): Promise<void> => {
  const books = await seatBooksOf(world, hall.event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: books.tickets })
  expect([books.heldInStock, books.soldInStock]).toEqual([books.held, books.sold])
}

it('two jobs of two servers in one instant open each seat once and record it once', async () => {
  const both = await inTurn(
    world,
    hall,
    () => open(world),
    () => open(secondWorld),
  )
  expect(both).toEqual([
    { completed: 1, failed: 0 },
    { completed: 1, failed: 0 },
  ])
  expect(await standings()).toEqual(['free', 'free', 'free', 'free'])
  expect(await openedRows()).toEqual([4])
})

it('seats that are closed just before the job stay closed', async () => {
  const [closed] = await inTurn(
    world,
    hall,
    () => change(secondWorld, { seat_uuids: [0, 1].map(hall.seat), for_sale: false }),
    () => open(world),
  )
  expect(closed.status).toBe(200)
  expect(await standings()).toEqual(['blocked', 'blocked', 'free', 'free'])
  expect(await openedRows()).toEqual([2])
})

it('seats that are closed just after the job are closed', async () => {
  const [, closed] = await inTurn(
    world,
    hall,
    () => open(world),
    () => change(secondWorld, { seat_uuids: [0, 1].map(hall.seat), for_sale: false }),
  )
  expect(closed.status).toBe(200)
  expect(await standings()).toEqual(['blocked', 'blocked', 'free', 'free'])
  expect(await openedRows()).toEqual([4])
})

it('a later time is taken just before the job, and refused just after it', async () => {
  const later = new Date(world.clock.now().getTime() + MINUTE * 1000).toISOString()
  const [taken] = await inTurn(
    world,
    hall,
    () => change(secondWorld, { seat_uuids: [hall.seat(0)], opens_at: later }),
    () => open(world),
  )
  expect(taken.status).toBe(200)
  expect(await standings()).toEqual([`house until ${later}`, 'free', 'free', 'free'])
  world.clock.advance(MINUTE)
  const again = new Date(world.clock.now().getTime() + MINUTE * 1000).toISOString()
  const [, refused, byOpening] = [
    ...(await inTurn(
      world,
      hall,
      () => open(world),
      () => change(secondWorld, { seat_uuids: [hall.seat(0)], opens_at: again }),
    )),
    await change(world, { opening: later, opens_at: again }),
  ]
  expect(refused.error?.detail).toEqual({ 'seat_uuids.0': ['already_for_sale'] })
  expect(byOpening.error?.detail).toEqual({ opening: ['unknown_option'] })
  expect(await standings()).toEqual(['free', 'free', 'free', 'free'])
})

it('a buyer just after the job has the seats, though both servers remember them as closed', async () => {
  for (const server of [world, secondWorld])
    expect((await requestSeats(server, hall, [hall.seat(0)])).error?.code).toBe('seat_taken')
  const [, cart] = await inTurn(
    world,
    hall,
    () => open(world),
    () => requestSeats(secondWorld, hall, [0, 1].map(hall.seat)),
  )
  expect(cart.status).toBe(201)
  expect(await standings()).toEqual(['held', 'held', 'free', 'free'])
  await expectBalanced()
})

it('a buyer just before the job is refused, and the next one has the seats', async () => {
  const [cart] = await inTurn(
    world,
    hall,
    () => requestSeats(secondWorld, hall, [0, 1].map(hall.seat)),
    () => open(world),
  )
  expect(cart.error?.code).toBe('seat_taken')
  expect((await requestSeats(secondWorld, hall, [0, 1].map(hall.seat))).status).toBe(201)
  expect(await standings()).toEqual(['held', 'held', 'free', 'free'])
  await expectBalanced()
})

it('buyers, jobs and the producer at once leave each seat with one of them', async () => {
  const seats = [0, 1, 2, 3]
  const results = await Promise.all([
    ...seats.flatMap((seat) =>
      [world, secondWorld, world].map(async (server) => (await requestSeats(server, hall, [hall.seat(seat)])).status),
    ),
    open(world).then(({ failed }) => failed),
    open(secondWorld).then(({ failed }) => failed),
    change(secondWorld, { seat_uuids: seats.map(hall.seat), channel: 'house' }).then(({ status }) => status),
    ...seats.map(async (seat) => (await requestSeats(secondWorld, hall, [hall.seat(seat)])).status),
  ])
  expect(results.filter((status) => ![0, 200, 201, 409].includes(status))).toEqual([])
  await expectBalanced()
  const after = await standings()
  expect(after.filter((standing) => standing === 'held')).toHaveLength(
    results.filter((status) => status === 201).length,
  )
  expect(after.filter((standing) => !['held', 'free', 'house'].includes(standing))).toEqual([])
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(world.db)
  expect(rows[0]?.deadlocks).toBe(0)
})
