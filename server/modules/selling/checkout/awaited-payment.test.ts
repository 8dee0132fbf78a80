import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

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
    await vi.waitFor(async () => expect(await poll()).toBe('paid'))
    expect(gateway.lookups).toBe(1)
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
