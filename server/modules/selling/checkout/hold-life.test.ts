import { changeOrderCoupon, pay } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { couponOf } from '../../../testing/coupons.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { useTestGateway } from '../../../testing/gateway.ts'
import { holding, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

test('a hold ends after twenty minutes, however often its coupon changes and a payment starts again', async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 149, sum_total_available: 2 } })
  await couponOf(world, owner, event, { code: 'TEN', value: 10 })
  const begun = world.clock.now().getTime()
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
  const change = (coupon: string | null) => world.call(changeOrderCoupon, { ...holding(order), body: { coupon } })
  const minutes: number[] = []
  for (const code of ['ten', null, 'ten', null, 'ten', null]) {
    world.clock.advance(180)
    expect((await change(code)).status).toBe(200)
    const { expires_at } = (await world.call(pay, holding(order))).body.data
    minutes.push((Date.parse(expires_at ?? '') - begun) / 60_000)
  }
  expect(minutes).toEqual([13, 16, 19, 20, 20, 20])
  world.clock.advance(120)
  expect((await change('ten')).error?.code).toBe('hold_expired')
  expect((await world.call(pay, holding(order))).error?.code).toBe('hold_expired')
  await expireOrders(world.platform, world.payments)
  expect((await reserved(world, event.uuid, { [type.uuid]: 2 })).status).toBe('reserved')
})
