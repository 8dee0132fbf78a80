import { extendHold } from '@kartis/contract/holds.ts'
import { releaseOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { atGateway, holding, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { requestSeats, seatBooksOf, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

let world: World
let owner: Producer
let hall: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  hall = await seatedEvent(world, owner)
})

const seats = async () => (await requestSeats(world, hall, [hall.seat(0), hall.seat(1)])).body.data
const extend = (order: { uuid: string; token: string }) => world.call(extendHold, holding(order))
const minutesLeft = (expires: string) => (Date.parse(expires) - world.clock.now().getTime()) / 60_000

it('who asks in the last minutes of a hold gets more time, once, and the seats stay held until then', async () => {
  const order = await seats()
  const early = (await extend(order)).body.data
  expect([early.extended, Math.round(minutesLeft(early.expires_at))]).toEqual([false, 10])
  world.clock.advance(8 * 60)
  const later = (await extend(order)).body.data
  expect([later.extended, Math.round(minutesLeft(later.expires_at))]).toEqual([true, 12])
  expect((await showOrder(world, order)).expires_at).toBe(later.expires_at)
  world.clock.advance(10 * 60)
  await expireOrders(world.platform, world.payments)
  expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 2, torn: 0 })
  expect((await extend(order)).body.data).toMatchObject({ extended: false, expires_at: later.expires_at })
  world.clock.advance(2 * 60 + 1)
  expect((await extend(order)).error?.code).toBe('hold_expired')
  await expireOrders(world.platform, world.payments)
  expect(await seatBooksOf(world, hall.event.uuid)).toMatchObject({ held: 0, torn: 0 })
})

it('an order that is given back or at the gateway gets none', async () => {
  const dropped = await seats()
  await world.call(releaseOrder, holding(dropped))
  expect((await extend(dropped)).error).toMatchObject({ code: 'order_state', detail: { status: 'cancelled' } })
  const paying = await seats()
  await withDetails(world, paying)
  await atGateway(world, paying)
  expect((await extend(paying)).error).toMatchObject({ code: 'order_state', detail: { status: 'pending_payment' } })
})
