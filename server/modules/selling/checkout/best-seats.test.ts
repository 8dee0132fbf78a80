import { reseatOrder } from '@kartis/contract/orders.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { changeTickets } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, holding, showOrder, withDetails } from '../../../testing/orders.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import {
  holdClock,
  requestBest,
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
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const seatsOf = (hall: SeatedEvent, ...indexes: number[]): string[] => indexes.map(hall.seat)
/** The indexes of the seats of a reservation. */
const indexesOf = (seats: readonly string[] = []): number[] =>
  seats.map((seat) => Number.parseInt(seat.slice(-8), 16)).toSorted((a, b) => a - b)
const seatsIn = (answer: Awaited<ReturnType<typeof requestItems>>): number[] =>
  answer.error ? [] : indexesOf(answer.body.data.items.flatMap((item) => item.seat_uuids ?? []))

describe('the best places', () => {
  it('parties of one batch get different places side by side, in order of arrival', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, {}] })
    const free = await holdClock(world, hall.event.uuid)
    const answers = Array.from({ length: 10 }, () => requestBest(world, hall, 2))
    await free()
    const seats = (await Promise.all(answers)).map(seatsIn)
    for (const own of seats) {
      expect(own).toHaveLength(2)
      expect(own.every((seat, index) => index === 0 || seat === (own[index - 1] ?? 0) + 1)).toBe(true)
    }
    expect(new Set(seats.flat()).size).toBe(20)
    const none = await requestBest(world, hall, 1)
    expect(none.error).toMatchObject({ code: 'sold_out', detail: { left: { [hall.type.uuid]: 0 } } })
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 20, inHolds: 20, heldInStock: 20, torn: 0 })
  })

  it('adults and children of one category sit together', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { category: 'b' }], more: ['b'] })
    const answer = await requestItems(world, hall.event.uuid, [
      { events_ticket_uuid: hall.type.uuid, quantity: 2, best: {} },
      { events_ticket_uuid: hall.other.uuid, quantity: 1, best: {} },
    ])
    const seats = seatsIn(answer)
    expect(seats.map((seat) => seat - (seats[0] ?? 0))).toEqual([0, 1, 2])
    expect(Math.min(...seats)).toBeGreaterThanOrEqual(10)
  })

  it('a party with a wheelchair gets a place for it, and another party never does', async () => {
    const row = { except: { 1: { is: ['wheelchair' as const] }, 2: { is: ['companion' as const], of: 'r1.1' } } }
    const hall = await seatedEvent(world, owner, { rows: [row] })
    expect(seatsIn(await requestBest(world, hall, 8))).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect((await requestBest(world, hall, 1)).error?.code).toBe('sold_out')
    expect(seatsIn(await requestBest(world, hall, 2, { wheelchairs: 1 }))).toEqual([0, 1])
    const section = await requestBest(world, hall, 1, { section: 'אין כזה' })
    expect(section.error?.detail).toEqual({ 'items.0.best.section': ['unknown_option'] })
  })

  it('who names seats and leaves the choice gets these, and once somebody was quicker the best that are left', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { category: 'b' }], more: ['b'] })
    const party = (...seats: readonly [adult: number, child: number]) =>
      [hall.type, hall.other].map((type, index) => ({
        events_ticket_uuid: type.uuid,
        quantity: 1,
        seat_uuids: seatsOf(hall, seats[index] ?? 0),
        best: {},
      }))
    const buyers = Array.from({ length: 5 }, () => requestItems(world, hall.event.uuid, party(14, 15)))
    const seats = (await Promise.all(buyers)).map(seatsIn)
    expect(seats.filter(([first]) => first === 14)).toEqual([[14, 15]])
    for (const own of seats) {
      expect(own).toHaveLength(2)
      expect(own[1]).toBe((own[0] ?? 0) + 1)
      expect(own[0]).toBeGreaterThanOrEqual(10)
    }
    expect(new Set(seats.flat()).size).toBe(10)
    const none = await requestItems(world, hall.event.uuid, party(14, 15))
    expect(none.error?.code).toBe('sold_out')
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 10, inHolds: 10, heldInStock: 10, torn: 0 })
  })

  it('seats that would leave a single one alone are refused, or with the choice left others', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{ count: 4 }], rules: { orphans: 'strict' } })
    const item = { events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids: seatsOf(hall, 1, 2) }
    expect((await requestItems(world, hall.event.uuid, [item])).error?.code).toBe('orphan_seat')
    const others = seatsIn(await requestItems(world, hall.event.uuid, [{ ...item, best: {} }]))
    expect([[0, 1].join(), [2, 3].join()]).toContain(others.join())
  })

  it('an offer in place of taken seats is accepted as it stands', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, {}, {}], rules: { orphans: 'strict' } })
    for (let place = 0; place < 6; place++) {
      const refused = await requestSeats(world, hall, seatsOf(hall, 14, 15))
      const offer = refused.error?.detail['offer'] as string[] | undefined
      const answer = refused.error ? await requestSeats(world, hall, offer ?? []) : refused
      expect(answer.status).toBe(201)
    }
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 12, inHolds: 12, torn: 0 })
  })
})

describe('other seats for a reserved order', () => {
  const change = (order: { uuid: string; token: string }, hall: SeatedEvent, ...indexes: number[]) =>
    world.call(changeTickets, {
      ...holding(order),
      body: {
        items: [
          { events_ticket_uuid: hall.type.uuid, quantity: indexes.length, seat_uuids: seatsOf(hall, ...indexes) },
        ],
      },
    })
  const heldSeats = async (order: { uuid: string; token: string }) =>
    indexesOf((await showOrder(world, order)).items[0]?.seat_uuids)

  it('a seat is not given up so that it is left alone, and the order keeps its seats', async () => {
    const hall = await seatedEvent(world, owner, { rules: { orphans: 'gentle' } })
    const order = (await requestSeats(world, hall, seatsOf(hall, 0, 1, 2))).body.data
    const refused = await change(order, hall, 1, 2)
    expect(refused.error).toMatchObject({
      code: 'orphan_seat',
      detail: { seats: seatsOf(hall, 0), offer: seatsOf(hall, 0, 1) },
    })
    expect(await heldSeats(order)).toEqual([0, 1, 2])
    expect((await change(order, hall, 0, 1)).status).toBe(200)
  })

  it('the seats that are given back count as free: a group beside them leaves nobody alone', async () => {
    const hall = await seatedEvent(world, owner, { rules: { orphans: 'gentle' } })
    const order = (await requestSeats(world, hall, seatsOf(hall, 3, 4, 5))).body.data
    // To anybody else a single seat would be left between these and the held ones.
    expect((await requestSeats(world, hall, seatsOf(hall, 0, 1))).error?.code).toBe('orphan_seat')
    expect((await change(order, hall, 0, 1)).status).toBe(200)
    expect(await heldSeats(order)).toEqual([0, 1])
  })

  it('the order has the new seats and their price, and the old ones are free', async () => {
    const hall = await seatedEvent(world, owner)
    const order = (await requestSeats(world, hall, seatsOf(hall, 1, 2))).body.data
    const changed = await change(order, hall, 2, 3, 4)
    expect([changed.status, changed.body.data.total_amount]).toEqual([200, 300])
    expect(await heldSeats(order)).toEqual([2, 3, 4])
    expect((await change(order, hall, 2, 3, 4)).body).toEqual(changed.body)
    expect((await requestSeats(world, hall, seatsOf(hall, 1))).status).toBe(201)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 4, inHolds: 4, heldInStock: 4, torn: 0 })
  })

  it('a change that is refused keeps the seats that were held', async () => {
    const hall = await seatedEvent(world, owner)
    const order = (await requestSeats(world, hall, seatsOf(hall, 1, 2))).body.data
    await requestSeats(world, hall, seatsOf(hall, 5))
    expect((await change(order, hall, 4, 5)).error).toMatchObject({
      code: 'seat_taken',
      detail: { seats: seatsOf(hall, 5) },
    })
    expect((await change(order, hall, 1, 1)).status).toBe(422)
    expect(await heldSeats(order)).toEqual([1, 2])
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 3, inHolds: 3, heldInStock: 3, torn: 0 })
  })

  it('nothing changes once the payment has begun, or when the hold is over', async () => {
    const hall = await seatedEvent(world, owner)
    const order = (await requestSeats(world, hall, seatsOf(hall, 1, 2))).body.data
    await withDetails(world, order)
    await atGateway(world, order)
    expect((await change(order, hall, 3, 4)).error?.code).toBe('order_state')
    const late = (await requestSeats(world, hall, seatsOf(hall, 7))).body.data
    world.clock.advance(601)
    expect((await change(late, hall, 8)).error?.code).toBe('hold_expired')
    expect(await heldSeats(order)).toEqual([1, 2])
  })
})

describe('a payment that arrives after the hold has ended', () => {
  const PRICE = 10_000
  const late = async (hall: SeatedEvent, accepts_equal_seats: boolean, ...indexes: number[]) => {
    const order = (await requestSeats(world, hall, seatsOf(hall, ...indexes))).body.data
    await withDetails(world, order)
    const paymentId = await atGateway(world, order, { accepts_equal_seats })
    world.clock.advance(1801)
    await expireOrders(world.platform, world.payments)
    const settle = async () => {
      await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, PRICE * indexes.length) })
      await world.platform.jobs.drain({ names: ['payments.word', 'payments.refund'], later: true })
      const { status, tickets, items } = await showOrder(world, order)
      const seats = tickets.flatMap(({ seat }) => (seat ? [seat.uuid] : []))
      return { status, seats: indexesOf(seats), ofOrder: indexesOf(items[0]?.seat_uuids) }
    }
    return { settle, order }
  }

  it('gets the same seats when they are free', async () => {
    const hall = await seatedEvent(world, owner)
    const { settle, order } = await late(hall, false, 7, 8)
    expect(await settle()).toEqual({ status: 'paid', seats: [7, 8], ofOrder: [7, 8] })
    expect(await showOrder(world, order)).not.toHaveProperty('replaced_seats')
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 2, tickets: 2, soldInStock: 2, torn: 0 })
  })

  it('gets equal ones together when one of them is gone and the buyer agreed to it', async () => {
    const hall = await seatedEvent(world, owner)
    const { settle } = await late(hall, true, 7, 8)
    await requestSeats(world, hall, seatsOf(hall, 8))
    const { status, seats, ofOrder } = await settle()
    expect(status).toBe('paid')
    expect(seats).toHaveLength(2)
    expect(seats).not.toContain(8)
    expect(ofOrder).toEqual(seats)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 2, tickets: 2, held: 1, torn: 0 })
  })

  it('says in the order, the e-mail and the SMS that equal seats are not those that were chosen, and which these were', async () => {
    const hall = await seatedEvent(world, owner)
    const { settle, order } = await late(hall, true, 7, 8)
    await requestSeats(world, hall, seatsOf(hall, 8))
    await settle()
    await world.handleEvents()
    const { replaced_seats: replaced = [], tickets } = await showOrder(world, order)
    expect(replaced.map(({ uuid }) => uuid)).toEqual(seatsOf(hall, 7, 8))
    expect(replaced[0]).toMatchObject({ section: 'אולם', row: expect.any(String), number: expect.any(String) })
    const sent = await world.db
      .selectFrom('messages')
      .select(['channel', 'text'])
      .where('order_id', '=', order.uuid)
      .where('template', '=', 'tickets_ready')
      .execute()
    expect(sent.find(({ channel }) => channel === 'sms')?.text).toContain('המקומות שבחרתם נתפסו לפני התשלום')
    const email = sent.find(({ channel }) => channel === 'email')?.text ?? ''
    expect(email).toContain('אלה לא המקומות שבחרתם קודם')
    for (const { number } of replaced) expect(email).toContain(number)
    // Whom the producer moves afterwards has the seats of the producer.
    const moves = [{ ticket_uuid: tickets[0]?.uuid ?? '', seat_uuid: hall.seat(0) }]
    await world.call(reseatOrder, { ...as(owner), params: { uuid: order.uuid }, body: { moves } })
    expect(await showOrder(world, order)).not.toHaveProperty('replaced_seats')
  })

  it('is refunded without that consent, though equal seats are free: nobody pays for others unasked', async () => {
    const hall = await seatedEvent(world, owner)
    const { settle } = await late(hall, false, 7, 8)
    await requestSeats(world, hall, seatsOf(hall, 8))
    expect(await settle()).toMatchObject({ status: 'refunded', seats: [] })
    expect(gateway.refunds).toHaveLength(1)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 0, tickets: 0, held: 1, torn: 0 })
  })

  it('is refunded when no equal seats are left', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{ count: 4 }] })
    const { settle } = await late(hall, true, 0, 1)
    await requestSeats(world, hall, seatsOf(hall, 1, 2, 3))
    expect(await settle()).toMatchObject({ status: 'refunded', seats: [] })
    expect(gateway.refunds).toHaveLength(1)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 0, held: 3, torn: 0, soldInStock: 0 })
  })

  it('of a batch, each order gets its own seats', async () => {
    const hall = await seatedEvent(world, owner)
    const orders = await Promise.all(
      [0, 2, 4].map(async (first) => {
        const order = (await requestSeats(world, hall, seatsOf(hall, first, first + 1))).body.data
        await withDetails(world, order)
        return { order, first, paymentId: await atGateway(world, order) }
      }),
    )
    await Promise.all(
      orders.map(({ paymentId }) =>
        deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, PRICE * 2) }),
      ),
    )
    for (const { order, first } of orders) {
      const { tickets } = await showOrder(world, order)
      expect(indexesOf(tickets.map(({ seat }) => seat?.uuid ?? ''))).toEqual([first, first + 1])
    }
    expect((await world.call(pay, holding(orders[0]?.order ?? { uuid: '', token: '' }))).status).toBe(200)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 6, tickets: 6, torn: 0 })
  })
})
