import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { changeTickets, releaseOrder } from '@kartis/contract/public-orders.ts'
import type { SeatChannel } from '@kartis/domain/seats.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import {
  inTurn,
  requestItems,
  requestSeats,
  seatBooksOf,
  type SeatedEvent,
  seatedEvent,
} from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

let world: World
let owner: Producer
let secondWorld: World
beforeAll(async () => {
  world = await openWorld()
  secondWorld = await openWorld({ beside: world })
})
beforeEach(async () => {
  owner = await producer(world)
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

const seatsOf = (hall: SeatedEvent, ...indexes: number[]): string[] => indexes.map(hall.seat)

const expectBalanced = async (hall: SeatedEvent): Promise<void> => {
  const books = await seatBooksOf(world, hall.event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: books.tickets })
  expect([books.heldInStock, books.soldInStock]).toEqual([books.held, books.sold])
}

const setChannel = (server: World, hall: SeatedEvent, channel: SeatChannel, ...indexes: number[]) =>
  server.call(updateEventSeats, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: { seat_uuids: seatsOf(hall, ...indexes), channel },
  })

describe('a channel that is opened while a cart is decided', () => {
  it('before the cart, gives it the seats, though both servers remember them as closed', async () => {
    const hall = await seatedEvent(world, owner)
    await setChannel(world, hall, 'house', 3, 4)
    for (const server of [world, secondWorld])
      expect((await requestSeats(server, hall, seatsOf(hall, 3, 4))).error?.code).toBe('seat_taken')
    const [opened, cart] = await inTurn(
      world,
      hall,
      () => setChannel(secondWorld, hall, 'public', 3, 4),
      () => requestSeats(world, hall, seatsOf(hall, 3, 4)),
    )
    expect([opened.status, cart.status]).toEqual([200, 201])
    await expectBalanced(hall)
  })

  it('after the cart, leaves its refusal as it was, and the next cart has the seats', async () => {
    const hall = await seatedEvent(world, owner)
    await setChannel(world, hall, 'invitations', 3, 4)
    const [cart, opened] = await inTurn(
      world,
      hall,
      () => requestSeats(world, hall, seatsOf(hall, 3, 4)),
      () => setChannel(secondWorld, hall, 'public', 3, 4),
    )
    expect([cart.error?.code, opened.status]).toEqual(['seat_taken', 200])
    expect((await requestSeats(world, hall, seatsOf(hall, 3, 4))).status).toBe(201)
    await expectBalanced(hall)
  })

  it('that is closed instead: either the cart has the seats and closing them names them, or it is refused', async () => {
    const hall = await seatedEvent(world, owner)
    const [cart, closed] = await inTurn(
      world,
      hall,
      () => requestSeats(world, hall, seatsOf(hall, 3, 4)),
      () => setChannel(secondWorld, hall, 'house', 4, 5),
    )
    expect([cart.status, closed.error?.code]).toEqual([201, 'seats_in_use'])
    const [first, late] = await inTurn(
      world,
      hall,
      () => setChannel(secondWorld, hall, 'house', 7, 8),
      () => requestSeats(world, hall, seatsOf(hall, 6, 7)),
    )
    expect([first.status, late.error?.detail['seats']]).toEqual([200, seatsOf(hall, 7)])
    await expectBalanced(hall)
  })
})

describe('the end of a hold', () => {
  const statusesOf = async (orders: readonly { uuid: string }[]): Promise<string[]> => {
    const ids = orders.map(({ uuid }) => uuid)
    const rows = await world.db.selectFrom('orders').select('status').where('id', 'in', ids).execute()
    return rows.map(({ status }) => status)
  }

  it('by its buyer, by its time and by the next buyer, all in one instant, frees each seat once', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, {}] })
    for (const seconds of [599.999, 600, 600.001]) {
      const pairs = [0, 2, 4, 6, 8, 10, 12, 14]
      const orders = await Promise.all(
        pairs.map(async (first) => (await requestSeats(world, hall, seatsOf(hall, first, first + 1))).body.data),
      )
      // A millisecond before the hold ends, in that very instant, and one after it.
      world.clock.advance(seconds)
      const calls = await Promise.all([
        ...orders.map((order, index) => (index % 2 === 0 ? world : secondWorld).call(releaseOrder, holding(order))),
        expireOrders(world.platform, world.payments).then(() => ({ status: 200 })),
        expireOrders(secondWorld.platform, secondWorld.payments).then(() => ({ status: 200 })),
        ...pairs.map((first) => requestSeats(secondWorld, hall, seatsOf(hall, first, first + 1))),
      ])
      expect(calls.filter(({ status }) => status >= 500)).toEqual([])
      expect((await statusesOf(orders)).every((status) => ['cancelled', 'expired'].includes(status))).toBe(true)
      await expectBalanced(hall)
      world.clock.advance(601)
      await expireOrders(world.platform, world.payments)
      expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, inHolds: 0, heldInStock: 0, torn: 0 })
    }
  })
})

describe('two ticket types of one category', () => {
  it('sell together as many tickets as there are seats, at two servers, named and as the best', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{ category: 'b' }, { category: 'b' }], more: ['b'] })
    const types = [hall.type.uuid, hall.other.uuid]
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) => {
        const item = { events_ticket_uuid: types[index % 2] ?? '', quantity: 1 }
        const seat = index % 3 === 0 ? { best: {} } : { seat_uuids: seatsOf(hall, (index * 7) % 20) }
        return requestItems(index % 4 < 2 ? world : secondWorld, hall.event.uuid, [{ ...item, ...seat }])
      }),
    )
    const refusals = new Set(answers.flatMap(({ error }) => (error ? [error.code] : [])))
    expect([...refusals].every((code) => ['seat_taken', 'sold_out'].includes(code))).toBe(true)
    await expectBalanced(hall)
    // Whatever is left goes to either type, and then both have ended.
    for (let seat = 0; seat < 20; seat++) {
      const item = { events_ticket_uuid: types[seat % 2] ?? '', quantity: 1, best: {} }
      await requestItems(world, hall.event.uuid, [item])
    }
    const { rows } = await sql<{ held: number }>`
      select held from stock where event_id = ${hall.event.uuid} order by held`.execute(world.db)
    expect(rows.every(({ held }) => held > 0)).toBe(true)
    expect(rows.reduce((sum, { held }) => sum + held, 0)).toBe(20)
    for (const type of types) {
      const late = await requestItems(world, hall.event.uuid, [{ events_ticket_uuid: type, quantity: 1, best: {} }])
      expect(late.error?.code).toBe('sold_out')
    }
    await expectBalanced(hall)
  })
})

describe('a reservation that is repeated after its seats were exchanged', () => {
  it('is answered with the order, which has the seats of the exchange and takes none again', async () => {
    const hall = await seatedEvent(world, owner)
    const first = await requestSeats(world, hall, seatsOf(hall, 0, 1), 'exchange')
    const order = first.body.data
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids: seatsOf(hall, 5, 6) }]
    expect((await world.call(changeTickets, { ...holding(order), body: { items } })).status).toBe(200)
    const repeats = await Promise.all(
      [world, secondWorld].map((server) => requestSeats(server, hall, seatsOf(hall, 0, 1), 'exchange')),
    )
    for (const repeat of repeats) expect([repeat.status, repeat.body.data.uuid]).toEqual([201, order.uuid])
    expect((await showOrder(world, order)).items[0]?.seat_uuids).toEqual(seatsOf(hall, 5, 6))
    // The seats that were given back are free for somebody else, whom a repeat does not touch.
    expect((await requestSeats(secondWorld, hall, seatsOf(hall, 0, 1))).status).toBe(201)
    expect((await requestSeats(world, hall, seatsOf(hall, 0, 1), 'exchange')).body.data.uuid).toBe(order.uuid)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 4, inHolds: 4, heldInStock: 4, torn: 0 })
  })
})
