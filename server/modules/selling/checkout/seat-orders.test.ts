import { sendInvitation } from '@kartis/contract/invitations.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, ticketTypeOf } from '../../../testing/events.ts'
import { holding, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import {
  holdClock,
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
  owner = await producer(world)
  secondWorld = await openWorld({ beside: world })
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

/** A batch of one may go ahead of the others: what follows it forms the next batch. */
const together = async <T>(eventId: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> => {
  const free = await holdClock(world, eventId)
  const answers = calls.map((call) => call())
  await free()
  return Promise.all(answers)
}

const seatsOf = (hall: SeatedEvent, ...indexes: number[]): string[] => indexes.map(hall.seat)
const balanced = async (hall: SeatedEvent): Promise<void> => {
  const books = await seatBooksOf(world, hall.event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: books.tickets })
}

describe('seats that a cart names', () => {
  it('an order has the seats that it named, and its items carry them', async () => {
    const hall = await seatedEvent(world, owner)
    const seats = seatsOf(hall, 3, 4)
    const answer = await requestSeats(world, hall, seats)
    expect([answer.status, answer.body.data.items[0]?.seat_uuids]).toEqual([201, seats])
    const shown = await showOrder(world, answer.body.data)
    expect(shown.items[0]?.seat_uuids).toEqual(seats)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 2, inHolds: 2, heldInStock: 2, torn: 0 })
  })

  it('of two carts of one batch that share one of three seats, the first has it and the second is offered others', async () => {
    const hall = await seatedEvent(world, owner)
    const [first, second] = await together(hall.event.uuid, [
      () => requestSeats(world, hall, seatsOf(hall, 3, 4, 5)),
      () => requestSeats(world, hall, seatsOf(hall, 5, 6, 7)),
    ])
    expect([first?.status, second?.status]).toEqual([201, 409])
    expect(second?.error).toMatchObject({ code: 'seat_taken', detail: { seats: seatsOf(hall, 5) } })
    const offer = (second?.error?.detail['offer'] ?? []) as string[]
    expect(offer).toEqual(seatsOf(hall, 6, 7, 8))
    expect((await requestSeats(world, hall, offer)).status).toBe(201)
    await balanced(hall)
  })

  it('a cart that loses on another of its seats leaves the shared one to the cart behind it', async () => {
    const hall = await seatedEvent(world, owner)
    expect((await requestSeats(world, hall, seatsOf(hall, 2))).status).toBe(201)
    const [first, second] = await together(hall.event.uuid, [
      () => requestSeats(world, hall, seatsOf(hall, 2, 3)),
      () => requestSeats(world, hall, seatsOf(hall, 3, 4)),
    ])
    expect([first?.error?.code, second?.status]).toEqual(['seat_taken', 201])
    await balanced(hall)
  })

  it('what is no seat of the cart is refused with the field: named twice, of another event, of another type', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { category: 'b' }] })
    const foreign = await seatedEvent(world, owner)
    const field = async (...seats: string[]) => (await requestSeats(world, hall, seats)).error
    expect(await field(hall.seat(1), hall.seat(1))).toMatchObject({
      code: 'validation',
      detail: { 'items.0.seat_uuids': ['duplicate_seat'] },
    })
    // Two types that share the seats, each in an item of its own.
    const shared = await seatedEvent(world, owner, { rows: [{ category: 'b' }], more: ['b'] })
    const twice = [shared.type, shared.other].map(({ uuid }) => ({
      events_ticket_uuid: uuid,
      quantity: 1,
      seat_uuids: [shared.seat(1)],
    }))
    expect((await requestItems(world, shared.event.uuid, twice)).error).toMatchObject({
      detail: { 'items.0.seat_uuids': ['duplicate_seat'] },
    })
    expect(await field(foreign.seat(1))).toMatchObject({ detail: { 'items.0.seat_uuids': ['unknown_seat'] } })
    expect(await field(hall.seat(10_000))).toMatchObject({ detail: { 'items.0.seat_uuids': ['unknown_seat'] } })
    expect(await field(hall.seat(12))).toMatchObject({ detail: { 'items.0.seat_uuids': ['seat_of_other_type'] } })
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, heldInStock: 0 })
  })

  it('tickets of a type with numbered places need as many seats, and those of other events have none', async () => {
    const hall = await seatedEvent(world, owner)
    const item = { events_ticket_uuid: hall.type.uuid, quantity: 2 }
    const without = await requestItems(world, hall.event.uuid, [item])
    expect([without.status, without.error?.code]).toEqual([422, 'seats_required'])
    const fewer = await requestItems(world, hall.event.uuid, [{ ...item, seat_uuids: seatsOf(hall, 1) }])
    expect([fewer.status, fewer.error?.code]).toEqual([422, 'seats_required'])
  })

  it('a quota below the seats ends the sale, and a cart that it refuses takes no seat', async () => {
    const hall = await seatedEvent(world, owner, { quota: 3 })
    expect((await requestSeats(world, hall, seatsOf(hall, 0, 1))).status).toBe(201)
    const refused = await requestSeats(world, hall, seatsOf(hall, 4, 5))
    expect(refused.error).toMatchObject({ code: 'sold_out', detail: { left: { [hall.type.uuid]: 1 } } })
    expect((await requestSeats(world, hall, seatsOf(hall, 4))).status).toBe(201)
    await balanced(hall)
  })

  it('a ticket type without a category is never sold: not beside seats, and not by itself', async () => {
    const hall = await seatedEvent(world, owner)
    const parking = await ticketTypeOf(world, owner, hall.event, { name: 'חניה', sum_total_available: 50 })
    // As if the counter had been created in the instant in which the event took its map.
    await sql`update stock set total = 50, seats = null where ticket_type_id = ${parking.uuid}`.execute(world.db)
    const item = { events_ticket_uuid: parking.uuid, quantity: 1 }
    const seat = { events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: seatsOf(hall, 1) }
    for (const items of [[item], [seat, item]]) {
      const { status, error } = await requestItems(world, hall.event.uuid, items)
      expect([status, error?.code, error?.detail]).toEqual([409, 'sold_out', { left: { [parking.uuid]: 0 } }])
    }
    const body = { recipient: { name: 'דנה לוי', phone: '0505550190' }, items: [item] }
    const invited = await world.call(sendInvitation, { ...as(owner), params: { uuid: hall.event.uuid }, body })
    expect(invited.error?.code).toBe('sold_out')
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, heldInStock: 0 })
  })

  it('a cart of seats and a standing area takes nothing when the area is sold out', async () => {
    const area = { id: 'p', section: 's', name: 'עמידה', outline: [], capacity: 40, category: 'b' }
    const document = hallOf([{}], { areas: [area] })
    const hall = await seatedEvent(world, owner, { document, otherQuota: 40 })
    const items = (standing: number) => [
      { events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: seatsOf(hall, standing) },
      { events_ticket_uuid: hall.other.uuid, quantity: 30 },
    ]
    expect((await requestItems(world, hall.event.uuid, items(1))).status).toBe(201)
    expect((await requestItems(world, hall.event.uuid, items(2))).error?.code).toBe('sold_out')
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 1, inHolds: 1, torn: 0 })
  })

  it('a repeated request gets its first order with its seats, in the same batch too', async () => {
    const hall = await seatedEvent(world, owner)
    const answers = await together(
      hall.event.uuid,
      [0, 1, 2].map(() => () => requestSeats(world, hall, seatsOf(hall, 1, 2), 'same')),
    )
    const again = await requestSeats(world, hall, seatsOf(hall, 1, 2), 'same')
    for (const answer of [...answers, again]) expect(answer.body).toEqual(answers[0]?.body)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 2, inHolds: 2 })
  })

  it('seats of another channel and seats that are not for sale are as taken as sold ones', async () => {
    const hall = await seatedEvent(world, owner)
    await requestSeats(world, hall, seatsOf(hall, 9))
    await sql`
      with clock as (update event_seat_clock set rev = rev + 1 where event_id = ${hall.event.uuid} returning rev)
      update event_seats s set channel = case when seat_no = 0 then 1 else 0 end, for_sale = seat_no <> 1, rev = clock.rev
      from clock where event_id = ${hall.event.uuid} and seat_no in (0, 1)`.execute(world.db)
    const refused = await requestSeats(world, hall, seatsOf(hall, 0, 1, 2))
    expect(refused.error).toMatchObject({
      code: 'seat_taken',
      detail: { seats: seatsOf(hall, 0, 1), offer: seatsOf(hall, 2, 3, 4) },
    })
  })

  it('a choice that leaves a single seat is answered with one that does not', async () => {
    const hall = await seatedEvent(world, owner, { rules: { orphans: 'gentle' } })
    const refused = await requestSeats(world, hall, seatsOf(hall, 1, 2))
    expect(refused.error).toMatchObject({
      code: 'orphan_seat',
      detail: { seats: seatsOf(hall, 0), offer: seatsOf(hall, 0, 1) },
    })
    expect((await requestSeats(world, hall, seatsOf(hall, 0, 1))).status).toBe(201)
  })

  it('a choice that leaves a single seat beside an allotment is answered with one that does not', async () => {
    const hall = await seatedEvent(world, owner, { rules: { orphans: 'gentle' } })
    await sql`
      with clock as (update event_seat_clock set rev = rev + 1 where event_id = ${hall.event.uuid} returning rev)
      update event_seats s set channel = 1, rev = clock.rev
      from clock where event_id = ${hall.event.uuid} and seat_no = 3`.execute(world.db)
    const refused = await requestSeats(world, hall, seatsOf(hall, 5, 6))
    expect(refused.error).toMatchObject({
      code: 'orphan_seat',
      detail: { seats: seatsOf(hall, 4), offer: seatsOf(hall, 4, 5) },
    })
    expect((await requestSeats(world, hall, seatsOf(hall, 6, 7))).status).toBe(201)
  })

  it('a companion sits beside a wheelchair of the cart, and a table that is sold whole is sold whole', async () => {
    const row = { except: { 1: { is: ['wheelchair' as const] }, 2: { is: ['companion' as const], of: 'r1.1' } } }
    const table = {
      id: 't1',
      section: 's',
      label: 'שולחן',
      rank: 5,
      at: [900, 900] as [number, number],
      angle: 0,
      numbering: {},
      category: 'a',
      except: {},
      count: 4,
      shape: 'round' as const,
      size: [150, 150] as [number, number],
      sold: 'whole' as const,
    }
    const hall = await seatedEvent(world, owner, { document: hallOf([row], { tables: [table] }) })
    const field = async (...indexes: number[]) =>
      (await requestSeats(world, hall, seatsOf(hall, ...indexes))).error?.detail['items.0.seat_uuids']
    expect(await field(1)).toEqual(['companion_alone'])
    expect(await field(10, 11, 12)).toEqual(['table_incomplete'])
    expect((await requestSeats(world, hall, seatsOf(hall, 0, 1))).status).toBe(201)
    expect((await requestSeats(world, hall, seatsOf(hall, 10, 11, 12, 13))).status).toBe(201)
  })
})

describe('the end of a hold', () => {
  it('a buyer who gives the order back frees its seats for the next one', async () => {
    const hall = await seatedEvent(world, owner)
    const order = (await requestSeats(world, hall, seatsOf(hall, 1, 2))).body.data
    expect((await world.call(releaseOrder, holding(order))).status).toBe(200)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, inHolds: 0, heldInStock: 0 })
    expect((await requestSeats(secondWorld, hall, seatsOf(hall, 1, 2))).status).toBe(201)
    await balanced(hall)
  })

  it('seats of a hold that is over go to the next buyer, before anything released them', async () => {
    const hall = await seatedEvent(world, owner)
    await requestSeats(world, hall, seatsOf(hall, 1, 2))
    expect((await requestSeats(world, hall, seatsOf(hall, 2, 3))).error?.code).toBe('seat_taken')
    world.clock.advance(601)
    expect((await requestSeats(world, hall, seatsOf(hall, 2, 3))).status).toBe(201)
    await balanced(hall)
  })

  it('the expiry frees the seats of every hold that is over', async () => {
    const hall = await seatedEvent(world, owner)
    await requestSeats(world, hall, seatsOf(hall, 1, 2))
    await requestSeats(world, hall, seatsOf(hall, 5))
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, inHolds: 0, heldInStock: 0 })
  })
})

describe('seats of tickets', () => {
  const paidOrder = async (hall: SeatedEvent, ...indexes: number[]) => {
    const order = (await requestSeats(world, hall, seatsOf(hall, ...indexes))).body.data
    await withDetails(world, order)
    expect((await world.call(pay, holding(order))).status).toBe(200)
    return { order, shown: await showOrder(world, order) }
  }

  it('each ticket of a paid order has a seat of its own, as people read it', async () => {
    const hall = await seatedEvent(world, owner, { price: 0 })
    const { shown } = await paidOrder(hall, 8, 9)
    expect(shown.tickets.map(({ seat }) => seat)).toEqual([
      { uuid: hall.seat(8), section: 'אולם', row: '1', number: expect.any(String), gate: 'שער 5' },
      { uuid: hall.seat(9), section: 'אולם', row: '1', number: expect.any(String), gate: 'שער 5' },
    ])
    expect(new Set(shown.tickets.map(({ seat }) => seat?.number)).size).toBe(2)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, sold: 2, soldInStock: 2, torn: 0 })
  })

  it('a cancelled ticket frees its seat and no other, and the seat can be sold again', async () => {
    const hall = await seatedEvent(world, owner, { price: 0 })
    const { order, shown } = await paidOrder(hall, 3, 4)
    const [first] = shown.tickets
    const cancelled = await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: order.uuid },
      body: { ticket_uuids: [first?.uuid ?? ''], refund: false, reason: '' },
    })
    expect(cancelled.status).toBe(200)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 1, tickets: 1, soldInStock: 1, torn: 0 })
    await paidOrder(hall, 3)
    await balanced(hall)
  })
})
