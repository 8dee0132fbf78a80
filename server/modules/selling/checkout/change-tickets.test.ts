import { changeTickets } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponOf, usesOf } from '../../../testing/coupons.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { useTestGateway } from '../../../testing/gateway.ts'
import {
  atGateway,
  balanceOf,
  holding,
  requestReservation,
  reserved,
  showOrder,
  withDetails,
} from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = (total: number) => eventOnSale(world, owner, { type: { price: 100, sum_total_available: total } })
const change = (
  order: { uuid: string; token: string },
  cart: Readonly<Record<string, number>>,
  coupon?: string | null,
) =>
  world.call(changeTickets, {
    ...holding(order),
    body: {
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
      ...(coupon !== undefined && { coupon }),
    },
  })

describe('other tickets for a reserved order', () => {
  it('take the place of those that are held, also where nothing but these is left', async () => {
    const { event, type } = await sale(3)
    const other = await ticketTypeOf(world, owner, event, { name: 'זוגי', price: 180, sum_total_available: 2 })
    const order = await reserved(world, event.uuid, { [type.uuid]: 3 })
    const fewer = await change(order, { [type.uuid]: 1, [other.uuid]: 2 })
    expect([fewer.status, fewer.body.data.total_amount, fewer.body.data.expires_at]).toEqual([
      200,
      460,
      order.expires_at,
    ])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 1, inHolds: 1 })
    expect(await balanceOf(world, other.uuid)).toMatchObject({ held: 2, inHolds: 2 })
    expect((await change(order, { [type.uuid]: 3 })).body.data.items).toMatchObject([{ quantity: 3, total: 300 }])
    expect(await balanceOf(world, other.uuid)).toMatchObject({ held: 0, inHolds: 0 })
  })

  it('that are not there leave the order as it was', async () => {
    const { event, type } = await sale(5)
    const order = await reserved(world, event.uuid, { [type.uuid]: 2 })
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    const refused = await change(order, { [type.uuid]: 4 })
    expect(refused.error).toMatchObject({ code: 'sold_out', detail: { left: { [type.uuid]: 3 } } })
    expect(await showOrder(world, order)).toMatchObject({ status: 'reserved', items: [{ quantity: 2 }] })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 4, inHolds: 4 })
  })

  it('go to one of two orders that ask for the last ticket', async () => {
    const { event, type } = await sale(3)
    const orders = [
      await reserved(world, event.uuid, { [type.uuid]: 1 }),
      await reserved(world, event.uuid, { [type.uuid]: 1 }),
    ]
    const answers = await Promise.all(orders.map((order) => change(order, { [type.uuid]: 2 })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3, inHolds: 3 })
  })

  it('are those of a hold that is over, where no others are left', async () => {
    const { event, type } = await sale(3)
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    world.clock.advance(400)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    world.clock.advance(201)
    expect((await change(order, { [type.uuid]: 3 })).status).toBe(200)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3, inHolds: 3 })
  })

  it('are refused once the payment has begun, and after the hold', async () => {
    const { event, type } = await sale(9)
    const paying = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    await atGateway(world, paying)
    expect((await change(paying, { [type.uuid]: 2 })).error).toMatchObject({
      code: 'order_state',
      detail: { status: 'pending_payment' },
    })
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    world.clock.advance(601)
    expect((await change(order, { [type.uuid]: 2 })).error?.code).toBe('hold_expired')
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).status).toBe(201)
  })
})

describe('the coupon of a changed order', () => {
  it('stays, is replaced or removed as the change says, and its use moves with it', async () => {
    const { event, type } = await sale(9)
    const ten = await couponOf(world, owner, event, { code: 'TEN', value: 10, max_uses: 1 })
    const half = await couponOf(world, owner, event, { code: 'HALF', value: 50 })
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await change(order, { [type.uuid]: 2 }, 'ten')).body.data.total_amount).toBe(180)
    expect((await change(order, { [type.uuid]: 3 })).body.data).toMatchObject({ coupon: 'TEN', total_amount: 270 })
    expect((await change(order, { [type.uuid]: 3 }, 'half')).body.data.total_amount).toBe(150)
    expect(await usesOf(world, ten.uuid)).toMatchObject({ held: 0, inHolds: 0 })
    expect(await usesOf(world, half.uuid)).toMatchObject({ held: 1, inHolds: 1 })
    expect((await change(order, { [type.uuid]: 1 }, null)).body.data).toMatchObject({ coupon: null, total_amount: 100 })
    expect(await usesOf(world, half.uuid)).toMatchObject({ held: 0, inHolds: 0 })
  })

  it('that is refused leaves tickets and coupon as they were', async () => {
    const { event, type } = await sale(9)
    const ten = await couponOf(world, owner, event, { code: 'TEN', value: 10 })
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    await change(order, { [type.uuid]: 1 }, 'ten')
    expect((await change(order, { [type.uuid]: 4 }, 'nobody')).error?.code).toBe('coupon_unknown')
    expect(await showOrder(world, order)).toMatchObject({ coupon: 'TEN', total_amount: 90, items: [{ quantity: 1 }] })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 1, inHolds: 1 })
    expect(await usesOf(world, ten.uuid)).toMatchObject({ held: 1, inHolds: 1 })
  })
})
