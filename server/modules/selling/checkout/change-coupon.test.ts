import { changeOrderCoupon, changeTickets, pay, quoteCart, reserve } from '@kartis/contract/public-orders.ts'
import { findInconsistencies } from '@kartis/demo/inconsistencies.ts'
import { unpublishEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { couponOf, usesOf } from '../../../testing/coupons.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

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

const sale = () => eventOnSale(world, owner, { type: { price: 149, sum_total_available: 50 } })
const change = (order: { uuid: string; token: string }, coupon: string | null) =>
  world.call(changeOrderCoupon, { ...holding(order), body: { coupon } })
const quote = (eventId: string, typeId: string, coupon: string) =>
  world.call(quoteCart, {
    params: { uuid: eventId },
    body: { items: [{ events_ticket_uuid: typeId, quantity: 2 }], coupon },
  })

describe('the price of a cart with a coupon', () => {
  it('is shown before anything is held, and takes no use of the coupon', async () => {
    const { event, type } = await sale()
    const coupon = await couponOf(world, owner, event, { code: 'TEN', value: 10 })
    const answer = await quote(event.uuid, type.uuid, ' t e n ')
    expect(answer.body.data).toMatchObject({ coupon: 'TEN', total_amount: 268.2, discount_amount: 29.8 })
    expect(answer.body.data.items).toMatchObject([{ quantity: 2, price: 149, total: 268.2, discount: 29.8 }])
    expect(await usesOf(world, coupon.uuid)).toEqual({ held: 0, used: 0, inHolds: 0, inPaid: 0 })
  })

  it('is refused with the reason of the coupon, for foreign ticket types, and for events that are not published', async () => {
    const { event, type } = await sale()
    const other = await ticketTypeOf(world, owner, event, { name: 'אחר' })
    await couponOf(world, owner, event, { code: 'OTHER', events_ticket_uuids: [other.uuid] })
    await couponOf(world, owner, event, { code: 'OFF', active: false })
    expect((await quote(event.uuid, type.uuid, 'nobody')).error?.code).toBe('coupon_unknown')
    expect((await quote(event.uuid, type.uuid, 'off')).error?.code).toBe('coupon_unknown')
    expect((await quote(event.uuid, type.uuid, 'other')).error?.code).toBe('coupon_other_tickets')
    expect((await quote(event.uuid, (await sale()).type.uuid, 'other')).status).toBe(422)
    await world.call(unpublishEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect((await quote(event.uuid, other.uuid, 'other')).status).toBe(404)
  })
})

describe('the coupon of a reserved order', () => {
  it('changes its price until the payment, and its use moves with it', async () => {
    const { event, type } = await sale()
    const ten = await couponOf(world, owner, event, { code: 'TEN', value: 10, max_uses: 1 })
    const half = await couponOf(world, owner, event, { code: 'HALF', value: 50 })
    const order = await reserved(world, event.uuid, { [type.uuid]: 2 })
    expect((await change(order, 'ten')).body.data).toMatchObject({ coupon: 'TEN', total_amount: 268.2 })
    // The only use is its own.
    expect((await change(order, 'TEN')).body.data).toMatchObject({ coupon: 'TEN', total_amount: 268.2 })
    expect((await change(order, 'half')).body.data).toMatchObject({ coupon: 'HALF', discount_amount: 149 })
    expect(await usesOf(world, ten.uuid)).toMatchObject({ held: 0, inHolds: 0 })
    expect(await usesOf(world, half.uuid)).toMatchObject({ held: 1, inHolds: 1 })
    expect((await change(order, null)).body.data).toMatchObject({ coupon: null, discount_amount: 0, total_amount: 298 })
    expect(await usesOf(world, half.uuid)).toMatchObject({ held: 0, inHolds: 0 })
    expect((await showOrder(world, order)).items).toMatchObject([{ total: 298 }])
  })

  it('stays as it was when the new one is refused', async () => {
    const { event, type } = await sale()
    const gone = await couponOf(world, owner, event, { code: 'GONE', max_uses: 1 })
    await couponOf(world, owner, event, { code: 'TEN' })
    await change(await reserved(world, event.uuid, { [type.uuid]: 1 }), 'gone')
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    await change(order, 'ten')
    expect((await change(order, 'gone')).error?.code).toBe('coupon_used_up')
    expect((await change(order, 'nobody')).error?.code).toBe('coupon_unknown')
    expect(await showOrder(world, order)).toMatchObject({ coupon: 'TEN', discount_amount: 14.9 })
    expect(await usesOf(world, gone.uuid)).toMatchObject({ held: 1, inHolds: 1 })
  })

  it('changes while the gateway’s page is open: that attempt ends, and the next one is for the new sum', async () => {
    const { event, type } = await sale()
    const ten = await couponOf(world, owner, event, { code: 'TEN', value: 10 })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    await atGateway(world, order)
    const changed = (await change(order, 'ten')).body.data
    expect(changed).toMatchObject({ status: 'pending_payment', total_amount: 268.2, payment: { status: 'abandoned' } })
    const payment = await atGateway(world, order)
    expect(gateway.started.at(-1)).toEqual({ paymentId: payment, amount: 26_820 })
    gateway.charge(payment, 26_820)
    await deliverWebhook(world, { payment })
    expect(await showOrder(world, order)).toMatchObject({ status: 'paid', total_amount: 268.2, coupon: 'TEN' })
    expect(await usesOf(world, ten.uuid)).toEqual({ held: 0, used: 1, inHolds: 0, inPaid: 1 })
    expect((await change(order, null)).error?.code).toBe('order_state')
  })

  it('changed after the page of an earlier sum was opened: a charge of that sum is refunded, and the order stays open', async () => {
    const { event, type } = await sale()
    await couponOf(world, owner, event, { code: 'TEN', value: 10 })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    const earlier = await atGateway(world, order)
    await change(order, 'ten')
    gateway.charge(earlier, 29_800)
    await deliverWebhook(world, { payment: earlier })
    await world.platform.jobs.drain({ names: ['payments.refund'], later: true })
    expect(gateway.refunds).toMatchObject([{ paymentId: earlier, amount: 29_800 }])
    expect(await showOrder(world, order)).toMatchObject({
      status: 'pending_payment',
      refunded_amount: 0,
      returned_payment: { uuid: earlier, amount: 298 },
    })
    const payment = await atGateway(world, order)
    expect((await showOrder(world, order)).payment).toMatchObject({ uuid: payment, status: 'started' })
    gateway.charge(payment, 26_820)
    await deliverWebhook(world, { payment })
    expect(await showOrder(world, order)).toMatchObject({
      status: 'paid',
      total_amount: 268.2,
      refunded_amount: 0,
      payment: { uuid: payment },
      returned_payment: null,
    })
    expect(await findInconsistencies(world.db, owner.account.uuid)).toEqual([])
  })

  it('cannot change after the hold, nor without the token', async () => {
    const { event, type } = await sale()
    await couponOf(world, owner, event, { code: 'TEN' })
    const paying = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await change({ ...order, token: paying.token }, 'ten')).status).toBe(404)
    world.clock.advance(3600)
    expect((await change(order, 'ten')).error?.code).toBe('hold_expired')
  })

  it('that takes everything off leads to the tickets without a payment', async () => {
    const { event, type } = await sale()
    await couponOf(world, owner, event, { code: 'GIFT', kind: 'price', value: 0 })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    expect((await change(order, 'gift')).body.data).toMatchObject({ total_amount: 0 })
    expect((await world.call(pay, holding(order))).body.data).toMatchObject({ status: 'paid', payment: null })
  })

  it('two orders that race for the last use get it once', async () => {
    const { event, type } = await sale()
    const coupon = await couponOf(world, owner, event, { code: 'LAST', max_uses: 1 })
    const orders = await Promise.all(Array.from({ length: 6 }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
    const answers = await Promise.all(orders.map((order) => change(order, 'last')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await usesOf(world, coupon.uuid)).toEqual({ held: 1, used: 0, inHolds: 1, inPaid: 0 })
  })
})

describe('codes of coupons', () => {
  let strict: World
  beforeAll(async () => {
    strict = await openWorld({ beside: world, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  })
  afterAll(() => strict.close())

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const lot = async () => {
    const { event, type } = await sale()
    await couponOf(world, owner, event, { code: 'TEN' })
    const items = [{ events_ticket_uuid: type.uuid, quantity: 1 }]
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    /** The code of each way in which a buyer names a coupon. */
    const ways = (address: string) => ({
      quote: (coupon: string) =>
        strict.call(quoteCart, { ...from(address), params: { uuid: event.uuid }, body: { items, coupon } }),
      cart: (coupon: string) => strict.call(changeOrderCoupon, { ...withToken(order, address), body: { coupon } }),
      tickets: (coupon: string) =>
        strict.call(changeTickets, { ...withToken(order, address), body: { items, coupon } }),
      reserve: (coupon: string) =>
        strict.call(reserve, { ...from(address), body: { event_uuid: event.uuid, items, coupon } }),
    })
    return ways
  }
  const withToken = (order: { uuid: string; token: string }, address: string) => {
    const held = holding(order)
    return { ...held, ...from(address) }
  }

  it.each(['quote', 'cart', 'tickets', 'reserve'] as const)(
    'are refused to a network that has named thirty wrong ones, by whichever way (%s)',
    async (way) => {
      const ways = await lot()
      const address = { quote: '203.0.113.1', cart: '203.0.113.2', tickets: '203.0.113.3', reserve: '203.0.113.4' }[way]
      const guess = async (no: number) => (await ways(address)[way](`GUESS${no}`)).error?.code
      const codes: (string | undefined)[] = []
      // At once where what a network may hold does not refuse first.
      if (way === 'reserve') for (let no = 0; no < 40; no++) codes.push(await guess(no))
      else codes.push(...(await Promise.all(Array.from({ length: 40 }, (_, no) => guess(no)))))
      expect(codes.filter((code) => code === 'coupon_unknown')).toHaveLength(30)
      expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10)
      // A right one is refused as well: it would tell right from wrong.
      for (const other of ['quote', 'cart', 'tickets', 'reserve'] as const) {
        const refused = await ways(address)[other]('ten')
        expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests'])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await ways('203.0.113.9').quote('ten')).status).toBe(200)
    },
  )

  it('are not counted when they are right, and count again from nothing after ten minutes', async () => {
    const ways = await lot()
    const { quote, cart } = ways('203.0.113.20')
    for (let turn = 0; turn < 35; turn++) expect((await quote('ten')).status).toBe(200)
    for (let guess = 0; guess < 30; guess++) expect((await quote(`GUESS${guess}`)).error?.code).toBe('coupon_unknown')
    expect((await cart('ten')).status).toBe(429)
    strict.clock.advance(601)
    expect((await quote('ten')).status).toBe(200)
  })

  it('get the first reply when a reservation is repeated with its key, whatever the network named since', async () => {
    const { event, type } = await sale()
    await couponOf(world, owner, event, { code: 'TEN' })
    const once = () =>
      strict.call(reserve, {
        headers: { 'x-forwarded-for': '203.0.113.30', 'idempotency-key': `${event.uuid}-first` },
        body: { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 1 }], coupon: 'ten' },
      })
    const first = await once()
    expect(first.status).toBe(201)
    for (let guess = 0; guess < 31; guess++)
      await strict.call(quoteCart, {
        ...from('203.0.113.30'),
        params: { uuid: event.uuid },
        body: { items: [{ events_ticket_uuid: type.uuid, quantity: 1 }], coupon: `GUESS${guess}` },
      })
    expect((await once()).body.data.uuid).toBe(first.body.data.uuid)
  })
})
