import { chooseRefundByLink, showRefundOffer } from '@kartis/contract/refund-choices.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import type { Reservation } from '@kartis/contract/public-orders.ts'
import { pauseRefundRun, type RefundRun, resumeRefundRun, settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { offerTicket } from '@kartis/contract/ticket-transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, previewedRun, shownRun, stepOfRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { accept, acceptedBy, byOwnLink, closed, offerFirst, tokenOf } from '../../../testing/transfers.ts'
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

type Sale = Awaited<ReturnType<typeof eventOnSale>>

const MINUTES_TO_CHOOSE = 5
const DAY = 86_400_000

/** An order of two tickets at this price, sums of which no other test has. */
const bought = async (price: number, sale?: Sale) => {
  const of = sale ?? (await eventOnSale(world, owner, { type: { price } }))
  const phone = newPhone()
  const order = await boughtByCard(world, gateway, of, { quantity: 2, phone })
  const [ticket, second] = (await showOrder(world, order)).tickets
  if (!ticket || !second) throw new Error('two tickets were bought')
  return { sale: of, phone, order, ticket, second }
}
type Bought = Awaited<ReturnType<typeof bought>>

/** Moves the event by three days and offers its buyers a refund. */
const postponedRun = async ({ event }: Sale, more: object = {}): Promise<RefundRun> => {
  const by = (at: string) => new Date(Date.parse(at) + 3 * DAY).toISOString()
  const body = { starts_at: by(event.starts_at), ends_at: by(event.ends_at) }
  await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
  const deadline = new Date(world.clock.now().getTime() + MINUTES_TO_CHOOSE * 60_000).toISOString()
  return approvedRun(world, owner, event, { kind: 'postponed', deadline, ...more })
}

const choose = (order: Reservation, run: RefundRun, choice: 'refund' | 'keep', amount?: number) =>
  world.call(chooseRefundByLink, {
    ...holding(order),
    body: { refund_run_uuid: run.uuid, choice, ...(amount !== undefined && { amount }) },
  })
const offerOf = async (order: Reservation) => (await world.call(showRefundOffer, holding(order))).body.data
const itemOf = async (order: Reservation, run: RefundRun) => (await itemsOfRun(world, owner, run)).get(order.uuid)
const orderOf = async (order: Reservation) =>
  (await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid } })).body.data
const refundsOf = (sums: readonly number[]) =>
  gateway.refunds.map(({ amount }) => amount).filter((amount) => sums.includes(amount))
const textsTo = async (phone: string, template: string) => {
  await world.handleEvents()
  const rows = await world.db
    .selectFrom('messages')
    .select(['template', 'text'])
    .where('to', '=', phone)
    .where('template', '=', template)
    .execute()
  return rows.map(({ text }) => text ?? '')
}
const statusOf = async ({ ticket }: Pick<Bought, 'ticket'>, url: string) =>
  (await byOwnLink(world, { ticket }, url)).body.data.ticket.status

describe('a buyer who has given a ticket away', () => {
  it('chooses about the other alone: preview, message, offer, outcome, order and gateway have the same sum', async () => {
    const purchase = await bought(211)
    const { order, sale, phone } = purchase
    const { url, phone: holder } = await acceptedBy(world, purchase)
    const preview = await previewedRun(world, owner, sale.event, { kind: 'postponed' })
    expect(preview.preview).toMatchObject({ orders: 1, tickets: 1, amount: 211 })
    const run = await postponedRun(sale)
    await workOnRuns(world)
    const [sms = ''] = await textsTo(phone, 'refund_run_notice')
    expect(sms).toContain('211')
    expect(sms).not.toContain('422')
    expect(await offerOf(order)).toMatchObject({
      tickets: 1,
      amount: 211,
      transferred: 1,
      open: true,
      stays_because: null,
    })
    expect((await choose(order, run, 'refund', 211)).body.data).toMatchObject({ state: 'queued', amount: 211 })
    await workOnRuns(world)
    expect(await offerOf(order)).toMatchObject({ state: 'done', amount: 211, tickets: 1 })
    expect(await itemOf(order, run)).toMatchObject({ state: 'done', amount: 211, tickets: 1 })
    expect((await shownRun(world, owner, run)).preview).toMatchObject({
      amount: 211,
      by_way: [{ way: 'card', orders: 1, amount: 211 }],
    })
    expect(await orderOf(order)).toMatchObject({ status: 'partially_refunded', refunded_amount: 211 })
    expect(refundsOf([211_00, 422_00])).toEqual([211_00])
    expect(await statusOf(purchase, url)).toBe('valid')
    expect(await textsTo(holder, 'held_ticket_cancelled')).toEqual([])
    const [cancelled = ''] = await textsTo(phone, 'order_cancelled')
    expect(cancelled).toContain('לא נשארו אצלכם כרטיסים')
    expect(cancelled).not.toContain('שאר ההזמנה בתוקף')
  })

  it('is refunded both tickets when the event is cancelled', async () => {
    const purchase = await bought(223)
    const { url } = await acceptedBy(world, purchase)
    const run = await approvedRun(world, owner, purchase.sale.event)
    expect(run.preview).toMatchObject({ tickets: 2, amount: 446 })
    await workOnRuns(world)
    expect(refundsOf([223_00, 446_00])).toEqual([446_00])
    expect(await offerOf(purchase.order)).toMatchObject({
      kind: 'cancelled',
      tickets: 2,
      amount: 446,
      stays_because: null,
    })
    expect(await statusOf(purchase, url)).toBe('cancelled')
  })

  it('chooses as before when the holder has entered, and may not when one of the own tickets has', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 227 } })
    const [theirs, own] = [await bought(227, sale), await bought(227, sale)]
    await acceptedBy(world, theirs)
    await acceptedBy(world, own)
    const run = await approvedRun(world, owner, sale.event, { kind: 'goodwill' })
    world.clock.advance(1)
    expect((await scan(world, as(owner), sale.event, theirs.ticket.uuid)).status).toBe(200)
    expect((await scan(world, as(owner), sale.event, own.second.uuid)).status).toBe(200)
    expect((await choose(own.order, run, 'refund')).error?.detail).toEqual({ redeemed: 1 })
    expect((await choose(theirs.order, run, 'refund')).body.data).toMatchObject({ state: 'queued', amount: 227 })
    await workOnRuns(world)
    expect(await itemOf(theirs.order, run)).toMatchObject({ state: 'done', amount: 227 })
  })
})

describe('a buyer who has given all tickets away', () => {
  it('has nothing to choose, counts in no sum of the run, and hears of the new time without a refund', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 229 } })
    const [all, other] = [await bought(229, sale), await bought(229, sale)]
    const holders = [await acceptedBy(world, all), await acceptedBy(world, { ...all, ticket: all.second })]
    const run = await postponedRun(sale)
    await workOnRuns(world)
    expect(run.preview).toMatchObject({ orders: 1, tickets: 2, amount: 458 })
    expect((await shownRun(world, owner, run)).progress).toEqual([{ state: 'planned', orders: 1, amount: 458 }])
    expect(await offerOf(all.order)).toMatchObject({
      state: 'opted_out',
      stays_because: 'transferred',
      open: false,
      tickets: 0,
      transferred: 2,
      amount: 0,
    })
    expect(await itemOf(all.order, run)).toMatchObject({ state: 'opted_out', stays_because: 'transferred', amount: 0 })
    expect((await choose(all.order, run, 'refund')).error?.code).toBe('choice_closed')
    expect(await textsTo(all.phone, 'refund_run_notice')).toEqual([])
    const [moved = ''] = await textsTo(all.phone, 'event_changed')
    expect(moved).toContain('המועד השתנה')
    expect(moved).not.toContain('החזר')
    for (const { phone, url } of holders) {
      expect(await textsTo(phone, 'event_changed')).toEqual([expect.stringContaining(url)])
    }
    expect(await textsTo(other.phone, 'refund_run_notice')).toHaveLength(1)
    world.clock.advance(MINUTES_TO_CHOOSE * 60)
    await stepOfRun(world, run)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    expect(refundsOf([229_00, 458_00])).toEqual([])
  })

  it('loses the choice that was open when the last one is accepted', async () => {
    const purchase = await bought(233)
    const run = await postponedRun(purchase.sale)
    expect(await offerOf(purchase.order)).toMatchObject({ open: true, tickets: 2, amount: 466, transferred: 0 })
    await acceptedBy(world, purchase)
    expect(await offerOf(purchase.order)).toMatchObject({ open: true, tickets: 1, amount: 233, transferred: 1 })
    await acceptedBy(world, { ...purchase, ticket: purchase.second })
    expect(await offerOf(purchase.order)).toMatchObject({
      open: false,
      tickets: 0,
      amount: 0,
      stays_because: 'transferred',
    })
    expect((await choose(purchase.order, run, 'refund')).error?.code).toBe('choice_closed')
    await workOnRuns(world)
    expect(await itemOf(purchase.order, run)).toMatchObject({
      state: 'opted_out',
      tickets: 0,
      stays_because: 'transferred',
    })
  })
})

describe('a ticket that changes hands while its buyer may choose', () => {
  it('leaves the sums of the run, and a choice of the sum of before is refused', async () => {
    const purchase = await bought(239)
    const run = await postponedRun(purchase.sale)
    await acceptedBy(world, purchase)
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).preview).toMatchObject({ orders: 1, tickets: 1, amount: 239 })
    expect((await choose(purchase.order, run, 'refund', 478)).error?.code).toBe('conflict')
    expect(await offerOf(purchase.order)).toMatchObject({ choice: null, open: true, amount: 239 })
    expect((await choose(purchase.order, run, 'refund', 239)).status).toBe(200)
    await workOnRuns(world)
    expect(refundsOf([239_00, 478_00])).toEqual([239_00])
  })

  it('is the buyer’s again when a refund is chosen first: the offer is taken back, and nobody can accept it', async () => {
    const purchase = await bought(241)
    const run = await postponedRun(purchase.sale)
    const { transfer, token } = await offerFirst(world, purchase)
    expect((await choose(purchase.order, run, 'refund', 482)).body.data).toMatchObject({ amount: 482, tickets: 2 })
    expect((await accept(world, transfer.uuid, token)).error).toMatchObject(closed('withdrawn'))
    await workOnRuns(world)
    expect(refundsOf([241_00, 482_00])).toEqual([482_00])
    expect(await orderOf(purchase.order)).toMatchObject({ status: 'refunded' })
  })

  it('is not refunded when it was offered anew and accepted before a paused run goes on', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 251 } })
    const [part, whole] = [await bought(251, sale), await bought(251, sale)]
    const run = await postponedRun(sale)
    await workOnRuns(world)
    const params = { uuid: run.uuid }
    await world.call(pauseRefundRun, { ...as(owner), params })
    for (const { order } of [part, whole]) expect((await choose(order, run, 'refund', 502)).status).toBe(200)
    await acceptedBy(world, part)
    await acceptedBy(world, whole)
    await acceptedBy(world, { ...whole, ticket: whole.second })
    // The job of a refund decides by what it finds, whether or not the run has heard of the transfer.
    await world.call(resumeRefundRun, { ...as(owner), params })
    await world.platform.jobs.drain({ names: ['refund_runs.step', 'refund_runs.order'] })
    await workOnRuns(world)
    expect(await itemOf(part.order, run)).toMatchObject({ state: 'done', tickets: 1, amount: 251 })
    expect(await itemOf(whole.order, run)).toMatchObject({ state: 'opted_out', tickets: 0, amount: 0 })
    expect(refundsOf([251_00, 502_00])).toEqual([251_00])
  })

  it('that races with the choice and its refund is either the receiver’s or refunded, never both', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 257, sum_total_available: 100 } })
    const all = []
    for (let n = 0; n < 8; n++) all.push(await bought(257, sale))
    const run = await postponedRun(sale)
    await workOnRuns(world)
    const offers = []
    for (const purchase of all) offers.push(await offerFirst(world, purchase))
    const accepting = offers.map(({ transfer, token }) => accept(world, transfer.uuid, token))
    const [accepted] = await Promise.all([
      Promise.all(accepting),
      Promise.all(all.map(({ order }) => choose(order, run, 'refund'))),
      workOnRuns(world),
    ])
    await workOnRuns(world)
    const transferred = accepted.filter(({ status }) => status === 200).length
    for (const [place, { order, ticket, second }] of all.entries()) {
      const isTransferred = accepted[place]?.status === 200
      const statuses = new Map((await showOrder(world, order)).tickets.map(({ uuid, status }) => [uuid, status]))
      expect([statuses.get(ticket.uuid), statuses.get(second.uuid)]).toEqual([
        isTransferred ? 'valid' : 'cancelled',
        'cancelled',
      ])
      expect(await itemOf(order, run)).toMatchObject({
        state: 'done',
        tickets: isTransferred ? 1 : 2,
        amount: isTransferred ? 257 : 514,
      })
      expect(await orderOf(order)).toMatchObject({ refunded_amount: isTransferred ? 257 : 514 })
    }
    expect(refundsOf([257_00]).length).toBe(transferred)
    expect(refundsOf([514_00]).length).toBe(all.length - transferred)
  })

  it('is not handed back by a person: the sum that is left must be read first', async () => {
    const purchase = await bought(263)
    await world.db
      .updateTable('payments')
      .set({ refunded: 520_00 })
      .where('order_id', '=', purchase.order.uuid)
      .execute()
    const run = await postponedRun(purchase.sale)
    await choose(purchase.order, run, 'refund', 526)
    expect(await itemOf(purchase.order, run)).toMatchObject({ state: 'manual', by_hand: 'not_enough', amount: 526 })
    await acceptedBy(world, purchase)
    const settle = () =>
      world.call(settleRefundRunItem, {
        ...as(owner),
        params: { uuid: run.uuid, order_uuid: purchase.order.uuid },
        body: { note: 'העברה בנקאית' },
      })
    expect((await settle()).error?.code).toBe('conflict')
    await workOnRuns(world)
    expect(await itemOf(purchase.order, run)).toMatchObject({ state: 'manual', tickets: 1, amount: 263 })
    expect((await settle()).status).toBe(200)
    const statuses = (await showOrder(world, purchase.order)).tickets.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['cancelled', 'valid'])
  })
})

describe('the link of an offer', () => {
  it('that the buyer makes after choosing to keep stands', async () => {
    const purchase = await bought(269)
    const run = await postponedRun(purchase.sale)
    await choose(purchase.order, run, 'keep')
    const { body } = await world.call(offerTicket, {
      ...holding(purchase.order),
      body: { ticket_uuid: purchase.ticket.uuid },
    })
    expect((await accept(world, body.data.uuid, tokenOf(body.data.url))).status).toBe(200)
  })
})
