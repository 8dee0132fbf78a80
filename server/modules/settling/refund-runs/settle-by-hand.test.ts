import { showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { type RefundRun, settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerFor, requestSale, shiftOf } from '../../../testing/box-office.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { approvedRun, itemsOfRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { ledgerRevenueOf } from '../ledger/index.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

describe('an order that a person refunds', () => {
  const settle = (run: RefundRun, order: { uuid: string }, note = 'העברה בנקאית 4417') =>
    world.call(settleRefundRunItem, {
      ...as(owner),
      params: { uuid: run.uuid, order_uuid: order.uuid },
      body: { note },
    })

  it('is noted once, with its tickets and the refund, and ends the run', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 127 } })
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    const sold = await requestSale(world, register, sale)
    const run = await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).state).toBe('finished_open')
    const order = sold.body.data
    expect((await itemsOfRun(world, owner, run)).get(order.uuid)).toMatchObject({ state: 'manual', by_hand: 'cash' })
    const [first, second] = await Promise.all([settle(run, order), settle(run, order)])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    expect((await itemsOfRun(world, owner, run)).get(order.uuid)).toMatchObject({
      state: 'done',
      note: 'העברה בנקאית 4417',
    })
    const { data } = (await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data).toMatchObject({ status: 'refunded', refunded_amount: 127 })
    expect((await settle(run, order, ' ')).error?.detail).toEqual({ note: ['required'] })
  })

  it('takes the place of a refund that the gateway refused', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 131 } })
    const order = await boughtByCard(world, gateway, sale)
    const run = await approvedRun(world, owner, sale.event)
    gateway.refuseRefunds = true
    await workOnRuns(world)
    gateway.refuseRefunds = false
    expect((await settle(run, order)).status).toBe(200)
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    expect(gateway.refunds).toEqual([])
    const { data } = (await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data).toMatchObject({ status: 'refunded', refunded_amount: 131 })
  })

  it('leaves the producer, who paid the buyer, the money that the installation collected', async () => {
    const seller = await producer(world)
    const sale = await eventOnSale(world, seller, { type: { price: 131 } })
    const order = await boughtByCard(world, gateway, sale)
    const run = await approvedRun(world, seller, sale.event)
    gateway.refuseRefunds = true
    await workOnRuns(world)
    gateway.refuseRefunds = false
    const settled = { params: { uuid: run.uuid, order_uuid: order.uuid }, body: { note: 'במזומן בקופה' } }
    expect((await world.call(settleRefundRunItem, { ...as(seller), ...settled })).status).toBe(200)
    await workOnRuns(world)
    const { by_event: events } = (await world.call(showBalance, as(seller))).body.data
    expect(events.map(({ net_amount: net }) => net)).toEqual([131])
    const { data } = (await world.call(listLedger, as(seller))).body
    expect(data.map(({ kind }) => kind).toSorted()).toEqual(
      ['sale', 'refund', 'refund_failed', 'refund', 'refund_by_hand'].toSorted(),
    )
    const revenue = await ledgerRevenueOf(world.db, [sale.event.uuid])
    expect(revenue.map(({ total }) => Math.abs(total))).toEqual([0])
    const due = new Date(Date.parse(sale.event.ends_at) + 5 * 3_600_000)
    expect(await statementAt(world, seller, due)).toMatchObject({ payout: { amount: 13_100 } })
  })
})
