import { updateEvent } from '@kartis/contract/events.ts'
import { eventCalendar, showPublicEvent } from '@kartis/contract/public-events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { atGateway, deliverWebhook, freeOrder, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { acceptedBy, boughtTickets, byOwnLink } from '../../../testing/transfers.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let gateway: TestGateway
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const textsTo = async (event: { uuid: string }): Promise<string[]> => {
  await world.handleEvents()
  await world.platform.jobs.drain({ names: ['orders.tell_moved'] })
  const rows = await world.db
    .selectFrom('messages')
    .select('text')
    .where('event_id', '=', event.uuid)
    .where('template', '=', 'event_changed')
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

/** The one message of the change to a phone. */
const toPhone = async (phone: string) => {
  const rows = await world.db
    .selectFrom('messages')
    .select(['text', 'order_id'])
    .where('template', '=', 'event_changed')
    .where('to', '=', phone)
    .execute()
  const [row] = rows
  if (!row || rows.length > 1) throw new Error(`${rows.length} messages instead of one`)
  return row
}

const soldEvent = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const change = (body: Record<string, unknown>) =>
    world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
  return { event, order, change }
}

describe('the date that a postponed event was moved from', () => {
  it('is the first one for the public, and for a buyer the one under which the order was paid', async () => {
    const { event, order, change } = await soldEvent()
    const { type } = { type: order.items[0]?.events_ticket_uuid ?? '' }
    const shown = async () => (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data
    const { starts_at: first } = await shown()
    const later = (from: string, days: number): string => new Date(Date.parse(from) + days * 86_400_000).toISOString()
    const moveTo = (start: string) => change({ starts_at: start, ends_at: later(start, 0.125) })
    expect((await shown()).moved_from).toBeNull()
    world.clock.advance(1)
    await moveTo(later(first, 7))
    world.clock.advance(1)
    const second = await freeOrder(world, event.uuid, { [type]: 1 })
    expect((await shown()).moved_from).toBe(first)
    expect((await showOrder(world, order)).moved_from).toBe(first)
    expect((await showOrder(world, second)).moved_from).toBeNull()
    world.clock.advance(1)
    await moveTo(later(first, 14))
    expect((await shown()).moved_from).toBe(first)
    expect((await showOrder(world, second)).moved_from).toBe(later(first, 7))
    await moveTo(first)
    expect((await shown()).moved_from).toBeNull()
  })

  it('gives way in calendars: the file has a higher SEQUENCE than before', async () => {
    const { event, change } = await soldEvent()
    const { starts_at: first } = (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data
    const sequence = async (): Promise<number> => {
      const { text } = await world.call(eventCalendar, { params: { uuid: event.uuid } })
      return Number(/SEQUENCE:(\d+)/u.exec(text)?.[1])
    }
    const before = await sequence()
    world.clock.advance(60)
    await change({ starts_at: new Date(Date.parse(first) + 60_000).toISOString() })
    expect(await sequence()).toBeGreaterThan(before)
  })
})

describe('notification of a moved event', () => {
  it('every buyer gets one message with the link to the tickets when the producer asks for it', async () => {
    const { event, order, change } = await soldEvent()
    await change({ address_city: 'חיפה', tell_buyers: true })
    const [text, ...more] = await textsTo(event)
    expect(more).toEqual([])
    expect(text).toContain('חיפה')
    expect(text).toContain(`/order/tickets/${order.uuid}?token=${order.token}`)
    expect(await textsTo(event)).toHaveLength(1)
  })

  it('the message to buyers names the full refund when the event is postponed, and not when it is corrected', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const payment = await atGateway(world, order)
    gateway.charge(payment, Math.round(order.total_amount * 100))
    await deliverWebhook(world, { payment })
    const items = [{ events_ticket_uuid: type.uuid, quantity: 1 }]
    const body = { recipient: { name: 'דנה כהן', phone: newPhone() }, items }
    await world.call(sendInvitation, { ...as(owner), params: { uuid: event.uuid }, body })
    const move = (minutes: number) => {
      const by = (at: string) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
      const body = { starts_at: by(event.starts_at), ends_at: by(event.ends_at), tell_buyers: true }
      return world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    }
    await move(5)
    const corrected = await textsTo(event)
    expect(corrected).toHaveLength(2)
    expect(corrected.join()).not.toContain('החזר')
    await move(3 * 24 * 60)
    const postponed = (await textsTo(event)).slice(2)
    expect(postponed.filter((text) => text.includes('החזר מלא'))).toHaveLength(1)
    expect(postponed).toHaveLength(2)
  })

  it('the message about another place says that a substantial change is refunded, to whoever has paid', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const payment = await atGateway(world, order)
    gateway.charge(payment, Math.round(order.total_amount * 100))
    await deliverWebhook(world, { payment })
    const items = [{ events_ticket_uuid: type.uuid, quantity: 1 }]
    const guest = { recipient: { name: 'דנה כהן', phone: newPhone() }, items }
    await world.call(sendInvitation, { ...as(owner), params: { uuid: event.uuid }, body: guest })
    const body = { address_city: 'חיפה', tell_buyers: true }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    const texts = await textsTo(event)
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => text.includes('שינוי מהותי מזכה בהחזר מלא'))).toHaveLength(1)
  })

  it('whoever holds a transferred ticket gets one message with its own link, in their language', async () => {
    const gift = await boughtTickets(world, owner)
    const { phone } = await acceptedBy(world, gift, newPhone(), 'en')
    const move = { address_city: 'חיפה', tell_buyers: true }
    await world.call(updateEvent, { ...as(owner), params: { uuid: gift.event.uuid }, body: move })
    expect(await textsTo(gift.event)).toHaveLength(2)
    const { text, order_id } = await toPhone(phone)
    expect(text).toMatch(/venue|place|location/i)
    expect(order_id).toBeNull()
    const link = /https?:\S+/.exec(text)?.[0] ?? ''
    expect((await byOwnLink(world, gift, link)).status).toBe(200)
  })

  it('a buyer who has given every ticket away is not promised a refund, and one who has given one is', async () => {
    const sale = await eventOnSale(world, owner)
    const { event } = sale
    const [nothingLeft, ticketLeft] = [newPhone(), newPhone()]
    for (const [phone, count] of [
      [nothingLeft, 2],
      [ticketLeft, 1],
    ] as const) {
      const order = await boughtByCard(world, gateway, sale, { quantity: 2, phone })
      for (const ticket of (await showOrder(world, order)).tickets.slice(0, count))
        await acceptedBy(world, { order, ticket })
    }
    const by = (at: string) => new Date(Date.parse(at) + 3 * 86_400_000).toISOString()
    const body = { starts_at: by(event.starts_at), ends_at: by(event.ends_at), tell_buyers: true }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    expect(await textsTo(event)).toHaveLength(5)
    expect((await toPhone(nothingLeft)).text).not.toContain('החזר')
    expect((await toPhone(ticketLeft)).text).toContain('החזר מלא')
  })

  it('a phone that holds a ticket and bought others gets one message, as does one that holds tickets of two orders', async () => {
    const gift = await boughtTickets(world, owner)
    const friend = newPhone()
    const second = await freeOrder(world, gift.event.uuid, { [gift.type.uuid]: 1 }, friend)
    await acceptedBy(world, gift, friend)
    const third = await freeOrder(world, gift.event.uuid, { [gift.type.uuid]: 1 })
    const [ticket] = third.tickets
    if (!ticket) throw new Error('a ticket was bought')
    const { phone } = await acceptedBy(world, { order: third, ticket })
    await acceptedBy(world, { order: gift.order, ticket: gift.second }, phone)
    const move = { address_city: 'חיפה', tell_buyers: true }
    await world.call(updateEvent, { ...as(owner), params: { uuid: gift.event.uuid }, body: move })
    // Three buyers and one holder.
    expect(await textsTo(gift.event)).toHaveLength(4)
    expect((await toPhone(friend)).order_id).toBe(second.uuid)
    expect((await toPhone(phone)).text).toMatch(/\/order\/ticket\//)
  })

  it('nobody gets a message when the producer did not ask for it or neither time nor place moved', async () => {
    const { event, change } = await soldEvent()
    await change({ address_city: 'חיפה' })
    await change({ name: 'שם חדש', tell_buyers: true })
    expect(await textsTo(event)).toEqual([])
  })
})
