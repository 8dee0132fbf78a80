import { notify } from '@kartis/contract/payments.ts'
import { pay, releaseOrder, type Reservation } from '@kartis/contract/public-orders.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import {
  atGateway,
  balanceOf,
  holding,
  reserved,
  deliverWebhook,
  showOrder,
  withDetails,
} from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPayment } from '../../payments/payments/payments-queries.ts'
import { cancelTickets } from '../order-management/cancel-tickets.ts'
import { expireOrders } from './expire-orders.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  gateway = await useTestGateway(world)
  // The clock of this file runs on, and a session does not last for ever.
  owner = await producer(world)
})
afterAll(() => world.close())

const PRICE = 10_000

const sale = (total: number) => eventOnSale(world, owner, { type: { price: PRICE / 100, sum_total_available: total } })

/** A buyer with the gateway's page open. */
const paying = async (total: number, quantity: number) => {
  const { event, type } = await sale(total)
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: quantity }))
  return { event, type, order, paymentId: await atGateway(world, order), sum: PRICE * quantity }
}

const drain = () => world.platform.jobs.drain({ names: ['payments.word', 'payments.refund'], later: true })
const templates = async (order: Reservation) => {
  await world.handleEvents()
  const rows = await world.db
    .selectFrom('messages')
    .select('template')
    .where('order_id', '=', order.uuid)
    .where('channel', '=', 'sms')
    .execute()
  return rows.map(({ template }) => template)
}
const kinds = async (order: Reservation) =>
  (
    await world.db
      .selectFrom('order_history')
      .select('kind')
      .where('order_id', '=', order.uuid)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind)
const outcomes = async (paymentId: string) =>
  (
    await world.db
      .selectFrom('payment_webhooks')
      .select('outcome')
      .where('payment_id', '=', paymentId)
      .orderBy('received_at')
      .execute()
  ).map(({ outcome }) => outcome)

describe('a webhook', () => {
  it('repeated in sequence and concurrently with a look-up and the expiry job issues the tickets once', async () => {
    const { order, type, paymentId, sum } = await paying(10, 3)
    const ref = gateway.charge(paymentId, sum)
    gateway.slow = 5
    world.clock.advance(601)
    const payment = await readPayment(world.db, paymentId)
    const deliver = (key: string) =>
      world.call(notify, { params: { provider: 'test' }, body: { payment: paymentId, ref, key } })
    await Promise.all([deliver('a'), deliver('a'), deliver('b'), deliver('c')])
    await Promise.all([
      drain(),
      payment && world.payments.queryGateway(payment),
      expireOrders(world.platform, world.payments),
      drain(),
    ])
    await drain()
    expect((await showOrder(world, order)).tickets).toHaveLength(3)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 3, tickets: 3, inHolds: 0 })
    expect((await kinds(order)).filter((kind) => kind === 'paid')).toHaveLength(1)
    expect((await templates(order)).filter((template) => template === 'tickets_ready')).toHaveLength(1)
    expect(await outcomes(paymentId)).toHaveLength(3)
    expect(gateway.refunds).toEqual([])
  })

  it('that the gateway’s records do not confirm pays nothing', async () => {
    const { order, paymentId, sum } = await paying(10, 1)
    await deliverWebhook(world, { payment: paymentId, ref: '1' })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'pending_payment', tickets: [] })
    expect(await outcomes(paymentId)).toEqual(['unknown'])
    const stranger = world.platform.newId()
    gateway.charge(stranger, sum)
    await deliverWebhook(world, { payment: stranger, ref: '2' })
    expect(await outcomes(stranger), 'nothing is stored of it').toEqual([])
  })

  it('of an unknown provider is not found', async () => {
    const answer = await world.call(notify, { params: { provider: 'other' }, body: { payment: 'x' } })
    expect(answer.status).toBe(404)
  })

  it('that arrives before the gateway’s records have the charge is looked up again', async () => {
    const { order, paymentId, sum } = await paying(10, 1)
    await deliverWebhook(world, { payment: paymentId, ref: '77' })
    gateway.charge(paymentId, sum)
    await drain()
    expect((await showOrder(world, order)).status).toBe('paid')
  })

  it('that never arrives is replaced by a look-up', async () => {
    const { order, paymentId, sum } = await paying(10, 1)
    gateway.charge(paymentId, sum)
    world.clock.advance(120)
    await world.payments.checkUnconfirmed()
    expect((await showOrder(world, order)).status).toBe('paid')
  })
})

describe('a payment confirmed after the hold expired', () => {
  it('gets the tickets when they are still available', async () => {
    const { order, type, paymentId, sum } = await paying(5, 2)
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 0 })
    expect((await showOrder(world, order)).status).toBe('expired')
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, sum) })
    const shown = await showOrder(world, order)
    expect(shown).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(shown.tickets).toHaveLength(2)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
  })

  it('is refunded when they are sold out, and the buyer is notified', async () => {
    const { event, order, type, paymentId, sum } = await paying(2, 2)
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    await reserved(world, event.uuid, { [type.uuid]: 1 })
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, sum) })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'refunded', refunded_amount: 200, tickets: [] })
    expect(gateway.refunds).toMatchObject([{ paymentId, amount: sum }])
    expect(await templates(order)).toEqual(['payment_refunded_late'])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 1, sold: 0, tickets: 0 })
  })

  it('is refunded when the buyer had released the order', async () => {
    const { order, type, paymentId, sum } = await paying(5, 2)
    await world.call(releaseOrder, holding(order))
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, sum) })
    await drain()
    expect((await showOrder(world, order)).status).toBe('refunded')
    expect(gateway.refunds).toHaveLength(1)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 0 })
  })

  it('is found by the look-up that precedes the expiry', async () => {
    const { order, type, paymentId, sum } = await paying(5, 2)
    gateway.charge(paymentId, sum)
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    expect((await showOrder(world, order)).status).toBe('paid')
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2 })
  })

  it('keeps its hold while the gateway is unreachable, for a limited time', async () => {
    const { order, type } = await paying(5, 2)
    gateway.down = true
    world.clock.advance(601)
    await expireOrders(world.platform, world.payments)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 2 })
    world.clock.advance(15 * 60)
    await expireOrders(world.platform, world.payments)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0 })
    expect((await showOrder(world, order)).status).toBe('expired')
  })
})

describe('a second charge', () => {
  it('for a second page of an order is refunded', async () => {
    const { order, type, paymentId, sum } = await paying(5, 1)
    gateway.decline(paymentId)
    await deliverWebhook(world, { payment: paymentId, ref: 'no' })
    const second = await atGateway(world, order)
    await deliverWebhook(world, { payment: second, ref: gateway.charge(second, sum) })
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, sum) })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({
      status: 'paid',
      refunded_amount: 0,
      payment: { status: 'paid' },
    })
    expect(gateway.refunds).toMatchObject([{ paymentId, amount: sum }])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 1, tickets: 1 })
  })

  it('on the same page is refunded by its own number', async () => {
    const { order, paymentId, sum } = await paying(5, 1)
    const first = gateway.charge(paymentId, sum)
    const second = gateway.charge(paymentId, sum)
    await deliverWebhook(world, { payment: paymentId, ref: first })
    await deliverWebhook(world, { payment: paymentId, ref: second })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(gateway.refunds).toMatchObject([{ providerRef: second, amount: sum }])
  })
})

describe('cancelled tickets', () => {
  const paidOrder = async (quantity: number) => {
    const all = await paying(10, quantity)
    await deliverWebhook(world, { payment: all.paymentId, ref: gateway.charge(all.paymentId, all.sum) })
    return {
      ...all,
      key: { eventId: all.event.uuid, orderId: all.order.uuid },
      shown: await showOrder(world, all.order),
    }
  }
  const cancel = (key: { eventId: string; orderId: string }, ticketIds?: string[]) =>
    inTransaction(world.db, (tx) =>
      cancelTickets(
        world.platform,
        tx,
        key,
        { ticketIds, refund: true, reason: 'test', userId: null },
        world.clock.now(),
      ),
    )

  it('return to the stock and are refunded one by one', async () => {
    const { order, type, key, shown } = await paidOrder(3)
    const [first] = shown.tickets
    await cancel(key, [first?.uuid ?? ''])
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'partially_refunded', refunded_amount: 100 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
    const again = await cancel(key, [first?.uuid ?? ''])
    expect(isRefusal(again)).toBe(true)
    await cancel(key)
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'refunded', refunded_amount: 300 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect(gateway.refunds.map(({ amount }) => amount)).toEqual([PRICE, 2 * PRICE])
  })

  it('are refunded once when cancelled twice at the same moment', async () => {
    const { type, key } = await paidOrder(2)
    const answers = await Promise.all([cancel(key), cancel(key), cancel(key)])
    await drain()
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
    expect(gateway.refunds).toMatchObject([{ amount: 2 * PRICE }])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
  })

  it('keep their refund queued while the gateway is unreachable, and a failed refund can be requested again', async () => {
    const { order, key, paymentId } = await paidOrder(1)
    gateway.down = true
    await cancel(key)
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    expect(gateway.refunds).toEqual([])
    gateway.down = false
    await drain()
    expect(gateway.refunds).toHaveLength(1)
    expect((await showOrder(world, order)).status).toBe('refunded')
    expect((await readPayment(world.db, paymentId))?.refunded).toBe(PRICE)
  })

  it('leave what they cost owed to the buyer when the gateway refuses the refund', async () => {
    const { key, paymentId } = await paidOrder(1)
    gateway.refuseRefunds = true
    await cancel(key)
    await drain()
    expect(await readPayment(world.db, paymentId)).toMatchObject({ refunded: 10_000, waiting: 10_000 })
    const refund = await world.db
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(refund).toMatchObject({ status: 'failed', last_error: '20112' })
  })
})

describe('expiry and payment at the same moment', () => {
  it('leave each order either paid with tickets or expired without, and the counters correct', async () => {
    const { event, type } = await sale(40)
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', price: 100, sum_total_available: 40 })
    const orders = await Promise.all(
      Array.from({ length: 12 }, async (_, place) => {
        const cart = place % 2 ? { [vip.uuid]: 1, [type.uuid]: 2 } : { [type.uuid]: 1, [vip.uuid]: 1 }
        const order = await withDetails(world, await reserved(world, event.uuid, cart))
        return { order, paymentId: await atGateway(world, order) }
      }),
    )
    world.clock.advance(601)
    gateway.slow = 3
    await Promise.all([
      expireOrders(world.platform, world.payments),
      expireOrders(world.platform, world.payments),
      ...orders.map(async ({ order, paymentId }, place) => {
        if (place % 3 === 0) return world.call(releaseOrder, holding(order))
        if (place % 3 === 1) return world.call(pay, holding(order))
        const ref = gateway.charge(paymentId, Math.round(order.total_amount * 100))
        return deliverWebhook(world, { payment: paymentId, ref })
      }),
    ])
    await expireOrders(world.platform, world.payments)
    await drain()
    for (const [place, { order }] of orders.entries()) {
      const shown = await showOrder(world, order)
      expect(shown.status).toBe(place % 3 === 2 ? 'paid' : 'expired')
      expect(shown.tickets).toHaveLength(
        place % 3 === 2 ? order.items.reduce((all, item) => all + item.quantity, 0) : 0,
      )
    }
    for (const id of [type.uuid, vip.uuid]) {
      const balance = await balanceOf(world, id)
      expect(balance.held).toBe(balance.inHolds)
      expect(balance.sold).toBe(balance.tickets)
    }
  })
})
