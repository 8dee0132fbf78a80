import { chooseRefund, chooseRefundByLink, listRefundOffers, showRefundOffer } from '@kartis/contract/refund-choices.ts'
import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import type { Reservation } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { scan } from '../../../testing/check-in.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, signIn } from '../../../testing/people.ts'
import {
  approvedRun,
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
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const MINUTES_TO_CHOOSE = 5
const deadline = (): string => new Date(world.clock.now().getTime() + MINUTES_TO_CHOOSE * 60_000).toISOString()

const sale = (price: number) => eventOnSale(world, owner, { type: { price } })
const requestChoice = (of: Sale, more: object = {}): Promise<RefundRun> =>
  approvedRun(world, owner, of.event, { kind: 'postponed', deadline: deadline(), ...more })
const choose = (order: Reservation, run: RefundRun, choice: 'refund' | 'keep') =>
  world.call(chooseRefundByLink, { ...holding(order), body: { refund_run_uuid: run.uuid, choice } })
const offerOf = async (order: Reservation) => (await world.call(showRefundOffer, holding(order))).body.data
const refundedTo = (amount: number) => gateway.refunds.filter((refund) => refund.amount === amount).length

describe('the choice of a buyer', () => {
  it('sends a link to everybody, refunds who asks for it, and leaves the tickets to who keeps them or is silent', async () => {
    const of = await sale(61)
    const orders = [
      await boughtByCard(world, gateway, of),
      await boughtByCard(world, gateway, of),
      await boughtByCard(world, gateway, of),
    ] as const
    const [wants, keeps, silent] = orders
    const run = await requestChoice(of, { message: 'נתראה בינואר' })
    await workOnRuns(world)
    const links = await world.db
      .selectFrom('messages')
      .select('text')
      .where('event_id', '=', of.event.uuid)
      .where('template', '=', 'refund_run_notice')
      .where('channel', '=', 'sms')
      .execute()
    expect(links.map(({ text }) => /\/order\/choice\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '').toSorted()).toEqual(
      orders.map(({ uuid }) => uuid).toSorted(),
    )
    expect(await offerOf(wants)).toMatchObject({
      kind: 'postponed',
      open: true,
      choice: null,
      amount: 61,
      message: 'נתראה בינואר',
      refund_due_at: null,
    })
    expect((await choose(wants, run, 'refund')).body.data).toMatchObject({ choice: 'refund', state: 'queued' })
    expect((await choose(keeps, run, 'keep')).body.data).toMatchObject({ choice: 'keep', open: true })
    await workOnRuns(world)
    expect(await offerOf(wants)).toMatchObject({ state: 'done', open: false })
    expect((await shownRun(world, owner, run)).state).toBe('running')
    world.clock.advance(MINUTES_TO_CHOOSE * 60)
    await stepOfRun(world, run)
    expect((await shownRun(world, owner, run)).progress).toEqual([
      { state: 'opted_out', orders: 2, amount: 122 },
      { state: 'done', orders: 1, amount: 61 },
    ])
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    expect(refundedTo(61_00)).toBe(1)
    expect((await showOrder(world, silent)).tickets).toMatchObject([{ status: 'valid' }])
    expect((await choose(silent, run, 'refund')).error?.code).toBe('choice_closed')
  })

  it('may be changed until the refund has begun, and is made once however often it is sent', async () => {
    const of = await sale(67)
    const order = await boughtByCard(world, gateway, of)
    const run = await requestChoice(of)
    await choose(order, run, 'keep')
    await choose(order, run, 'refund')
    expect((await choose(order, run, 'keep')).body.data).toMatchObject({ choice: 'keep', state: 'opted_out' })
    await workOnRuns(world)
    expect(refundedTo(67_00)).toBe(0)
    await Promise.all([choose(order, run, 'refund'), choose(order, run, 'refund')])
    await workOnRuns(world)
    expect((await choose(order, run, 'refund')).body.data).toMatchObject({
      choice: 'refund',
      state: 'done',
      open: false,
    })
    await workOnRuns(world)
    expect((await choose(order, run, 'keep')).error?.code).toBe('choice_closed')
    expect(refundedTo(67_00)).toBe(1)
  })

  it('that races with the sending ends in either the tickets or the refund, never in both', async () => {
    const of = await sale(73)
    const orders = [await boughtByCard(world, gateway, of), await boughtByCard(world, gateway, of)]
    const run = await requestChoice(of)
    for (const order of orders) await choose(order, run, 'refund')
    const [answers] = await Promise.all([
      Promise.all(orders.map((order) => choose(order, run, 'keep'))),
      workOnRuns(world),
    ])
    await workOnRuns(world)
    const items = await itemsOfRun(world, owner, run)
    const retained = orders.filter((_, place) => answers[place]?.status === 200)
    for (const order of orders) {
      const hasTickets = retained.includes(order)
      expect(items.get(order.uuid)?.state).toBe(hasTickets ? 'opted_out' : 'done')
      expect((await showOrder(world, order)).tickets[0]?.status).toBe(hasTickets ? 'valid' : 'cancelled')
    }
    expect(refundedTo(73_00)).toBe(orders.length - retained.length)
  })

  it('ends with an entry after the offer: the tickets are used, whether the choice comes before or after it', async () => {
    const of = await sale(83)
    const [before, after, early] = [
      await boughtByCard(world, gateway, of),
      await boughtByCard(world, gateway, of),
      await boughtByCard(world, gateway, of),
    ] as const
    const enter = async (order: Reservation) =>
      scan(world, as(owner), of.event, (await showOrder(world, order)).tickets[0]?.uuid ?? '')
    expect((await enter(early)).status).toBe(200)
    world.clock.advance(60)
    const run = await requestChoice(of)
    world.clock.advance(1)
    expect((await choose(before, run, 'refund')).body.data).toMatchObject({ state: 'queued' })
    expect((await enter(before)).status).toBe(200)
    expect((await enter(after)).status).toBe(200)
    expect((await choose(after, run, 'refund')).error).toMatchObject({ code: 'order_state', detail: { redeemed: 1 } })
    expect(await offerOf(after)).toMatchObject({ open: false })
    // Who was inside before the offer may still be refunded: an evening that was broken off, or goodwill after it.
    expect((await choose(early, run, 'refund')).body.data).toMatchObject({ state: 'queued' })
    await workOnRuns(world)
    const items = await itemsOfRun(world, owner, run)
    expect([before, after, early].map(({ uuid }) => items.get(uuid)?.state)).toEqual(['opted_out', 'planned', 'done'])
    expect(refundedTo(83_00)).toBe(1)
    expect((await showOrder(world, before)).tickets).toMatchObject([{ status: 'valid', redemption: 'redeemed' }])
  })

  it('is made by the signed-in buyer of the order, and by nobody else', async () => {
    const of = await sale(79)
    const phone = newPhone()
    const order = await boughtByCard(world, gateway, of, { phone })
    const run = await requestChoice(of)
    const body = { refund_run_uuid: run.uuid, choice: 'refund' as const }
    const stranger = await signIn(world)
    const asUser = (token: string, uuid = order.uuid) => world.call(chooseRefund, { token, params: { uuid }, body })
    expect((await asUser(stranger.token)).status).toBe(404)
    const buyer = await signIn(world, phone)
    expect((await asUser(buyer.token)).body.data).toMatchObject({ order_uuid: order.uuid, choice: 'refund' })
    const other = await boughtByCard(world, gateway, await sale(79))
    expect((await choose(other, run, 'refund')).status).toBe(404)
    expect((await world.call(showRefundOffer, holding(other))).status).toBe(404)
  })

  it('is listed for the buyer while it may be made or changed, with what it is about', async () => {
    const of = await sale(81)
    const phone = newPhone()
    const order = await boughtByCard(world, gateway, of, { phone })
    await boughtByCard(world, gateway, of)
    const buyer = await signIn(world, phone)
    const listed = async (token = buyer.token) => (await world.call(listRefundOffers, { token })).body.data
    expect(await listed()).toEqual([])
    const run = await requestChoice(of)
    expect(await listed()).toMatchObject([{ order_uuid: order.uuid, kind: 'postponed', open: true, amount: 81 }])
    expect(await listed((await signIn(world)).token)).toEqual([])
    await choose(order, run, 'keep')
    expect(await listed()).toMatchObject([{ order_uuid: order.uuid, choice: 'keep' }])
    world.clock.advance(MINUTES_TO_CHOOSE * 60)
    expect(await listed()).toEqual([])
  })

  it('is over when the event is cancelled after all: everybody is refunded', async () => {
    const of = await sale(89)
    const order = await boughtByCard(world, gateway, of)
    const earlier = await requestChoice(of)
    expect((await requestRun(world, as(owner), of.event, { kind: 'goodwill' })).error?.code).toBe('conflict')
    const cancelled = await previewedRun(world, owner, of.event)
    expect(cancelled.state).toBe('previewed')
    await approvedRun(world, owner, of.event)
    expect((await choose(order, earlier, 'keep')).error?.code).toBe('choice_closed')
    await workOnRuns(world)
    expect((await shownRun(world, owner, earlier)).state).toBe('finished')
    expect(refundedTo(89_00)).toBe(1)
    expect(await offerOf(order)).toMatchObject({ kind: 'cancelled', state: 'done', open: false })
  })
})
