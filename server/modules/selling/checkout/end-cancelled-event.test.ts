import { pay } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
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
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { approveRun, previewedRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
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

const drain = () => world.platform.jobs.drain({ names: ['checkout.end_cancelled_event'] })

describe('the open orders of an event that was cancelled', () => {
  it('end with it: what they held comes back, and a payment under way is returned without tickets', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 89 } })
    const bought = await boughtByCard(world, gateway, sale)
    expect((await showOrder(world, bought)).event.cancelled).toBe(false)
    const chosen = await withDetails(world, await reserved(world, sale.event.uuid, { [sale.type.uuid]: 2 }), newPhone())
    const paying = await withDetails(world, await reserved(world, sale.event.uuid, { [sale.type.uuid]: 3 }), newPhone())
    const payment = await atGateway(world, paying)
    expect(await balanceOf(world, sale.type.uuid)).toMatchObject({ held: 5, sold: 1 })

    const run = await previewedRun(world, owner, sale.event)
    expect((await approveRun(world, as(owner), run)).body.data.state).toBe('approved')
    await drain()
    expect((await showOrder(world, bought)).event.cancelled).toBe(true)
    expect(await balanceOf(world, sale.type.uuid)).toMatchObject({ held: 0 })
    for (const order of [chosen, paying])
      expect(await showOrder(world, order)).toMatchObject({ status: 'cancelled', tickets: [] })

    await deliverWebhook(world, { payment, ref: gateway.charge(payment, 267_00) })
    await world.platform.jobs.drain()
    expect(await showOrder(world, paying)).toMatchObject({ status: 'refunded', refunded_amount: 267, tickets: [] })
    expect(gateway.refunds.filter(({ paymentId }) => paymentId === payment)).toMatchObject([{ amount: 267_00 }])
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).preview).toMatchObject({ orders: 1 })
  })

  it('are not paid any more, also in the moment before they are ended', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 71 } })
    await boughtByCard(world, gateway, sale)
    const order = await withDetails(world, await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 }), newPhone())
    await atGateway(world, order)
    const run = await previewedRun(world, owner, sale.event)
    expect((await approveRun(world, as(owner), run)).body.data.state).toBe('approved')
    const again = await world.call(pay, holding(order))
    expect(again.error).toMatchObject({ code: 'event_cancelled', detail: { name: sale.event.name } })
  })

  it('change nothing of the preview that is approved after it changed', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 53 } })
    await boughtByCard(world, gateway, sale)
    const run = await previewedRun(world, owner, sale.event)
    await boughtByCard(world, gateway, sale)
    const order = await withDetails(world, await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 }), newPhone())
    const payment = await atGateway(world, order)
    expect((await approveRun(world, as(owner), run)).error?.code).toBe('refund_run_changed')
    await drain()
    await deliverWebhook(world, { payment, ref: gateway.charge(payment, 53_00) })
    expect((await approveRun(world, as(owner), run)).body.data.state).toBe('approved')
    expect(await showOrder(world, order)).toMatchObject({ status: 'refunded', tickets: [] })
  })
})
