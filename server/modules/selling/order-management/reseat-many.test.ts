import { sendInvitation } from '@kartis/contract/invitations.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { listEventSeats, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { reseatOrder, showOrder } from '@kartis/contract/orders.ts'
import { reseatMany } from '@kartis/contract/reseats.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { requestSeats, seatBooksOf, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const invited = async (hall: SeatedEvent, ...seats: number[]): Promise<string> => {
  const answer = await world.call(sendInvitation, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: {
      recipient: { name: 'דנה כהן', phone: newPhone() },
      items: [{ events_ticket_uuid: hall.type.uuid, quantity: seats.length, seat_uuids: seats.map(hall.seat) }],
    },
  })
  return answer.body.data.order_uuid
}
const ticketsOf = async (uuid: string) =>
  (await world.call(showOrder, { ...as(owner), params: { uuid }, query: { with: ['tickets'] } })).body.data.tickets ??
  []
const seatsIn = async (uuid: string) => (await ticketsOf(uuid)).map(({ seat }) => seat?.uuid)
const reseat = (hall: SeatedEvent, body: BodyIn<typeof reseatMany>, who: Producer = owner) =>
  world.call(reseatMany, { ...as(who), params: { uuid: hall.event.uuid }, body })
const messagesOf = async (uuid: string) =>
  (await world.db.selectFrom('messages').select(['template', 'channel']).where('order_id', '=', uuid).execute()).filter(
    ({ template }) => template === 'seats_changed',
  )

const standingsOf = async (hall: SeatedEvent, seats: readonly number[]) => {
  const query = { per_page: 100 }
  const listed = await world.call(listEventSeats, { ...as(owner), params: { uuid: hall.event.uuid }, query })
  return seats.map((seat) => listed.body.data.find(({ seat_uuid: uuid }) => uuid === hall.seat(seat))?.standing)
}

describe('seats that moved holders leave', () => {
  it('stay the producer’s own unless the request gives them back to the sale; the preview says how many', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    await invited(hall, 0, 1)
    const seat_uuids = [hall.seat(0), hall.seat(1)]
    const preview = (await reseat(hall, { seat_uuids, dry_run: true })).body.data
    expect([preview.freed, preview.counts.freed]).toEqual(['house', 2])
    expect(await standingsOf(hall, [0, 1])).toEqual(['sold', 'sold'])
    await reseat(hall, { seat_uuids, dry_run: false })
    expect(await standingsOf(hall, [0, 1])).toEqual(['house', 'house'])
    expect((await requestSeats(world, hall, seat_uuids)).error?.code).toBe('seat_taken')
    // By hand they are on sale again.
    const params = { uuid: hall.event.uuid }
    await world.call(updateEventSeats, { ...as(owner), params, body: { seat_uuids, channel: 'public' } })
    expect((await requestSeats(world, hall, seat_uuids)).status).toBe(201)
  })

  it('are on sale where that is chosen; a seat of another channel stays in its own', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    const params = { uuid: hall.event.uuid }
    const allotted = { seat_uuids: [hall.seat(1)], channel: 'invitations' as const }
    await world.call(updateEventSeats, { ...as(owner), params, body: allotted })
    await invited(hall, 0, 1)
    const moved = await reseat(hall, { seat_uuids: [hall.seat(0), hall.seat(1)], freed: 'sale', dry_run: false })
    expect(moved.body.data.freed).toBe('sale')
    expect(await standingsOf(hall, [0, 1])).toEqual(['free', 'invitations'])
  })

  it('that another holder of the same request takes are no house seats', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    const [first, second] = [await invited(hall, 0), await invited(hall, 1)]
    const [firstTicket, secondTicket] = [
      (await ticketsOf(first))[0]?.uuid ?? '',
      (await ticketsOf(second))[0]?.uuid ?? '',
    ]
    const orders = [
      { order_uuid: first, moves: [{ ticket_uuid: firstTicket, seat_uuid: hall.seat(5) }] },
      { order_uuid: second, moves: [{ ticket_uuid: secondTicket, seat_uuid: hall.seat(0) }] },
    ]
    const { data } = (await reseat(hall, { orders, dry_run: false })).body
    expect(data.counts).toMatchObject({ moved: 2, freed: 1 })
    const channels = await world.db
      .selectFrom('event_seats')
      .select(['channel'])
      .where('event_id', '=', hall.event.uuid)
      .where('seat_no', 'in', [0, 1])
      .orderBy('seat_no')
      .execute()
    expect(channels.map(({ channel }) => channel)).toEqual([0, 1])
  })

  it('of one order go back to the sale, or stay the producer’s own where that is chosen', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    const uuid = await invited(hall, 0)
    const move = async (seat: number, freed?: 'house' | 'sale') => {
      const moves = [{ ticket_uuid: (await ticketsOf(uuid))[0]?.uuid ?? '', seat_uuid: hall.seat(seat) }]
      return world.call(reseatOrder, { ...as(owner), params: { uuid }, body: { moves, freed } })
    }
    expect((await move(3)).status).toBe(200)
    expect((await move(6, 'house')).status).toBe(200)
    expect(await standingsOf(hall, [0, 3, 6])).toEqual(['free', 'house', 'sold'])
  })
})

describe('many orders that get other seats', () => {
  it('are listed by a dry run with the nearest equal seats, and nothing changes', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    const [pair, single] = [await invited(hall, 0, 1), await invited(hall, 2)]
    const seat_uuids = [0, 1, 2].map(hall.seat)
    const { data } = (await reseat(hall, { seat_uuids, dry_run: true })).body
    expect(data.counts).toEqual({ ready: 2, moved: 0, refused: 0, tickets: 3, freed: 3 })
    expect(data.orders.map(({ order_uuid: uuid, state }) => [uuid, state])).toEqual([
      [pair, 'ready'],
      [single, 'ready'],
    ])
    const targets = data.orders.flatMap(({ moves }) => moves.map(({ to }) => to?.uuid))
    expect(new Set([...targets, ...seat_uuids]).size).toBe(6)
    expect([await seatsIn(pair), await seatsIn(single)]).toEqual([[hall.seat(0), hall.seat(1)], [hall.seat(2)]])
  })

  it('move each with one message, keep their codes, and leave their seats free', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{}, { label: 'ב׳' }] })
    const [pair, single] = [await invited(hall, 0, 1), await invited(hall, 2)]
    await world.handleEvents()
    const codes = (await ticketsOf(pair)).map(({ code }) => code)
    const seat_uuids = [0, 1, 2].map(hall.seat)
    const { data } = (await reseat(hall, { seat_uuids, freed: 'sale', dry_run: false })).body
    await world.handleEvents()
    expect(data.counts).toEqual({ ready: 0, moved: 2, refused: 0, tickets: 3, freed: 3 })
    for (const { order_uuid: uuid, moves } of data.orders)
      expect(await seatsIn(uuid)).toEqual(moves.map(({ to }) => to?.uuid))
    expect((await ticketsOf(pair)).map(({ code }) => code)).toEqual(codes)
    for (const uuid of [pair, single]) {
      const channels = (await messagesOf(uuid)).map(({ channel }) => channel)
      expect(channels.filter((channel) => channel === 'sms')).toHaveLength(1)
    }
    expect((await requestSeats(world, hall, seat_uuids)).status).toBe(201)
    expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 3, tickets: 3, held: 3, torn: 0 })
  })

  it('are each moved as a whole or not at all: one without a place stays, and the others move', async () => {
    const hall = await seatedEvent(world, owner, { rows: [{ count: 7 }] })
    const [trio, single] = [await invited(hall, 0, 1, 2), await invited(hall, 3)]
    const seat_uuids = [0, 1, 2, 3].map(hall.seat)
    await requestSeats(world, hall, [hall.seat(5)])
    const { data } = (await reseat(hall, { seat_uuids, dry_run: false })).body
    await world.handleEvents()
    expect(data.counts).toEqual({ ready: 0, moved: 1, refused: 1, tickets: 1, freed: 1 })
    expect(data.orders[0]).toMatchObject({ order_uuid: trio, state: 'refused', code: 'sold_out' })
    expect(await seatsIn(trio)).toEqual([0, 1, 2].map(hall.seat))
    expect(await seatsIn(single)).not.toEqual([hall.seat(3)])
    expect([await messagesOf(trio), (await messagesOf(single)).length > 0]).toEqual([[], true])
  })

  it('may name their seats, those that another one of them leaves too; a taken one refuses its own order alone', async () => {
    const hall = await seatedEvent(world, owner)
    const [first, second, third] = [await invited(hall, 0), await invited(hall, 1), await invited(hall, 2)]
    await requestSeats(world, hall, [hall.seat(6)])
    const to = async (uuid: string, seat: number) => ({
      order_uuid: uuid,
      moves: [{ ticket_uuid: (await ticketsOf(uuid))[0]?.uuid ?? '', seat_uuid: hall.seat(seat) }],
    })
    const orders = [await to(first, 4), await to(second, 0), await to(third, 6)]
    for (const dry_run of [true, false]) {
      const { data } = (await reseat(hall, { orders, dry_run })).body
      expect(data.orders.map(({ code }) => code)).toEqual([null, null, 'seat_taken'])
    }
    expect(await Promise.all([first, second, third].map(seatsIn))).toEqual([4, 0, 2].map((seat) => [hall.seat(seat)]))
  })

  it('are those of the own event alone, and are asked for one way', async () => {
    const hall = await seatedEvent(world, owner)
    const uuid = await invited(hall, 0)
    expect((await reseat(hall, { seat_uuids: [hall.seat(0)], dry_run: false }, await producer(world))).status).toBe(404)
    const other = await seatedEvent(world, owner)
    const moves = [{ ticket_uuid: (await ticketsOf(uuid))[0]?.uuid ?? '', seat_uuid: other.seat(3) }]
    const foreign = await reseat(other, { orders: [{ order_uuid: uuid, moves }], dry_run: false })
    expect(foreign.body.data.orders[0]).toMatchObject({ state: 'refused', code: 'not_found', moves: [] })
    expect((await reseat(hall, { seat_uuids: [other.seat(0)], dry_run: true })).error?.detail).toEqual({
      'seat_uuids.0': ['unknown_seat'],
    })
    expect((await reseat(hall, { dry_run: true })).error?.code).toBe('validation')
    expect(await seatsIn(uuid)).toEqual([hall.seat(0)])
  })
})
