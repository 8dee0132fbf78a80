import { showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { type RefundRun, settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeShiftOf, registerFor, reportOf, requestSale, shiftOf } from '../../../testing/box-office.ts'
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

  const settleFrom = (run: RefundRun, order: { uuid: string }, register_uuid: string | null) =>
    world.call(settleRefundRunItem, {
      ...as(owner),
      params: { uuid: run.uuid, order_uuid: order.uuid },
      body: { note: 'נמסר לקונה', register_uuid },
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

  it('is handed back from the drawer of a register: its open shift expects less cash, and the closed one stays', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 127 } })
    const [first, second] = [await registerFor(world, owner), await registerFor(world, owner, { label: 'קופה 2' })]
    const sold = await shiftOf(world, first)
    const order = (await requestSale(world, first, sale)).body.data
    expect((await closeShiftOf(world, first, sold, 327)).status).toBe(200)
    const shift = await shiftOf(world, second, 500)
    const run = await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    expect((await settleFrom(run, order, first.device.uuid)).error).toMatchObject({ code: 'shift_state' })
    expect((await settleFrom(run, order, world.platform.newId())).error?.code).toBe('not_found')
    expect((await itemsOfRun(world, owner, run)).get(order.uuid)).toMatchObject({ state: 'manual' })
    expect((await settleFrom(run, order, second.device.uuid.toUpperCase())).status).toBe(200)
    expect(await reportOf(world, second, shift)).toMatchObject({
      expected_cash: 373,
      methods: [{ method: 'cash', refunds: { count: 1, total: 127 }, net: -127 }, { method: 'terminal' }],
    })
    expect(await reportOf(world, first, sold)).toMatchObject({ kind: 'z', expected_cash: 327 })
    const closed = await closeShiftOf(world, second, shift, 373)
    expect(closed.body.data.report).toMatchObject({ kind: 'z', expected_cash: 373, difference: 0 })
    await workOnRuns(world)
    const { data } = (
      await world.call(listLedger, { ...as(owner), query: { filter: { event_uuid: sale.event.uuid } } })
    ).body
    expect(
      data.map(({ kind, lines }) => [kind, lines.find((line) => line.ledger_account === 'register_cash')?.amount]),
    ).toEqual(
      expect.arrayContaining([
        ['cash_sale', 127],
        ['refund', -127],
      ]),
    )
  })

  it('is handed back by bank transfer: the drawer of its sale keeps the cash', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 127 } })
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register)
    const orders = []
    for (let place = 0; place < 2; place++) orders.push((await requestSale(world, register, sale)).body.data)
    const run = await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    const [transferred, fromDrawer] = orders
    if (!transferred || !fromDrawer) throw new Error('nothing was sold')
    await settleFrom(run, transferred, null)
    expect((await reportOf(world, register, shift)).expected_cash).toBe(454)
    // Nobody says from where: as before, it counts in the shift of its sale.
    await settle(run, fromDrawer)
    expect((await reportOf(world, register, shift)).expected_cash).toBe(327)
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
      ['sale', 'refund', 'refund_failed', 'refund_owed', 'refund_by_hand'].toSorted(),
    )
    const revenue = await ledgerRevenueOf(world.db, [sale.event.uuid])
    expect(revenue.map(({ total }) => Math.abs(total))).toEqual([0])
    const due = new Date(Date.parse(sale.event.ends_at) + 5 * 3_600_000)
    expect(await statementAt(world, seller, due)).toMatchObject({ payout: { amount: 13_100 } })
  })
})
