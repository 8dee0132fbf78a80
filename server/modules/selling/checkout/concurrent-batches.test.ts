import { pay, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
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

const cart = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 100, sum_total_available: 9 } })
  return { event, type, order: await reserved(world, event.uuid, { [type.uuid]: 2 }) }
}

const paymentsOf = (order: { uuid: string }) =>
  world.db.selectFrom('payments').selectAll().where('order_id', '=', order.uuid).execute()

it('the reply to the details equals the order that is read afterwards', async () => {
  const { order } = await cart()
  const phone = newPhone()
  const write = (body: object) => world.call(updateOrder, { ...holding(order), body })
  const first = await write({ name: 'דנה כהן', phone, email: 'dana@example.co.il', marketing_consent: false })
  expect(first.body.data).toMatchObject({ buyer: { name: 'דנה כהן', phone, email: 'dana@example.co.il' } })
  expect(first.body.data).toEqual(await showOrder(world, order))
  const second = await write({ email: null })
  expect(second.body.data).toMatchObject({ buyer: { name: 'דנה כהן', phone, email: null } })
  expect(second.body.data).toEqual(await showOrder(world, order))
})

it('details are refused once the hold is over, whether or not the expiry job has run', async () => {
  const { order } = await cart()
  world.clock.advance(601)
  const late = await world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן' } })
  expect(late.error?.code).toBe('hold_expired')
  await expireOrders(world.platform, world.payments)
  const later = await world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן' } })
  expect(later.error?.code).toBe('hold_expired')
  expect((await world.call(pay, holding(order))).error?.code).toBe('hold_expired')
  expect(await paymentsOf(order)).toEqual([])
})

it('ten concurrent payments of one order open one page of the gateway', async () => {
  const { order } = await cart()
  await withDetails(world, order)
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(pay, holding(order))))
  expect(new Set(answers.map(({ body }) => body.data.payment?.url)).size).toBe(1)
  expect(gateway.started).toHaveLength(1)
  const [payment, ...more] = await paymentsOf(order)
  expect(more).toEqual([])
  expect(payment).toMatchObject({ status: 'started', method: 'card', provider: 'test', amount: 20_000 })
  const history = await world.db
    .selectFrom('order_history')
    .select('kind')
    .where('order_id', '=', order.uuid)
    .where('kind', '=', 'pending_payment')
    .execute()
  expect(history).toHaveLength(1)
})

it('an order reaches the gateway with its payment, or not at all', async () => {
  const { order } = await cart()
  expect((await world.call(pay, holding(order))).error?.code).toBe('details_missing')
  await withDetails(world, order)
  gateway.down = true
  expect((await world.call(pay, holding(order))).error?.code).toBe('payment_unavailable')
  expect(await paymentsOf(order)).toMatchObject([{ status: 'abandoned' }])
  gateway.down = false
  const { payment } = (await world.call(pay, holding(order))).body.data
  expect(payment?.url).toContain('https://pay.test/')
  expect((await paymentsOf(order)).map(({ status }) => status).toSorted()).toEqual(['abandoned', 'started'])
  expect(await showOrder(world, order)).toMatchObject({ status: 'pending_payment' })
})
