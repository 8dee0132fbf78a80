import { releaseOrder, type Reservation } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import {
  atGateway,
  balanceOf,
  deliverWebhook,
  holding,
  reserved,
  showOrder,
  withDetails,
} from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPayment } from '../../payments/payments/payments-queries.ts'

// Charges that are not as they were offered: the address of a payment page is the buyer's to change.

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

const PRICE = 10_000

/** A buyer with the gateway's page open. */
const paying = async (total: number, quantity: number) => {
  const { type, event } = await eventOnSale(world, owner, {
    type: { price: PRICE / 100, sum_total_available: total },
  })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: quantity }))
  return { event, type, order, paymentId: await atGateway(world, order), sum: PRICE * quantity }
}

const drain = () => world.platform.jobs.drain({ names: ['payments.word', 'payments.refund'], later: true })

const kinds = async (order: Reservation) =>
  (
    await world.db
      .selectFrom('order_history')
      .select('kind')
      .where('order_id', '=', order.uuid)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind)

const texts = async (order: Reservation) => {
  await world.handleEvents()
  const rows = await world.db
    .selectFrom('messages')
    .select('template')
    .where('order_id', '=', order.uuid)
    .where('channel', '=', 'sms')
    .execute()
  return rows.map(({ template }) => template)
}

const outcomes = async (paymentId: string) =>
  (await world.db.selectFrom('payment_webhooks').select('outcome').where('payment_id', '=', paymentId).execute()).map(
    ({ outcome }) => outcome,
  )

describe('a charge of another amount', () => {
  it('buys nothing: the whole charge is refunded once, and the order waits for its own sum', async () => {
    const { order, type, paymentId, sum } = await paying(10, 1)
    const ref = gateway.charge(paymentId, sum - 100)
    await deliverWebhook(world, { payment: paymentId, ref })
    expect(await outcomes(paymentId)).toEqual(['refunded_wrong_sum'])
    const payment = await readPayment(world.db, paymentId)
    expect(payment).toMatchObject({ status: 'paid', amount: sum - 100, refunded: sum - 100 })
    for (let minute = 0; minute < 3; minute++) {
      world.clock.advance(60)
      await world.payments.checkUnconfirmed()
    }
    expect(await world.payments.queryGateway(payment!)).toBe('repeat')
    await drain()
    expect(gateway.refunds).toMatchObject([{ paymentId, providerRef: ref, amount: sum - 100 }])
    expect(gateway.requests[0]).toMatchObject({ chargeAmount: sum - 100 })
    const shown = await showOrder(world, order)
    expect(shown).toMatchObject({ status: 'pending_payment', tickets: [], returned_payment: { uuid: paymentId } })
    expect(shown.returned_payment?.amount).toBe((sum - 100) / 100)
    expect(await kinds(order)).toContain('refunded_wrong_sum')
    expect(await texts(order)).toEqual(['refund_done'])

    const second = await atGateway(world, order)
    await deliverWebhook(world, { payment: second, ref: gateway.charge(second, sum) })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 1, tickets: 1 })
    expect(gateway.refunds).toHaveLength(1)
  })

  it('for an order whose tickets have gone is refunded, and the order is refunded', async () => {
    const { order, type, paymentId, sum } = await paying(5, 2)
    await world.call(releaseOrder, holding(order))
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, sum + 100) })
    await drain()
    expect(await showOrder(world, order)).toMatchObject({ status: 'refunded', tickets: [] })
    expect(gateway.refunds).toMatchObject([{ paymentId, amount: sum + 100 }])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 0 })
  })

  it('of nothing is no charge', async () => {
    const { order, paymentId } = await paying(5, 1)
    await deliverWebhook(world, { payment: paymentId, ref: gateway.charge(paymentId, 0) })
    await drain()
    expect(await readPayment(world.db, paymentId)).toMatchObject({ status: 'started' })
    expect((await showOrder(world, order)).status).toBe('pending_payment')
  })
})
