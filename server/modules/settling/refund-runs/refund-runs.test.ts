import { listSecurityLog } from '@kartis/contract/security-log.ts'
import { publishEvent, showEvent } from '@kartis/contract/events.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { cancelOrder, showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import {
  type createRefundRun,
  listAccountRefundRuns,
  listRefundRuns,
  pauseRefundRun,
  type RefundRun,
  resumeRefundRun,
  showRefundRun,
} from '@kartis/contract/refund-runs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestSale, registerFor, shiftOf } from '../../../testing/box-office.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import {
  atGateway,
  balanceOf,
  deliverWebhook,
  freeOrder,
  reserved,
  showOrder,
  withDetails,
} from '../../../testing/orders.ts'
import { joinAs, newPhone, type Producer, producer } from '../../../testing/people.ts'
import {
  approveRun,
  itemsOfRun,
  previewedRun,
  requestRun,
  shownRun,
  stepOfRun,
  workOnRuns,
} from '../../../testing/refund-runs.ts'
import { boughtByCard, type Sale } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld({ env: { REFUND_RUN_ALONE: '1000' } })
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

type Preview = BodyIn<typeof createRefundRun>

const request = (sale: Sale, body?: Preview, who: { token: string; account: string } = as(owner)) =>
  requestRun(world, who, sale.event, body)
const previewed = (sale: Sale, body?: Preview) => previewedRun(world, owner, sale.event, body)
const approve = (run: RefundRun, who: { token: string; account: string } = as(owner)) => approveRun(world, who, run)
const work = () => workOnRuns(world)
const shown = (run: RefundRun) => shownRun(world, owner, run)
const itemsOf = (run: RefundRun) => itemsOfRun(world, owner, run)

const refundedTo = (amount: number) => gateway.refunds.filter((refund) => refund.amount === amount).length

describe('the preview of a cancelled event', () => {
  it('sums what buyers get back by the way of payment, and names what a person must hand back', async () => {
    const sale = await eventOnSale(world, owner)
    const free = await ticketTypeOf(world, owner, sale.event, { name: 'מוזמנים', price: 0 })
    await boughtByCard(world, gateway, sale, { quantity: 2 })
    await freeOrder(world, sale.event.uuid, { [free.uuid]: 3 })
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    const sold = await requestSale(world, register, sale)
    expect(sold.error).toBeUndefined()
    const run = await previewed(sale)
    expect(run).toMatchObject({
      kind: 'cancelled',
      state: 'previewed',
      fees: 'return',
      deadline: null,
      approved_at: null,
    })
    expect(run.preview).toEqual({
      orders: 3,
      tickets: 6,
      amount: 447,
      fee: 0,
      by_way: [
        { way: 'card', orders: 1, amount: 298 },
        { way: 'cash', orders: 1, amount: 149 },
        { way: 'free', orders: 1, amount: 0 },
      ],
      by_hand: [{ reason: 'cash', orders: 1, amount: 149 }],
    })
    expect(run.progress).toEqual([{ state: 'planned', orders: 3, amount: 447 }])
    expect(gateway.refunds).toEqual([])
  })

  it('withholds the lawful fee where it is to be kept', async () => {
    const sale = await eventOnSale(world, owner)
    await boughtByCard(world, gateway, sale, { quantity: 2 })
    expect((await previewed(sale, { kind: 'cancelled', fees: 'keep' })).preview).toMatchObject({
      amount: 283.1,
      fee: 14.9,
    })
  })

  it('replaces a preview that nobody approved', async () => {
    const sale = await eventOnSale(world, owner)
    await boughtByCard(world, gateway, sale)
    const first = await previewed(sale)
    const second = await previewed(sale, { kind: 'goodwill' })
    const { data } = (await world.call(listRefundRuns, { ...as(owner), params: { uuid: sale.event.uuid } })).body
    expect(data.map(({ uuid }) => uuid)).toEqual([second.uuid])
    expect((await approve(first)).status).toBe(404)
  })

  it('is refused to strangers, to roles that may not cancel, and for a deadline that has passed', async () => {
    const sale = await eventOnSale(world, owner)
    const stranger = await producer(world)
    expect((await request(sale, { kind: 'cancelled' }, as(stranger))).status).toBe(404)
    const finance = await joinAs(world, owner, 'finance')
    const who = { token: finance.token, account: owner.account.uuid }
    expect((await request(sale, { kind: 'cancelled' }, who)).error?.code).toBe('forbidden')
    const late = await request(sale, { kind: 'postponed', deadline: '2020-01-01T00:00:00Z' })
    expect(late.error?.detail).toEqual({ deadline: ['too_small'] })
    const run = await previewed(sale)
    expect((await world.call(showRefundRun, { ...as(stranger), params: { uuid: run.uuid } })).status).toBe(404)
    const other = await eventOnSale(world, owner)
    const under = (event: string) =>
      world.http('GET', `/api/v1/producer/events/${event}/refund_runs/${run.uuid}`, undefined, as(owner))
    expect([(await under(sale.event.uuid)).status, (await under(other.event.uuid)).status]).toEqual([200, 404])
  })
})

describe('an approved run', () => {
  it('takes the event off sale and refunds each order once, whoever repeats what', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 71 } })
    const orders = [await boughtByCard(world, gateway, sale), await boughtByCard(world, gateway, sale, { quantity: 2 })]
    const run = await previewed(sale)
    const answers = await Promise.all([approve(run), approve(run)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { data: acts } = (await world.call(listSecurityLog, { ...as(owner), query: { filter: { kind: 'refund' } } }))
      .body
    expect(acts.filter(({ act }) => act === 'refund.run_approved')).toEqual([
      expect.objectContaining({ detail: { kind: 'cancelled', orders: 2, amount: 213_00 } }),
    ])
    const { data: event } = (await world.call(showEvent, { ...as(owner), params: { uuid: sale.event.uuid } })).body
    expect(event).toMatchObject({ status: 'draft', cancelled_at: expect.any(String) })
    await work()
    const done = await shown(run)
    expect(done).toMatchObject({ state: 'finished', progress: [{ state: 'done', orders: 2, amount: 213 }] })
    expect([refundedTo(71_00), refundedTo(142_00)]).toEqual([1, 1])
    for (const order of orders) {
      expect(await showOrder(world, order)).toMatchObject({ status: 'refunded' })
      await world.platform.jobs.enqueue(world.db, 'refund_runs.order', {
        eventId: sale.event.uuid,
        runId: run.uuid,
        orderId: order.uuid,
      })
    }
    await work()
    expect([refundedTo(71_00), refundedTo(142_00)]).toEqual([1, 1])
    expect(await balanceOf(world, sale.type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect((await approve(run)).error?.code).toBe('conflict')
  })

  it('refunds what remains of a partly cancelled order, and nothing of one that was cancelled meanwhile', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 83 } })
    const [partly, gone] = [
      await boughtByCard(world, gateway, sale, { quantity: 3 }),
      await boughtByCard(world, gateway, sale),
    ]
    const [ticket] = (await showOrder(world, partly)).tickets
    const cancel = (order: { uuid: string }, body: BodyIn<typeof cancelOrder>) =>
      world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body })
    await cancel(partly, { ticket_uuids: [ticket?.uuid ?? ''], refund: true })
    const run = await previewed(sale)
    expect(run.preview).toMatchObject({ orders: 2, tickets: 3, amount: 249 })
    await approve(run)
    await cancel(gone, { refund: true })
    await work()
    const items = await itemsOf(run)
    expect(items.get(partly.uuid)).toMatchObject({ state: 'done', amount: 166, tickets: 2 })
    expect(items.get(gone.uuid)).toMatchObject({ state: 'done', amount: 0 })
    expect([refundedTo(83_00), refundedTo(166_00)]).toEqual([2, 1])
  })

  it('is refused with a new preview where orders changed, and approved then', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 91 } })
    await boughtByCard(world, gateway, sale)
    const run = await previewed(sale)
    await boughtByCard(world, gateway, sale)
    expect((await approve(run)).error?.code).toBe('refund_run_changed')
    expect((await shown(run)).preview).toMatchObject({ orders: 2, amount: 182 })
    expect((await approve(run)).body.data).toMatchObject({ state: 'approved' })
    await work()
    expect(refundedTo(91_00)).toBe(2)
  })

  it('needs another manager above the limit, where there is one', async () => {
    const boss = await producer(world)
    const sale = await eventOnSale(world, boss, { type: { price: 600 } })
    await boughtByCard(world, gateway, sale, { quantity: 2 })
    const created = await request(sale, { kind: 'cancelled' }, as(boss))
    expect(created.body.data.approval_needs).toBeNull()
    const colleague = await joinAs(world, boss, 'manager')
    const refused = await approve(created.body.data, as(boss))
    expect(refused.error?.code).toBe('second_person_needed')
    const approved = await approve(created.body.data, { token: colleague.token, account: boss.account.uuid })
    expect(approved.body.data).toMatchObject({ state: 'approved', approval_needs: null })
  })

  it('tells each buyer once, in their language, what comes back and by when', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 113 } })
    const [hebrew, english] = [newPhone(), newPhone()]
    await boughtByCard(world, gateway, sale, { phone: hebrew })
    const order = await boughtByCard(world, gateway, sale, { phone: english })
    await world.db.updateTable('orders').set({ lang: 'en' }).where('id', '=', order.uuid).execute()
    await approve(await previewed(sale, { kind: 'cancelled', message: 'סליחה מכולם' }))
    await work()
    const messages = await world.db
      .selectFrom('messages')
      .select(['to', 'channel', 'template', 'text'])
      .where('event_id', '=', sale.event.uuid)
      .where('template', 'in', ['refund_run_notice', 'order_cancelled'])
      .execute()
    expect(messages.map(({ template }) => template)).toEqual(Array.from({ length: 4 }, () => 'refund_run_notice'))
    const textTo = (phone: string) => messages.find(({ to }) => to === phone)?.text
    expect(textTo(hebrew)).toMatch(/בוטל.*113\.00/u)
    expect(textTo(english)).toMatch(/has been cancelled.*113\.00/u)
    expect(messages.filter(({ text }) => text.includes('סליחה מכולם'))).toHaveLength(2)
  })

  it('refunds an order that is paid after the event was cancelled', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 97 } })
    const late = await withDetails(world, await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 }))
    const payment = await atGateway(world, late)
    const run = await previewed(sale)
    await approve(run)
    await work()
    expect((await shown(run)).state).toBe('finished')
    gateway.charge(payment, 97_00)
    await deliverWebhook(world, { payment })
    await world.handleEvents()
    await work()
    expect((await itemsOf(run)).get(late.uuid)).toMatchObject({ state: 'done', amount: 97 })
    expect((await shown(run)).state).toBe('finished')
    expect(refundedTo(97_00)).toBe(1)
  })
})

describe('a run at the gateway', () => {
  it('shows a refund without an outcome as unknown, and asks again with the same id', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 101 } })
    const order = await boughtByCard(world, gateway, sale)
    const run = await previewed(sale)
    await approve(run)
    gateway.down = true
    await work()
    await stepOfRun(world, run)
    expect((await itemsOf(run)).get(order.uuid)).toMatchObject({ state: 'unknown', gateway_code: 'unreachable' })
    expect((await shown(run)).state).toBe('running')
    gateway.down = false
    await world.platform.jobs.drain({ later: true, names: ['payments.refund'] })
    await world.handleEvents()
    await work()
    expect((await itemsOf(run)).get(order.uuid)).toMatchObject({ state: 'done' })
    expect(refundedTo(101_00)).toBe(1)
  })

  it('leaves an order that the gateway refuses for good to a person', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 103 } })
    const order = await boughtByCard(world, gateway, sale)
    const run = await previewed(sale)
    await approve(run)
    gateway.refuseRefunds = true
    await work()
    gateway.refuseRefunds = false
    expect((await itemsOf(run)).get(order.uuid)).toMatchObject({ state: 'failed', gateway_code: '20112' })
    expect((await shown(run)).state).toBe('finished_open')
  })
})

describe('a pause', () => {
  it('lets no further refund begin, and the run goes on where it stopped', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 107 } })
    for (let n = 0; n < 3; n++) await boughtByCard(world, gateway, sale)
    const run = await previewed(sale)
    await approve(run)
    await world.platform.jobs.drain({ names: ['refund_runs.step'] })
    const params = { uuid: run.uuid }
    const paused = await world.call(pauseRefundRun, { ...as(owner), params })
    expect(paused.body.data).toMatchObject({ state: 'paused', pause_reason: 'person' })
    await work()
    expect(refundedTo(107_00)).toBe(0)
    expect((await shown(run)).progress).toEqual([{ state: 'queued', orders: 3, amount: 321 }])
    expect((await world.call(pauseRefundRun, { ...as(owner), params })).error?.code).toBe('conflict')
    expect((await world.call(resumeRefundRun, { ...as(owner), params })).body.data.state).toBe('running')
    await work()
    expect((await shown(run)).state).toBe('finished')
    expect(refundedTo(107_00)).toBe(3)
  })

  it('comes by itself when a cancelled event goes on sale again', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 109 } })
    const order = await boughtByCard(world, gateway, sale)
    const run = await previewed(sale)
    await approve(run)
    await world.call(publishEvent, { ...as(owner), params: { uuid: sale.event.uuid } })
    await work()
    expect(await shown(run)).toMatchObject({ state: 'paused', pause_reason: 'event_published' })
    expect((await world.call(resumeRefundRun, { ...as(owner), params: { uuid: run.uuid } })).error?.code).toBe(
      'conflict',
    )
    const { data } = (await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data.status).toBe('paid')
    expect(refundedTo(109_00)).toBe(0)
  })
})

describe('the refund runs of a workspace', () => {
  it('are listed over all events, by state and by the name of the event, each with its own figures', async () => {
    const accountant = await producer(world)
    const [small, large] = [await eventOnSale(world, accountant), await eventOnSale(world, accountant)]
    await boughtByCard(world, gateway, small)
    await boughtByCard(world, gateway, large, { quantity: 2 })
    const runs = [
      await previewedRun(world, accountant, small.event),
      await previewedRun(world, accountant, large.event),
    ]
    const list = async (query: object, who = accountant) =>
      (await world.call(listAccountRefundRuns, { ...as(who), query })).body.data.map(({ uuid, preview }) => [
        uuid,
        preview.tickets,
      ])
    const both = [
      [runs[1]?.uuid, 2],
      [runs[0]?.uuid, 1],
    ]
    expect(await list({})).toEqual(both)
    expect(await list({ filter: { state: 'previewed', or: { name: small.event.name.slice(0, 3) } } })).toEqual(both)
    expect(await list({ filter: { state: 'finished' } })).toEqual([])
    expect(await list({ filter: { or: { name: '%' } } })).toEqual([])
    expect(await list({}, await producer(world))).toEqual([])
    const scanner = await joinAs(world, accountant, 'scanner')
    const who = { token: scanner.token, account: accountant.account.uuid }
    expect((await world.call(listAccountRefundRuns, who)).error?.code).toBe('forbidden')
  })
})
