import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { freeOrder, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const sale = (price = 0) => eventOnSale(world, owner, { type: { price, sum_total_available: 10 } })

const eventsOf = (eventId: string) =>
  world.db
    .selectFrom('events_log')
    .select(['type', 'subject', 'data', 'account_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()

describe('the domain events of an order', () => {
  it('begin when it is paid, with no personal data', async () => {
    const { event, type } = await sale()
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 2 })
    expect(await eventsOf(event.uuid)).toEqual([
      {
        type: 'order.paid',
        subject: order.uuid,
        account_id: owner.account.uuid,
        data: { tickets: 2, total: 0, channel: 'online', contact: true },
      },
    ])
  })

  it('do not include a reservation, its details or its expiry', async () => {
    const { event, type } = await sale()
    await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    world.clock.advance(660)
    await world.platform.jobs.enqueue(world.db, 'orders.expire', {})
    await world.platform.jobs.drain({ names: ['orders.expire'] })
    const { status } = await world.db
      .selectFrom('orders')
      .select('status')
      .where('event_id', '=', event.uuid)
      .executeTakeFirstOrThrow()
    expect(status).toBe('expired')
    expect(await eventsOf(event.uuid)).toEqual([])
  })

  it('record each cancelled ticket, the order’s new state and what buyers are notified of', async () => {
    const { event, type } = await sale()
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 2 })
    const [first] = order.tickets
    const cancel = (body: { ticket_uuids?: string[] }) =>
      world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: false, ...body } })
    await cancel({ ticket_uuids: [first?.uuid ?? ''] })
    await cancel({})
    const events = await eventsOf(event.uuid)
    expect(events.map(({ type: name }) => name)).toEqual([
      'order.paid',
      'ticket.cancelled',
      'order.tickets_cancelled',
      'ticket.cancelled',
      'order.cancelled',
      'order.tickets_cancelled',
    ])
    expect(events[1]).toMatchObject({ subject: first?.uuid, data: { order: order.uuid, redeemed: false } })
    expect(events[4]).toMatchObject({ subject: order.uuid, data: { from: 'paid' } })
  })

  it('record the payment and the refund with their amounts in agorot', async () => {
    const { event, type } = await sale(50)
    const order = await boughtByCard(world, gateway, { event, type })
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: true } })
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    const events = await eventsOf(event.uuid)
    expect(events.map(({ type: name }) => name)).toEqual([
      'payment.paid',
      'order.paid',
      'refund.requested',
      'ticket.cancelled',
      'order.refunded',
      'order.tickets_cancelled',
      'refund.done',
    ])
    const [payment] = events
    expect(payment?.data).toEqual({ order: order.uuid, amount: 5000, method: 'card' })
    expect(events.at(-1)?.data).toEqual({ order: order.uuid, payment: payment?.subject, amount: 5000 })
  })

  it('record each scan with its verdict', async () => {
    const { event, type } = await sale()
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    const ticket = order.tickets[0]?.uuid ?? ''
    await scan(world, as(owner), event, ticket)
    await scan(world, as(owner), event, ticket)
    const scans = (await eventsOf(event.uuid)).filter(({ type: name }) => name === 'scan.recorded')
    expect(scans.map(({ data }) => data)).toEqual([
      { ticket, verdict: 'admitted', refusal: null },
      { ticket, verdict: 'refused', refusal: 'S2' },
    ])
  })
})
