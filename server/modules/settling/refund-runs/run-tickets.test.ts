import { showOrder as showProducerOrder, updateOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../testing/check-in.ts'
import { couponOf, reserveWithCoupon } from '../../../testing/coupons.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, withDetails } from '../../../testing/orders.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const orderOf = async (order: { readonly uuid: string }) =>
  (await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid }, query: { with: ['tickets'] } }))
    .body.data

describe('the tickets of a refund run', () => {
  it('are refunded at what was paid for them, whoever holds them and whether they entered', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 149 } })
    await couponOf(world, owner, sale.event, { code: 'FIFTEEN', value: 15 })
    const { data } = (await reserveWithCoupon(world, sale.event.uuid, { [sale.type.uuid]: 2 }, 'FIFTEEN')).body
    const discounted = await withDetails(world, data)
    const payment = await atGateway(world, discounted)
    gateway.charge(payment, Math.round(discounted.total_amount * 100))
    await deliverWebhook(world, { payment })
    const entered = await boughtByCard(world, gateway, sale, { quantity: 2 })
    const [ticket] = (await orderOf(entered)).tickets ?? []
    const scanned = await scan(world, as(owner), sale.event, ticket?.uuid ?? '')
    expect(scanned.status, scanned.text).toBe(200)
    const sent = await boughtByCard(world, gateway, sale)
    const moved = await world.call(updateOrder, {
      ...as(owner),
      params: { uuid: sent.uuid },
      body: { phone: nationalPhone(newPhone()) },
    })
    expect(moved.status).toBe(200)
    const run = await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    const items = await itemsOfRun(world, owner, run)
    expect([discounted, entered, sent].map(({ uuid }) => items.get(uuid)?.amount)).toEqual([253.3, 298, 149])
    expect(gateway.refunds.reduce((all, { amount }) => all + amount, 0)).toBe(70_030)
    for (const order of [discounted, entered, sent]) expect(await orderOf(order)).toMatchObject({ status: 'refunded' })
  })
})
