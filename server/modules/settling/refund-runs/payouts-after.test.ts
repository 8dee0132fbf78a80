import type { PayoutAfter } from '@kartis/contract/event-figures.ts'
import { showEvent } from '@kartis/contract/events.ts'
import {
  listAccountRefundRuns,
  listRefundRuns,
  type RefundRun,
  settleRefundRunItem,
} from '@kartis/contract/refund-runs.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerFor, requestSale, shiftOf } from '../../../testing/box-office.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { approveRun, itemsOfRun, previewedRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard, type Sale } from '../../../testing/sales.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const HOUR = 3600
let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const setBucket = async (order: { uuid: string }, bucket: 'special' | 'tourist') => {
  await world.db.updateTable('payments').set({ bucket }).where('order_id', '=', order.uuid).execute()
}

/** An event with three kinds of cards, 37 free tickets and a sale in cash. */
const sold = async () => {
  owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 149 } })
  const free = await ticketTypeOf(world, owner, sale.event, { name: 'מוזמנים', price: 0 })
  await boughtByCard(world, gateway, sale, { quantity: 2 })
  await setBucket(await boughtByCard(world, gateway, sale), 'special')
  await setBucket(await boughtByCard(world, gateway, sale, { quantity: 3 }), 'tourist')
  for (const count of [10, 10, 10, 7]) await freeOrder(world, sale.event.uuid, { [free.uuid]: count })
  return sale
}

/** The clock an hour after the event began. */
const begun = async (sale: Sale): Promise<void> => {
  const { starts_at: at } = (await world.call(showEvent, { ...as(owner), params: { uuid: sale.event.uuid } })).body.data
  world.clock.set(new Date(new Date(at).getTime() + HOUR * 1000))
  owner = { ...owner, token: (await signIn(world, owner.phone)).token }
}

const reportOf = async (sale: Sale): Promise<Pick<PayoutAfter, 'calculations' | 'adjustments'>> => {
  const options = { params: { uuid: sale.event.uuid }, query: { append: ['report' as const] } }
  const { report } = (await world.call(showEvent, { ...as(owner), ...options })).body.data
  if (!report) throw new Error('the event has no report')
  return { calculations: report.calculations, adjustments: report.adjustments }
}

const afterOf = ({ payout_after: after }: RefundRun): PayoutAfter => {
  if (!after) throw new Error('the run says nothing of the payout')
  return after
}

const finished = async (run: RefundRun): Promise<RefundRun> => {
  const approved = await approveRun(world, as(owner), run)
  if (approved.error) throw new Error(approved.text)
  await workOnRuns(world)
  return shownRun(world, owner, run)
}

describe('the preview of a run', () => {
  it('says what the account will owe for an event that has begun: the fees of its free tickets', async () => {
    const sale = await sold()
    await begun(sale)
    const run = await previewedRun(world, owner, sale.event)
    // 37 × 1.50 = 55.50, and VAT of 18% on it.
    expect(afterOf(run)).toMatchObject({
      orders_by_cc: { total_amount: 0 },
      after_start: true,
      calculations: { free_tickets: 37, handle_fee: 55.5, vat: 9.99, deductions_total: 65.49, neto_deposit: -65.49 },
      settled_amount: null,
      since_amount: -65.49,
    })
    const ended = await finished(run)
    expect(afterOf(ended)).toEqual(afterOf(run))
    expect(await reportOf(sale)).toEqual({
      calculations: afterOf(run).calculations,
      adjustments: afterOf(run).adjustments,
    })
    const balance = (await world.call(showBalance, as(owner))).body.data
    const own = balance.by_event.find(({ event_uuid: uuid }) => uuid === sale.event.uuid)
    expect(own).toMatchObject({
      net_amount: -65.49,
      deductions_amount: 65.49,
      fees: { clearing: 0, tickets: 55.5, vat: 9.99 },
      free_tickets: 37,
      cancelled_after_start: true,
    })
  })

  it('says that nothing is owed where the event has not begun', async () => {
    const sale = await sold()
    const run = await previewedRun(world, owner, sale.event)
    expect(afterOf(run)).toMatchObject({
      after_start: false,
      calculations: { free_tickets: 0, fees_total: 0, neto_deposit: 0 },
    })
    await finished(run)
    expect((await reportOf(sale)).calculations).toEqual(afterOf(run).calculations)
  })

  it('has the fees of what is kept, of each kind of card', async () => {
    const sale = await sold()
    await begun(sale)
    const run = await previewedRun(world, owner, sale.event, { kind: 'cancelled', fees: 'keep' })
    // 14.90, 7.45 and 22.35 are kept: 5%, 5% and 7.5% of them are 0.75, 0.37 and 1.68.
    expect(afterOf(run)).toMatchObject({
      orders_by_cc: {
        total_amount: 44.7,
        total_amount_regular: 14.9,
        total_amount_special: 7.45,
        total_amount_tourist: 22.35,
      },
      calculations: { handle_fee_cc: { regular: 0.75, special: 0.37, tourist: 1.68, total: 2.8 }, handle_fee: 55.5 },
    })
    await finished(run)
    expect((await reportOf(sale)).calculations).toEqual(afterOf(run).calculations)
  })
})

describe('a run that a version before planned', () => {
  /** As those versions wrote it: the columns did not exist. */
  const asBefore = (run: RefundRun) =>
    world.db
      .updateTable('refund_run_items')
      .set({ special: 0, tourist: 0, free: 0 })
      .where('run_id', '=', run.uuid)
      .execute()

  it('says the same of the payout as one of now, without being prepared again', async () => {
    const sale = await sold()
    await begun(sale)
    for (const fees of ['keep', 'return'] as const) {
      const run = await previewedRun(world, owner, sale.event, { kind: 'cancelled', fees })
      await asBefore(run)
      expect(afterOf(await shownRun(world, owner, run))).toEqual(afterOf(run))
    }
  })

  it('counts what is left to refund of several cards of an order, the newest first', async () => {
    owner = await producer(world)
    const sale = await eventOnSale(world, owner, { type: { price: 149 } })
    const order = await boughtByCard(world, gateway, sale, { quantity: 2 })
    await setBucket(order, 'tourist')
    const { rows } = await sql<{ id: string }>`
      insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'amount', 10000,
        'bucket', 'special', 'created_at', p.created_at + interval '1 second', 'provider_ref', 'second'))).*
      from payments p where p.order_id = ${order.uuid} returning id`.execute(world.db)
    await sql`update payments set amount = amount - 10000 where order_id = ${order.uuid} and id <> ${rows[0]?.id ?? ''}`.execute(
      world.db,
    )
    const run = await previewedRun(world, owner, sale.event, { kind: 'cancelled', fees: 'keep' })
    await asBefore(run)
    const after = afterOf(await shownRun(world, owner, run))
    expect(after).toEqual(afterOf(run))
    // 298.00 less a fee of 14.90: all 100.00 of the second card and 183.10 of the first.
    expect(after.orders_by_cc).toMatchObject({ total_amount_special: 0, total_amount_tourist: 14.9 })
  })
})

describe('what a run leaves', () => {
  it('is one sum in the middle of the run, and where a person hands a part of it back', async () => {
    const sale = await sold()
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    const cash = await requestSale(world, register, sale)
    expect(cash.error).toBeUndefined()
    await begun(sale)
    const run = await previewedRun(world, owner, sale.event)
    const ended = await finished(run)
    expect(ended.state).toBe('finished_open')
    expect(afterOf(ended)).toEqual(afterOf(run))
    const waiting = [...(await itemsOfRun(world, owner, run)).values()].filter(({ state }) => state === 'manual')
    for (const item of waiting)
      await world.call(settleRefundRunItem, {
        ...as(owner),
        params: { uuid: run.uuid, order_uuid: item.order_uuid },
        body: { note: 'במזומן' },
      })
    await workOnRuns(world)
    expect((await reportOf(sale)).calculations).toEqual(afterOf(run).calculations)
  })

  it('is less than an earlier statement has settled, by what the next one takes back', async () => {
    const sale = await sold()
    await begun(sale)
    world.clock.advance(90 * 24 * HOUR)
    owner = { ...owner, token: (await signIn(world, owner.phone)).token }
    await world.handleEvents()
    await statementAt(world, owner, world.clock.now())
    const before = (await reportOf(sale)).calculations.neto_deposit
    const run = await previewedRun(world, owner, sale.event)
    expect(afterOf(run)).toMatchObject({ settled_amount: before, calculations: { neto_deposit: -65.49 } })
    expect(afterOf(run).since_amount).toBeCloseTo(-65.49 - before, 2)
    await finished(run)
    expect((await reportOf(sale)).calculations).toEqual(afterOf(run).calculations)
  })

  it('stands in the list of the event, and not in that of all events', async () => {
    const sale = await sold()
    const run = await previewedRun(world, owner, sale.event)
    const [own] = (await world.call(listRefundRuns, { ...as(owner), params: { uuid: sale.event.uuid } })).body.data
    expect(own?.payout_after).toEqual(afterOf(run))
    const [all] = (await world.call(listAccountRefundRuns, as(owner))).body.data
    expect(all?.payout_after).toBeNull()
  })
})
