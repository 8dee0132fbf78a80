import { updateEvent } from '@kartis/contract/events.ts'
import { cancelMyOrder, listMyOrders, resendMyOrder, showMyOrder } from '@kartis/contract/customer-orders.ts'
import { reserve, showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { balanceOf, freeOrder, showOrder, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, type SignedIn, signIn } from '../../../testing/people.ts'
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

const DAY = 86_400_000

/** An event on sale that starts in `days` days; `price` in shekels. */
const eventInDays = (days = 60, price = 100) => {
  const start = world.clock.now().getTime() + days * DAY
  const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(start + 3 * 3_600_000).toISOString() }
  return eventOnSale(world, owner, { event: times, type: { price, sum_total_available: 50 } })
}

const bought = (event: { uuid: string }, type: { uuid: string }, phone: string, quantity = 1) =>
  boughtByCard(world, gateway, { event, type }, { quantity, phone })

const mine = async (customer: SignedIn) => (await world.call(listMyOrders, { token: customer.token })).body
const cancel = (customer: SignedIn, order: { uuid: string }) =>
  world.call(cancelMyOrder, { token: customer.token, params: { uuid: order.uuid }, body: { reason: 'השתנו התוכניות' } })

describe('my orders', () => {
  it('my orders are those bought with my phone, newest first, each with its token', async () => {
    const { event, type } = await eventInDays()
    const phone = newPhone()
    const first = await bought(event, type, phone)
    world.clock.advance(1)
    const second = await bought(event, type, phone)
    await bought(event, type, newPhone())
    const customer = await signIn(world, phone)
    const list = await mine(customer)
    expect(list.data.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid])
    expect(list.meta.total).toBe(2)
    const [order] = list.data
    const opened = await world.call(showBuyerOrder, { params: { uuid: order?.uuid ?? '' }, orderToken: order?.token })
    expect(opened.status).toBe(200)
    expect(order?.tickets).toHaveLength(1)
  })

  it('my orders are not shown to another phone or without signing in', async () => {
    const { event, type } = await eventInDays()
    const order = await bought(event, type, newPhone())
    const stranger = await signIn(world)
    expect((await mine(stranger)).data).toEqual([])
    for (const answer of [
      await world.call(showMyOrder, { token: stranger.token, params: { uuid: order.uuid } }),
      await cancel(stranger, order),
    ])
      expect(answer.error?.code).toBe('not_found')
    expect((await world.call(listMyOrders)).error?.code).toBe('unauthorized')
  })

  it('a reserved order is shown to the user who made it, not to the phone entered as contact', async () => {
    const { event, type } = await eventInDays()
    const [buyer, other] = [await signIn(world), await signIn(world)]
    const answer = await world.call(reserve, {
      token: buyer.token,
      body: { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 1 }] },
    })
    await withDetails(world, answer.body.data, other.phone)
    expect((await mine(buyer)).data.map(({ status }) => status)).toEqual(['reserved'])
    expect((await mine(other)).data).toEqual([])
    world.clock.advance(11 * 60)
    expect((await mine(buyer)).data).toEqual([])
  })
})

describe('the tickets of my order', () => {
  it('tickets are sent again on request, only to the buyer', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays()
    const phone = newPhone()
    const order = await bought(event, type, phone)
    const params = { uuid: order.uuid }
    const sent = await world.call(resendMyOrder, { token: (await signIn(world, phone)).token, params })
    expect(sent.body.data.sent_to[0]?.replaceAll(/\D/g, '')).toBe(phone.replace('+972', '0'))
    const stranger = await signIn(world)
    expect((await world.call(resendMyOrder, { token: stranger.token, params })).error?.code).toBe('not_found')
  })
})

describe('the cancellation by a buyer', () => {
  it('one ticket of two is cancelled, refunded less the fee of its own price, and the other stays valid', async () => {
    const { event, type } = await eventInDays(60, 149)
    const phone = newPhone()
    const order = await bought(event, type, phone, 2)
    const customer = await signIn(world, phone)
    const [first, second] = (await mine(customer)).data[0]?.tickets ?? []
    const part = (tickets: readonly (string | undefined)[]) =>
      world.call(cancelMyOrder, {
        token: customer.token,
        params: { uuid: order.uuid },
        body: { ticket_uuids: tickets.map((uuid) => uuid ?? '') },
      })
    expect((await mine(customer)).data[0]?.cancellation).toMatchObject({
      allowed_now: true,
      reason: null,
      fee_left: 100,
    })
    const answer = await part([first?.uuid])
    expect(answer.body.data).toMatchObject({ status: 'partially_refunded', refunded_amount: 141.55 })
    expect(answer.body.data.tickets.map(({ status }) => status)).toEqual(['cancelled', 'valid'])
    expect(answer.body.data.cancellation).toMatchObject({ fee_left: 92.55, fee: 7.45, refund: 141.55 })
    const refunds = await world.db.selectFrom('security_log').selectAll().where('target', '=', order.uuid).execute()
    expect(refunds).toMatchObject([{ act: 'refund.refunded', address_hash: expect.stringMatching(/^[\w-]{12}$/) }])
    expect((await part([first?.uuid])).status).toBe(422)
    expect((await part([newPhone()])).status).toBe(422)
    expect((await part([second?.uuid])).body.data.tickets.every(({ status }) => status === 'cancelled')).toBe(true)
  })

  it('a cancellation that is not possible says why when the order was made after its last day', async () => {
    const near = await eventInDays(3)
    const phone = newPhone()
    await bought(near.event, near.type, phone)
    const customer = await signIn(world, phone)
    expect((await mine(customer)).data[0]?.cancellation).toMatchObject({
      allowed_now: false,
      reason: 'never',
      last_day: null,
    })
  })

  it('a cancellation refunds the price less the statutory fee, cancels the tickets and returns the stock', async () => {
    const { event, type } = await eventInDays(60, 149)
    const phone = newPhone()
    const order = await bought(event, type, phone, 2)
    const customer = await signIn(world, phone)
    const answer = await cancel(customer, order)
    // 5% of 298.00
    expect(answer.body.data).toMatchObject({ status: 'cancelled', refunded_amount: 298 - 14.9 })
    expect(answer.body.data.tickets.every((ticket) => ticket.status === 'cancelled')).toBe(true)
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    // The refunds of earlier tests are sent at once with it, in any order.
    expect(gateway.refunds.map(({ amount }) => amount)).toContain(28310)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect((await cancel(customer, order)).error?.code).toBe('order_state')
  })

  it('a cancellation withholds at most a hundred shekels of an expensive order', async () => {
    const { event, type } = await eventInDays(60, 5000)
    const phone = newPhone()
    const order = await bought(event, type, phone)
    expect((await cancel(await signIn(world, phone), order)).body.data.refunded_amount).toBe(4900)
  })

  it('a cancellation is refused after the statutory last day; the refusal contains that day', async () => {
    const { event, type } = await eventInDays(12)
    const phone = newPhone()
    const order = await bought(event, type, phone)
    world.clock.advance(6 * 86_400)
    const late = await cancel(await signIn(world, phone), order)
    expect([late.status, late.error?.code]).toEqual([409, 'cancellation_late'])
    expect(late.error?.detail).toEqual({ last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })

  it('a free order is given back until the event starts, and its place is on sale again', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays(5, 0)
    const phone = newPhone()
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 }, phone)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 1, tickets: 1 })
    world.clock.advance(5 * 86_400 - 60)
    const customer = await signIn(world, phone)
    expect((await mine(customer)).data[0]?.cancellation).toMatchObject({ allowed_now: true, fee: 0, refund: 0 })
    const { status, body } = await cancel(customer, order)
    expect([status, body.data.status, body.data.refunded_amount]).toEqual([200, 'cancelled', 0])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    const other = newPhone()
    const second = await freeOrder(world, event.uuid, { [type.uuid]: 1 }, other)
    world.clock.advance(60)
    expect((await cancel(await signIn(world, other), second)).error?.code).toBe('cancellation_late')
  })

  it('the cancellation period may be extended by the producer', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays(12)
    const settings = { cancellation_days: 2 }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings } })
    const phone = newPhone()
    const order = await bought(event, type, phone)
    world.clock.advance(8 * 86_400)
    expect((await cancel(await signIn(world, phone), order)).status).toBe(200)
  })

  it('an order shows fee and refund of its cancellation before it is requested', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays(60, 149)
    const phone = newPhone()
    const order = await bought(event, type, phone, 2)
    const customer = await signIn(world, phone)
    const [shown] = (await mine(customer)).data
    expect(shown?.cancellation).toMatchObject({ allowed_now: true, fee: 14.9, refund: 283.1 })
    const { refunded_amount } = (await cancel(customer, order)).body.data
    expect(refunded_amount).toBe(shown?.cancellation.refund)
    expect((await mine(customer)).data[0]?.cancellation.allowed_now).toBe(false)
  })

  it('a cancellation has no fee and no last day after the producer has moved the event', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays(5)
    const phone = newPhone()
    const order = await bought(event, type, phone)
    const early = await cancel(await signIn(world, phone), order)
    expect(early.error?.code).toBe('cancellation_late')
    world.clock.advance(60)
    const later = (days: number) => new Date(new Date(event.starts_at).getTime() + days * DAY).toISOString()
    const body = { starts_at: later(1), ends_at: later(2) }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    const customer = await signIn(world, phone)
    expect((await mine(customer)).data[0]?.cancellation).toMatchObject({ allowed_now: true, fee: 0, refund: 100 })
    expect((await cancel(customer, order)).body.data.refunded_amount).toBe(100)
  })

  it('a cancellation is refused after a ticket is redeemed', async () => {
    owner = await producer(world)
    const { event, type } = await eventInDays()
    const phone = newPhone()
    const order = await bought(event, type, phone, 2)
    const [ticket] = (await showOrder(world, order)).tickets
    await scan(world, as(owner), event, ticket?.code ?? '')
    expect((await cancel(await signIn(world, phone), order)).error?.code).toBe('order_state')
  })

  it('a cancellation that is not possible any more says so after its last day', async () => {
    owner = await producer(world)
    const phone = newPhone()
    const far = await eventInDays(60)
    const order = await bought(far.event, far.type, phone)
    world.clock.advance(15 * 86_400)
    const later = await signIn(world, phone)
    expect((await mine(later)).data.find(({ uuid }) => uuid === order.uuid)?.cancellation).toMatchObject({
      allowed_now: false,
      reason: 'late',
    })
  })
})
