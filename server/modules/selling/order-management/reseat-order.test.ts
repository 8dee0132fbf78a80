import { sendInvitation } from '@kartis/contract/invitations.ts'
import { sell } from '@kartis/contract/box-office.ts'
import { cancelOrder, reseatOrder, showOrder } from '@kartis/contract/orders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerFor, shiftOf } from '../../../testing/box-office.ts'
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

/** Invites one person to named seats, or to as many of the best. */
const invited = async (hall: SeatedEvent, quantity: number, seat_uuids?: string[]) =>
  world.call(sendInvitation, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: {
      recipient: { name: 'דנה כהן', phone: newPhone() },
      items: [{ events_ticket_uuid: hall.type.uuid, quantity, ...(seat_uuids && { seat_uuids }) }],
    },
  })

const ticketsOf = async (uuid: string) =>
  (await world.call(showOrder, { ...as(owner), params: { uuid }, query: { with: ['tickets'] } })).body.data.tickets ??
  []
const seatsIn = async (uuid: string) => (await ticketsOf(uuid)).map(({ seat }) => seat?.uuid)

/** Gives seats to a channel, as the producer's own endpoint does. */
const setChannel = (hall: SeatedEvent, channel: number, seatNos: number[]) =>
  sql`
    with clock as (update event_seat_clock set rev = rev + 1 where event_id = ${hall.event.uuid} returning rev)
    update event_seats s set channel = ${channel}, rev = clock.rev from clock
    where event_id = ${hall.event.uuid} and seat_no = any(${seatNos}::int[])`.execute(world.db)

it('a guest gets the seats of invitations first, named or the best, and never one that is taken', async () => {
  const hall = await seatedEvent(world, owner)
  await setChannel(hall, 2, [0, 1])
  const best = await invited(hall, 2)
  expect([best.status, await seatsIn(best.body.data.order_uuid)]).toEqual([201, [hall.seat(0), hall.seat(1)]])
  const named = await invited(hall, 1, [hall.seat(5)])
  expect(await seatsIn(named.body.data.order_uuid)).toEqual([hall.seat(5)])
  expect((await invited(hall, 1, [hall.seat(5)])).error).toMatchObject({
    code: 'seat_taken',
    detail: { seats: [hall.seat(5)] },
  })
  expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 3, tickets: 3, soldInStock: 3, torn: 0 })
})

it('a register sells named seats and seats of the box office, and an undone sale frees them', async () => {
  const hall = await seatedEvent(world, owner)
  await setChannel(hall, 3, [9])
  const register = await registerFor(world, owner)
  await shiftOf(world, register)
  const sale = await world.call(sell, {
    ...register.who,
    body: {
      event_uuid: hall.event.uuid,
      items: [{ events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids: [hall.seat(8), hall.seat(9)] }],
      total_amount: 200,
      method: 'cash',
    },
  })
  expect([sale.status, await seatsIn(sale.body.data.uuid)]).toEqual([201, [hall.seat(8), hall.seat(9)]])
  await world.call(cancelOrder, {
    ...as(owner),
    params: { uuid: sale.body.data.uuid },
    body: { refund: false, reason: '' },
  })
  expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 0, tickets: 0, soldInStock: 0, torn: 0 })
})

it('tickets that a producer moves exchange seats or get free ones, keep their codes, and the buyer is notified', async () => {
  const hall = await seatedEvent(world, owner, { rows: [{}, { category: 'b' }] })
  const { order_uuid: uuid } = (await invited(hall, 2, [hall.seat(0), hall.seat(1)])).body.data
  await world.handleEvents()
  const before = await ticketsOf(uuid)
  const move = (...seats: number[]) =>
    world.call(reseatOrder, {
      ...as(owner),
      params: { uuid },
      body: {
        moves: seats.map((seat, index) => ({ ticket_uuid: before[index]?.uuid ?? '', seat_uuid: hall.seat(seat) })),
      },
    })
  expect((await move(1, 0)).status).toBe(200)
  expect(await seatsIn(uuid)).toEqual([hall.seat(1), hall.seat(0)])
  await requestSeats(world, hall, [hall.seat(4)])
  expect((await move(3, 4)).error).toMatchObject({ code: 'seat_taken', detail: { seats: [hall.seat(4)] } })
  expect((await move(12)).error?.detail).toEqual({ 'moves.0.seat_uuid': ['seat_of_other_type'] })
  expect(await seatsIn(uuid)).toEqual([hall.seat(1), hall.seat(0)])
  expect((await move(6, 7)).status).toBe(200)
  await world.handleEvents()
  const after = await ticketsOf(uuid)
  expect(after.map(({ code }) => code)).toEqual(before.map(({ code }) => code))
  expect(after.map(({ seat }) => seat?.uuid)).toEqual([hall.seat(6), hall.seat(7)])
  const sent = await world.db.selectFrom('messages').select('template').where('order_id', '=', uuid).execute()
  expect(sent.filter(({ template }) => template === 'seats_changed')).toHaveLength(2)
  expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ sold: 2, tickets: 2, held: 1, torn: 0 })
})

it('a stranger finds no order to move', async () => {
  const hall = await seatedEvent(world, owner)
  const { order_uuid: uuid } = (await invited(hall, 1, [hall.seat(0)])).body.data
  const [ticket] = await ticketsOf(uuid)
  const answer = await world.call(reseatOrder, {
    ...as(await producer(world)),
    params: { uuid },
    body: { moves: [{ ticket_uuid: ticket?.uuid ?? '', seat_uuid: hall.seat(1) }] },
  })
  expect(answer.status).toBe(404)
  expect(await seatsIn(uuid)).toEqual([hall.seat(0)])
})
