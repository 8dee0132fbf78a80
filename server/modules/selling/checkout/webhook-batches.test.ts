import { notify } from '@kartis/contract/payments.ts'
import { type Reservation, updateOrder } from '@kartis/contract/public-orders.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { deleteOldWebhooks } from '../../payments/payments/webhooks-queries.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, balanceOf, holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

// No job runs in this file: what happens is the listening server's own doing.
beforeAll(async () => {
  world = await openWorld({ sharedReadMs: 500 })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  owner = await producer(world)
})
beforeEach(async () => {
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const PRICE = 5000

const paying = async (count: number) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: PRICE / 100, sum_total_available: 100 } })
  const buyers: { order: Reservation; paymentId: string }[] = []
  for (let buyer = 0; buyer < count; buyer++) {
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    buyers.push({ order, paymentId: await atGateway(world, order) })
  }
  return { type, buyers }
}

const deliver = (paymentId: string, ref: string) =>
  world.call(notify, { params: { provider: 'test' }, body: { payment: paymentId, ref } })

/** Polls as a buyer's browser does. */
const until = async (order: Reservation, isReached: (shown: Awaited<ReturnType<typeof showOrder>>) => boolean) => {
  for (let look = 0; look < 400; look++) {
    const shown = await showOrder(world, order)
    if (isReached(shown)) return shown
    await sleep(10)
  }
  throw new Error('it never came')
}

const isPaid = ({ status }: { status: string }): boolean => status === 'paid'
const outcomesOf = async (paymentId: string) =>
  (await world.db.selectFrom('payment_webhooks').select('outcome').where('payment_id', '=', paymentId).execute()).map(
    ({ outcome }) => outcome,
  )

describe('a server that listens', () => {
  it('handles the webhooks of many buyers at once without a job, each once', async () => {
    const { type, buyers } = await paying(6)
    gateway.slow = 20
    await Promise.all(
      buyers.flatMap(({ paymentId }) => {
        const ref = gateway.charge(paymentId, 2 * PRICE)
        return [deliver(paymentId, ref), deliver(paymentId, ref)]
      }),
    )
    for (const { order } of buyers) expect((await until(order, isPaid)).tickets).toHaveLength(2)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 12, tickets: 12, inHolds: 0 })
  })

  it('stores a limited number of webhooks of one payment, which is settled all the same', async () => {
    const { buyers } = await paying(2)
    const [forged, other] = buyers
    if (!forged || !other) throw new Error('two buyers')
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, place) => (await deliver(forged.paymentId, `forged ${place}`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await outcomesOf(forged.paymentId)).toHaveLength(30)
    await deliver(other.paymentId, gateway.charge(other.paymentId, 2 * PRICE))
    await until(other.order, isPaid)
    gateway.charge(forged.paymentId, 2 * PRICE)
    await world.platform.jobs.drain({ names: ['payments.word'] })
    await until(forged.order, isPaid)
  })

  it('leaves only failed webhooks to the job, which finds the others handled', async () => {
    const { type, buyers } = await paying(2)
    const [notified, missed] = buyers
    if (!notified || !missed) throw new Error('two buyers')
    await deliver(notified.paymentId, gateway.charge(notified.paymentId, 2 * PRICE))
    await until(notified.order, isPaid)
    gateway.down = true
    await deliver(missed.paymentId, gateway.charge(missed.paymentId, 2 * PRICE))
    await sleep(50)
    expect((await showOrder(world, missed.order)).status).toBe('pending_payment')
    gateway.down = false
    const looks = gateway.lookups
    await world.platform.jobs.drain({ names: ['payments.word'], later: true })
    expect(gateway.lookups).toBe(looks + 1)
    expect((await showOrder(world, missed.order)).status).toBe('paid')
    expect(await outcomesOf(missed.paymentId)).toEqual(['paid'])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 4, tickets: 4 })
  })

  it('queries again when a webhook precedes the gateway’s records', async () => {
    const [buyer] = (await paying(1)).buyers
    if (!buyer) throw new Error('one buyer')
    await deliver(buyer.paymentId, '77')
    await sleep(30)
    gateway.charge(buyer.paymentId, 2 * PRICE)
    expect((await until(buyer.order, isPaid)).tickets).toHaveLength(2)
  })

  it('is not blocked by a slow look-up', async () => {
    const [slow, quick] = (await paying(2)).buyers
    if (!slow || !quick) throw new Error('two buyers')
    gateway.slow = 3000
    await deliver(slow.paymentId, gateway.charge(slow.paymentId, 2 * PRICE))
    await sleep(20)
    gateway.slow = 0
    await deliver(quick.paymentId, gateway.charge(quick.paymentId, 2 * PRICE))
    await until(quick.order, isPaid)
    expect((await showOrder(world, slow.order)).status).toBe('pending_payment')
    await until(slow.order, isPaid)
  })
})

describe('an order that waits for its payment', () => {
  it('is served from the cache while unchanged, and shows a declined card at once', async () => {
    const [buyer] = (await paying(1)).buyers
    if (!buyer) throw new Error('one buyer')
    const waiting = await showOrder(world, buyer.order)
    expect(waiting).toMatchObject({ status: 'pending_payment', payment: { status: 'started' } })
    expect(await showOrder(world, buyer.order)).toEqual(waiting)
    gateway.decline(buyer.paymentId)
    await deliver(buyer.paymentId, '9')
    const shown = await until(buyer.order, ({ payment }) => payment?.status === 'declined')
    expect(shown.status).toBe('pending_payment')
  })

  it('shows the buyer’s changes in the next poll', async () => {
    const [buyer] = (await paying(1)).buyers
    if (!buyer) throw new Error('one buyer')
    await showOrder(world, buyer.order)
    const changed = await world.call(updateOrder, { ...holding(buyer.order), body: { name: 'נועה לוי' } })
    expect(changed.status).toBe(200)
    expect((await showOrder(world, buyer.order)).buyer.name).toBe('נועה לוי')
  })

  it('expires to the second', async () => {
    const [buyer] = (await paying(1)).buyers
    if (!buyer) throw new Error('one buyer')
    const { expires_at } = await showOrder(world, buyer.order)
    const left = Date.parse(expires_at ?? '') - world.platform.clock().getTime()
    world.clock.advance(Math.floor(left / 1000) - 1)
    expect((await showOrder(world, buyer.order)).status).toBe('pending_payment')
    world.clock.advance(2)
    expect((await showOrder(world, buyer.order)).status).toBe('expired')
  })

  it('drops webhooks of payments that do not exist, and stores nothing of them', async () => {
    const count = async () => (await world.db.selectFrom('payment_webhooks').select('id').execute()).length
    const before = [await count(), gateway.lookups]
    const strangers = Array.from({ length: 20 }, (_, place) => deliver(world.platform.newId(), `forged ${place}`))
    expect((await Promise.all(strangers)).every(({ status }) => status === 200)).toBe(true)
    await world.call(notify, { params: { provider: 'test' }, body: { ref: '1' } })
    await sleep(100)
    expect([await count(), gateway.lookups]).toEqual(before)
  })

  it('forty forged webhooks of one payment cost a few lookups at the gateway, and the charge is still found', async () => {
    const { buyers } = await paying(1)
    const { order, paymentId } = buyers[0]!
    gateway.slow = 50
    gateway.lookups = 0
    await Promise.all(Array.from({ length: 40 }, (_, place) => deliver(paymentId, `forged ${place}`)))
    const ref = gateway.charge(paymentId, Math.round(order.total_amount * 100))
    await deliver(paymentId, ref)
    expect((await until(order, isPaid)).tickets).toHaveLength(2)
    expect(gateway.lookups).toBeLessThanOrEqual(10)
    gateway.slow = 0
  })
})

test('handled webhooks are kept for ninety days', async () => {
  const { buyers } = await paying(1)
  const { order, paymentId } = buyers[0]!
  await deliver(paymentId, gateway.charge(paymentId, Math.round(order.total_amount * 100)))
  await until(order, isPaid)
  const now = world.clock.now().getTime()
  await deleteOldWebhooks(world.db, new Date(now - 1000))
  expect(await outcomesOf(paymentId)).toHaveLength(1)
  await deleteOldWebhooks(world.db, new Date(now + 3_600_000))
  expect(await outcomesOf(paymentId)).toEqual([])
})
