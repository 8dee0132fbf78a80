import { cancelOrder, exportOrders, showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findInconsistencies } from '@kartis/demo/inconsistencies.ts'
import { reserveWithCoupon, couponOf, usesOf } from '../../../testing/coupons.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, balanceOf, holding, deliverWebhook, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
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

const sale = (price = 149) => eventOnSale(world, owner, { type: { price, sum_total_available: 50 } })

const reserveWith = async (eventId: string, cart: Record<string, number>, code: string) => {
  const answer = await reserveWithCoupon(world, eventId, cart, code)
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

const charged = async (order: Awaited<ReturnType<typeof reserveWith>>) => {
  const payment = await atGateway(world, await withDetails(world, order))
  gateway.charge(payment, Math.round(order.total_amount * 100))
  await deliverWebhook(world, { payment })
}

describe('an order with a coupon', () => {
  it('the discount applies from the reservation on, and tickets, reports and refunds count what was paid', async () => {
    const { event, type } = await sale()
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', price: 320.5, sum_total_available: 5 })
    const coupon = await couponOf(world, owner, event, { code: 'FIFTEEN', value: 15 })
    const order = await reserveWith(event.uuid, { [type.uuid]: 2, [vip.uuid]: 1 }, 'fifteen')
    expect(order).toMatchObject({ total_amount: 525.72, coupon: 'FIFTEEN', discount_amount: 92.78 })
    expect(order.items.map(({ total, discount }) => [total, discount])).toEqual([
      [253.3, 44.7],
      [272.42, 48.08],
    ])
    await charged(order)
    const shown = await showOrder(world, order)
    expect(shown).toMatchObject({ status: 'paid', coupon: 'FIFTEEN', discount_amount: 92.78, total_amount: 525.72 })
    expect(shown.tickets.map(({ price }) => price)).toEqual([126.65, 126.65, 272.42])
    expect(await usesOf(world, coupon.uuid)).toEqual({ held: 0, used: 1, inHolds: 0, inPaid: 1 })

    const figures = await world.call(showEvent, {
      ...as(owner),
      params: { uuid: event.uuid },
      query: { append: ['statistics', 'report'] },
    })
    expect(figures.body.data.statistics?.orders.sum_total_amount).toBe(525.72)
    expect(figures.body.data.statistics?.by_ticket_type.map((row) => row.sum_total_amount)).toEqual([253.3, 272.42])
    expect(figures.body.data.report?.totals.orders.total_amount).toBe(525.72)

    const [first] = shown.tickets
    const body = { ticket_uuids: [first?.uuid ?? ''], refund: true }
    const part = await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body })
    expect(part.body.data.refunded_amount).toBe(126.65)
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ used: 1 })
    const remaining = await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: order.uuid },
      body: { refund: true },
    })
    expect(remaining.body.data).toMatchObject({ status: 'refunded', refunded_amount: 525.72 })
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ held: 0, used: 0 })
    await world.platform.jobs.drain({ names: ['payments.refund'], later: true })
    expect(await findInconsistencies(world.db, owner.account.uuid)).toEqual([])
  })

  it('an order whose coupon takes everything off is paid without a payment', async () => {
    const { event, type } = await sale()
    const coupon = await couponOf(world, owner, event, { code: 'GIFT', kind: 'price', value: 0 })
    const order = await withDetails(world, await reserveWith(event.uuid, { [type.uuid]: 2 }, 'GIFT'))
    expect(order.total_amount).toBe(0)
    expect((await world.call(pay, holding(order))).body.data).toMatchObject({ status: 'paid', payment: null })
    expect((await world.call(pay, holding(order))).body.data).toMatchObject({ status: 'paid', payment: null })
    expect((await showOrder(world, order)).tickets.map(({ price }) => price)).toEqual([0, 0])
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ held: 0, used: 1 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
  })

  it('a coupon that cannot be used refuses the cart with its reason, and no tickets are held', async () => {
    const { event, type } = await sale()
    const other = await ticketTypeOf(world, owner, event, { name: 'אחר' })
    const at = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
    await couponOf(world, owner, event, { code: 'LATER', starts_at: at(1) })
    await couponOf(world, owner, event, { code: 'PAST', ends_at: at(-1) })
    await couponOf(world, owner, event, { code: 'OTHER', events_ticket_uuids: [other.uuid] })
    const codes = await Promise.all(
      ['nobody', 'later', 'past', 'other'].map(
        async (code) => (await reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, code)).error?.code,
      ),
    )
    expect(codes).toEqual(['coupon_unknown', 'coupon_not_started', 'coupon_ended', 'coupon_other_tickets'])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0 })
  })

  it('the producer sees the coupon and discount of an order, and the export runs', async () => {
    const { event, type } = await sale(100)
    await couponOf(world, owner, event, { code: 'TEN' })
    const order = await reserveWith(event.uuid, { [type.uuid]: 1 }, 'ten')
    await charged(order)
    const seen = await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid } })
    expect(seen.body.data).toMatchObject({ coupon: 'TEN', discount_amount: 10, total_amount: 90 })
    const query = { filter: { event_uuid: event.uuid } }
    expect((await world.call(exportOrders, { ...as(owner), query })).status).toBe(200)
  })
})

describe('the uses of a coupon', () => {
  it('concurrent orders never exceed the number of uses', async () => {
    const { event, type } = await sale()
    const coupon = await couponOf(world, owner, event, { code: 'FIVE', max_uses: 5 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, 'five')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['coupon_used_up']))
    expect(await usesOf(world, coupon.uuid)).toEqual({ held: 5, used: 0, inHolds: 5, inPaid: 0 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 5, inHolds: 5 })
  })

  it('a use returns when its order is released or expires, and the next order gets it', async () => {
    const { event, type } = await sale()
    const coupon = await couponOf(world, owner, event, { code: 'ONE', max_uses: 1 })
    const first = await reserveWith(event.uuid, { [type.uuid]: 1 }, 'one')
    await world.call(releaseOrder, holding(first))
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ held: 0 })
    await reserveWith(event.uuid, { [type.uuid]: 1 }, 'one')
    world.clock.advance(601)
    // The expiry job has not run yet.
    await reserveWith(event.uuid, { [type.uuid]: 1 }, 'one')
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ held: 1, inHolds: 1 })
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    expect(await usesOf(world, coupon.uuid)).toMatchObject({ held: 0, inHolds: 0 })
  })

  it('a late payment takes a use again while there is one, else it is refunded', async () => {
    const { event, type } = await sale(100)
    const coupon = await couponOf(world, owner, event, { code: 'LAST', max_uses: 1 })
    const late = async () => {
      const order = await reserveWith(event.uuid, { [type.uuid]: 1 }, 'last')
      const payment = await atGateway(world, await withDetails(world, order))
      world.clock.advance(3600)
      await expireOrders(world.platform, world.payments)
      return { order, payment }
    }
    const first = await late()
    const second = await late()
    for (const { payment, order } of [first, second]) {
      gateway.charge(payment, Math.round(order.total_amount * 100))
      await deliverWebhook(world, { payment })
    }
    expect((await showOrder(world, first.order)).status).toBe('paid')
    expect((await showOrder(world, second.order)).status).toBe('refunded')
    expect(await usesOf(world, coupon.uuid)).toEqual({ held: 0, used: 1, inHolds: 0, inPaid: 1 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 1, tickets: 1 })
  })
})
