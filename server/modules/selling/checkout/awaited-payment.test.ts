import { setTimeout as sleep } from 'node:timers/promises'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPayment } from '../../payments/payments/payments-queries.ts'

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

const SUM = 10_000

/** A buyer with the gateway's page open. */
const paying = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: SUM / 100, sum_total_available: 10 } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  return { event, order, paymentId: await atGateway(world, order), sum: SUM }
}

describe('a payment whose webhook is late', () => {
  it('is replaced by a look-up of the poll while the buyer waits, from ten seconds on', async () => {
    const { order, paymentId, sum } = await paying()
    gateway.charge(paymentId, sum)
    const poll = async () => {
      const call = { params: { uuid: order.uuid }, orderToken: order.token, query: { awaited: 'true' as const } }
      return (await world.call(showBuyerOrder, call)).body.data.status
    }
    world.clock.advance(9)
    expect(await poll()).toBe('pending_payment')
    world.clock.advance(2)
    // A buyer who still types the card causes none.
    expect((await showOrder(world, order)).status).toBe('pending_payment')
    expect(gateway.lookups).toBe(0)
    await vi.waitFor(async () => expect(await poll()).toBe('paid'), 10_000)
    // A poll that comes while the first one is under way may begin one more.
    expect(gateway.lookups).toBeLessThanOrEqual(2)
    const { lookups } = gateway
    await poll()
    expect(gateway.lookups).toBe(lookups)
  })

  describe('and whose buyer waits', () => {
    const waiting = async () => {
      const { order, event, paymentId, sum } = await paying()
      const lookUp = () =>
        world.payments.lookUpAwaited({ eventId: event.uuid, orderId: order.uuid }, world.platform.clock())
      return { order, paymentId, sum, lookUp }
    }

    it('is looked up once for all who ask at a time, and again after fifteen seconds', async () => {
      const { lookUp } = await waiting()
      world.clock.advance(11)
      gateway.slow = 100
      await Promise.all([lookUp(), lookUp(), lookUp()])
      gateway.slow = 0
      // One for the first of them, and one that the others share.
      expect(gateway.lookups).toBeLessThanOrEqual(2)
      const { lookups } = gateway
      world.clock.advance(14)
      await lookUp()
      expect(gateway.lookups).toBe(lookups)
    })

    it('is looked up four times a minute at most', async () => {
      const { lookUp } = await waiting()
      for (let times = 0; times < 10; times++) {
        world.clock.advance(16)
        await lookUp()
      }
      expect(gateway.lookups).toBe(4)
    })

    it('waits for the next time when the gateway is away', async () => {
      const { order, lookUp, paymentId, sum } = await waiting()
      world.clock.advance(11)
      gateway.down = true
      await lookUp()
      gateway.down = false
      gateway.charge(paymentId, sum)
      await lookUp()
      expect((await showOrder(world, order)).status).toBe('paid')
      await lookUp()
      expect(await showOrder(world, order)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    })
  })
})

describe('a buyer who waits for the outcome of a payment', () => {
  const waitFor = (order: { uuid: string; token: string }, wait: number) =>
    world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: order.token, query: { wait } })
  const settled = async (paymentId: string): Promise<void> => {
    const payment = await readPayment(world.db, paymentId)
    if (!payment) throw new Error('no payment was started')
    await world.payments.queryGateway(payment)
  }
  const timed = async <T>(act: Promise<T>): Promise<{ value: T; ms: number }> => {
    const began = performance.now()
    return { value: await act, ms: performance.now() - began }
  }

  it('gets the tickets with the reply, as soon as the payment is settled', async () => {
    const { order, paymentId, sum } = await paying()
    const reply = waitFor(order, 20)
    await sleep(50)
    gateway.charge(paymentId, sum)
    await settled(paymentId)
    const { value, ms } = await timed(reply)
    expect(value.body.data).toMatchObject({ status: 'paid', tickets: [{}] })
    expect(ms).toBeLessThan(5000)
  })

  it('learns at once that the card was declined, and waits again during the next attempt', async () => {
    const { order, paymentId, sum } = await paying()
    const reply = waitFor(order, 20)
    await sleep(50)
    gateway.decline(paymentId)
    await settled(paymentId)
    expect((await reply).body.data).toMatchObject({ status: 'pending_payment', payment: { status: 'declined' } })
    const again = await atGateway(world, order)
    const next = waitFor(order, 20)
    await sleep(50)
    gateway.charge(again, sum)
    await settled(again)
    expect((await next).body.data.status).toBe('paid')
  })

  it('gets the order as it is after the time, or at once where no payment is under way', async () => {
    const { order } = await paying()
    const { value, ms } = await timed(waitFor(order, 1))
    expect(value.body.data.status).toBe('pending_payment')
    expect(ms).toBeGreaterThan(900)
    const { event, type } = await eventOnSale(world, owner, { type: { price: 1, sum_total_available: 1 } })
    const held = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await timed(waitFor(held, 20))).ms).toBeLessThan(5000)
  })

  it('sees what another process settled', async () => {
    const other = await openWorld({ beside: world })
    // A server that starts has the terminal of its settings in use.
    gateway = await useTestGateway(world)
    try {
      const { order, paymentId, sum } = await paying()
      gateway.charge(paymentId, sum)
      const payment = await readPayment(world.db, paymentId)
      const reply = waitFor(order, 20)
      await sleep(50)
      if (!payment) throw new Error('no payment was started')
      expect(await other.payments.queryGateway(payment)).toBe('paid')
      expect((await reply).body.data.status).toBe('paid')
    } finally {
      await other.close()
    }
  })
})
