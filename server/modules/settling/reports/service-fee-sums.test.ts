import { showEvent, updateEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { showReport } from '@kartis/contract/reports.ts'
import { updateTicketType } from '@kartis/contract/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponOf, reserveWithCoupon } from '../../../testing/coupons.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, withDetails } from '../../../testing/orders.ts'
import { newPhone, producer, signIn } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { eventSheets, printedEvent } from './event-files.ts'
import { summaryLines } from './summary-lines.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const BUYERS = { settings: { fee_payer: 'buyers' as const } }

describe('the service fee that buyers paid', () => {
  it('is summed by the prices of their orders, without what was cancelled, in every report of the event', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner, { event: BUYERS, type: { price: 120 } })
    const params = { uuid: event.uuid }
    // Twice 7.53, of which one goes back; and 7.53 × 114.78 / 127.53 = 6.7772 with a coupon of 10%.
    const two = await boughtByCard(world, gateway, { event, type }, { quantity: 2 })
    await couponOf(world, owner, event)
    const order = (await reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, 'TEN')).body.data
    expect(order.total_amount).toBe(114.78)
    await withDetails(world, order)
    const payment = await atGateway(world, order)
    gateway.charge(payment, 11_478)
    await deliverWebhook(world, { payment })
    world.clock.set(new Date(world.clock.now().getTime() + 60_000))
    // A price of its own since then: 6.27 for each of two tickets.
    await world.call(updateTicketType, {
      ...as(owner),
      params: { uuid: type.uuid },
      body: { name: 'רגיל', price: 100 },
    })
    await boughtByCard(world, gateway, { event, type }, { quantity: 2 })
    world.clock.set(new Date(world.clock.now().getTime() + 60_000))
    // The same price without a fee, and guests.
    await world.call(updateEvent, { ...as(owner), params, body: { settings: { fee_payer: 'producer' } } })
    await world.call(updateTicketType, {
      ...as(owner),
      params: { uuid: type.uuid },
      body: { name: 'רגיל', price: 106.27 },
    })
    await boughtByCard(world, gateway, { event, type }, { quantity: 1 })
    await world.call(sendInvitation, {
      ...as(owner),
      params,
      body: {
        recipient: { name: 'דנה כהן', phone: newPhone() },
        items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
      },
    })
    const shown = await world.call(showOrder, {
      ...as(owner),
      params: { uuid: two.uuid },
      query: { with: ['tickets'] },
    })
    const [ticket] = shown.body.data.tickets ?? []
    const cancelled = await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: two.uuid },
      body: { refund: true, ticket_uuids: [ticket?.uuid ?? ''] },
    })
    expect(cancelled.error).toBeUndefined()
    const sum = 7.53 + 6.78 + 2 * 6.27
    const query = { append: ['report' as const] }
    const { report } = (await world.call(showEvent, { ...as(owner), params, query })).body.data
    if (!report) throw new Error('the event was shown without its report')
    expect(report.totals.sales.service_fee).toBe(sum)
    const file = {
      account: 'הפקות',
      event: { name: event.name, starts_at: new Date(event.starts_at), timezone: event.timezone, cancelled_at: null },
      report,
      lang: 'he' as const,
    }
    expect(eventSheets(file)[0]?.rows).toContainEqual(['דמי טיפול ששילמו הקונים', sum])
    expect(printedEvent(file).notes[0]).toMatch(/^דמי טיפול ששילמו הקונים: .*26\.85/u)
    world.clock.set(new Date(Date.parse(event.ends_at) + 1000))
    const again = { token: (await signIn(world, owner.phone)).token, account: owner.account.uuid }
    const account = (await world.call(showReport, again)).body.data
    expect(account.settlement.current.service_fee).toBe(sum)
    const lines = summaryLines(account, { account: 'הפקות', lang: 'he' })
    expect(lines.find(({ label }) => label.includes('דמי טיפול'))?.amount).toBe(sum)
  })

  it('is nothing where the producer bears it', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner, { type: { price: 120 } })
    await boughtByCard(world, gateway, { event, type }, { quantity: 2 })
    const query = { append: ['report' as const] }
    const { report } = (await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid }, query })).body.data
    expect(report?.totals.sales.service_fee).toBe(0)
  })
})
