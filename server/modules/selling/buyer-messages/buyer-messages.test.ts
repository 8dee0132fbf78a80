import { maskedPhone } from '@kartis/domain/phone.ts'
import { listBuyerMessages, previewBuyerMessage, sendBuyerMessage } from '@kartis/contract/buyer-messages.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { acceptedBy, boughtTickets, byOwnLink } from '../../../testing/transfers.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { SMS_PRICE: '0.085', RATE_LIMITS: 'on' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = () => eventOnSale(world, owner, { event: { name: 'ערב שירה' }, type: { price: 0 } })

const ordered = async (event: { uuid: string }, type: { uuid: string }, phone = newPhone()) => {
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }), phone)
  await world.call(pay, holding(order))
  return { order, phone, tickets: (await showOrder(world, order)).tickets }
}

type Send = BodyIn<typeof sendBuyerMessage>
const TEXT = 'הדלתות נפתחות חצי שעה מאוחר יותר.'

const send = (event: { uuid: string }, body: Partial<Send> & { recipients: number }, more = {}, who = owner) =>
  world.call(sendBuyerMessage, {
    ...as(who),
    ...more,
    params: { uuid: event.uuid },
    body: { channel: 'sms', audience: 'all', text: TEXT, service: true, ...body },
  })

const sentTo = async (event: { uuid: string }): Promise<string[]> => {
  await world.platform.jobs.drain({ names: ['orders.message_buyers'] })
  const rows = await world.db
    .selectFrom('messages')
    .select('to')
    .where('event_id', '=', event.uuid)
    .where('template', '=', 'buyer_message')
    .execute()
  return rows.map(({ to }) => to).toSorted()
}

describe('a message to the buyers of an event', () => {
  it('reaches everybody with a valid ticket once, however many orders a phone has, and is logged', async () => {
    const { event, type } = await sale()
    const [first, second] = [await ordered(event, type), await ordered(event, type)]
    await ordered(event, type, first.phone)
    const gone = await ordered(event, type)
    await world.call(cancelOrder, { ...as(owner), params: { uuid: gone.order.uuid }, body: { refund: false } })
    const answer = await send(event, { recipients: 2 })
    expect(answer.body.data).toMatchObject({ recipients: 2, audience: 'all', sent_by: 'נועה לוי', text: TEXT })
    expect(await sentTo(event)).toEqual([first.phone, second.phone].toSorted())
    const { data } = (await world.call(listBuyerMessages, { ...as(owner), params: { uuid: event.uuid } })).body
    expect(data).toEqual([answer.body.data])
  })

  it('names a sender who has no name by the masked phone', async () => {
    const { event, type } = await sale()
    await ordered(event, type)
    await world.db.updateTable('users').set({ first_name: '', last_name: '' }).where('id', '=', owner.user.id).execute()
    const sent = await send(event, { recipients: 1 })
    expect(sent.body.data.sent_by).toBe(maskedPhone(owner.phone))
    await world.db
      .updateTable('users')
      .set({ first_name: 'נועה', last_name: 'לוי' })
      .where('id', '=', owner.user.id)
      .execute()
  })

  it('says in the preview how many people and SMS parts it takes, and sends nothing', async () => {
    const { event, type } = await sale()
    await ordered(event, type)
    await ordered(event, type)
    const preview = (text: string) =>
      world.call(previewBuyerMessage, {
        ...as(owner),
        params: { uuid: event.uuid },
        body: { channel: 'sms', audience: 'all', text },
      })
    expect((await preview(TEXT)).body.data).toEqual({
      recipients: 2,
      unreachable: 0,
      sms_parts: 1,
      sms_parts_total: 2,
      cost: 0.17,
      text: `ערב שירה: ${TEXT}`,
    })
    expect((await preview(TEXT.repeat(3))).body.data).toMatchObject({ sms_parts: 2, sms_parts_total: 4 })
    expect(await sentTo(event)).toEqual([])
  })

  it('goes to one ticket type, or to those who have not entered yet', async () => {
    const { event, type } = await sale()
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע', price: 0 })
    const inside = await ordered(event, type)
    const balcony = await ordered(event, other)
    for (const ticket of inside.tickets) await scan(world, as(owner), event, ticket.code)
    const type_only = await send(event, { audience: 'ticket_type', events_ticket_uuid: type.uuid, recipients: 1 })
    expect(type_only.body.data).toMatchObject({ recipients: 1, ticket_type: type.name })
    expect(await sentTo(event)).toEqual([inside.phone])
    expect((await send(event, { audience: 'not_entered', recipients: 1 })).status).toBe(201)
    expect(await sentTo(event)).toEqual([inside.phone, balcony.phone].toSorted())
    const wrong = await send(event, { audience: 'ticket_type', recipients: 1 })
    expect(wrong.error?.detail).toEqual({ events_ticket_uuid: ['unknown_ticket_type'] })
  })

  it('is sent once when repeated with the same key, and not to more people than were seen', async () => {
    const { event, type } = await sale()
    await ordered(event, type)
    const first = await send(event, { recipients: 1 }, { idempotencyKey: 'm1' })
    const again = await send(event, { recipients: 1 }, { idempotencyKey: 'm1' })
    expect(again.body).toEqual(first.body)
    expect(await sentTo(event)).toHaveLength(1)
    await ordered(event, type)
    expect((await send(event, { recipients: 1 })).error).toMatchObject({ code: 'conflict', detail: { recipients: 2 } })
  })

  it('is limited to four a day for one event', async () => {
    const { event, type } = await sale()
    await ordered(event, type)
    for (let n = 0; n < 4; n++) expect((await send(event, { recipients: 1 })).status).toBe(201)
    expect((await send(event, { recipients: 1 })).error?.code).toBe('too_many_requests')
  })

  it('needs a text, the confirmation that it is no advertisement, and a subject for an e-mail', async () => {
    const { event } = await sale()
    expect((await send(event, { text: ' ', recipients: 1 })).error?.detail).toEqual({ text: ['required'] })
    const mail = await send(event, { channel: 'email', recipients: 1 })
    expect(mail.error?.detail).toEqual({ subject: ['required'] })
    // The cast sends what the type of the client forbids.
    expect((await send(event, { service: false as never, recipients: 1 })).status).toBe(422)
  })

  it('by SMS links to this installation alone; an e-mail is written as its author likes', async () => {
    const { event, type } = await sale()
    const { phone } = await ordered(event, type)
    const foreign = await send(event, { text: 'פרטים: evil.com/login', recipients: 1 })
    expect(foreign.error).toMatchObject({ code: 'validation', detail: { text: ['foreign_link'] } })
    const preview = await world.call(previewBuyerMessage, {
      ...as(owner),
      params: { uuid: event.uuid },
      body: { channel: 'sms', audience: 'all', text: 'https://evil.com' },
    })
    expect(preview.error?.detail).toEqual({ text: ['foreign_link'] })
    const own = `${world.platform.settings.publicUrl}/order/${event.uuid}`
    expect((await send(event, { text: `פרטים: ${own} נתראה.תודה`, recipients: 1 })).status).toBe(201)
    expect(await sentTo(event)).toEqual([phone])
    const { text } = await world.db
      .selectFrom('messages')
      .select('text')
      .where('event_id', '=', event.uuid)
      .where('template', '=', 'buyer_message')
      .executeTakeFirstOrThrow()
    expect(text).toBe(`ערב שירה: פרטים: ${own} נתראה. תודה`)
  })

  it('says how many it was not sent to, because they had used up what one phone may get', async () => {
    const { event, type } = await sale()
    const { phone } = await ordered(event, type)
    // Three a minute to who paid nothing.
    for (let n = 0; n < 4; n++) {
      await send(event, { recipients: 1 })
      await world.platform.jobs.drain({ names: ['orders.message_buyers'] })
    }
    expect(await sentTo(event)).toEqual([phone, phone, phone])
    const { data } = (await world.call(listBuyerMessages, { ...as(owner), params: { uuid: event.uuid } })).body
    expect(data.map(({ recipients, not_sent }) => [recipients, not_sent])).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  })

  it('reaches whoever holds a transferred ticket, once, in their own language and apart from the order', async () => {
    const gift = await boughtTickets(world, owner)
    const { phone } = await acceptedBy(world, gift, newPhone(), 'en')
    await send(gift.event, { recipients: 2 })
    expect(await sentTo(gift.event)).toEqual([gift.buyer.phone, phone].toSorted())
    const { lang, order_id } = await world.db
      .selectFrom('messages')
      .select(['lang', 'order_id'])
      .where('to', '=', phone)
      .where('template', '=', 'buyer_message')
      .executeTakeFirstOrThrow()
    expect([lang, order_id]).toEqual(['en', null])
    const mail = await send(gift.event, { channel: 'email', subject: 'דלתות', recipients: 1 })
    expect(mail.body.data).toMatchObject({ recipients: 1 })
  })

  it('reaches a phone that bought tickets and holds one of another buyer once, as a buyer', async () => {
    const gift = await boughtTickets(world, owner)
    const friend = await ordered(gift.event, gift.type)
    await acceptedBy(world, gift, friend.phone)
    expect((await send(gift.event, { recipients: 2 })).status).toBe(201)
    expect(await sentTo(gift.event)).toEqual([gift.buyer.phone, friend.phone].toSorted())
    const { order_id } = await world.db
      .selectFrom('messages')
      .select('order_id')
      .where('to', '=', friend.phone)
      .where('template', '=', 'buyer_message')
      .executeTakeFirstOrThrow()
    expect(order_id).toBe(friend.order.uuid)
  })

  it('to those who have not entered goes to the holder of a ticket and not to its buyer', async () => {
    // Codes of a network are limited.
    world.clock.advance(120)
    const gift = await boughtTickets(world, owner)
    const { phone, url } = await acceptedBy(world, gift)
    await scan(world, as(owner), gift.event, gift.second.code)
    expect((await send(gift.event, { audience: 'not_entered', recipients: 1 })).status).toBe(201)
    expect(await sentTo(gift.event)).toEqual([phone])
    const { ticket } = (await byOwnLink(world, gift, url)).body.data
    await scan(world, as(owner), gift.event, ticket.code)
    const other = await ticketTypeOf(world, owner, gift.event, { name: 'יציע', price: 0 })
    const at = { ...as(owner), params: { uuid: gift.event.uuid } }
    for (const [body, recipients] of [
      [{ audience: 'not_entered' }, 0],
      [{ audience: 'ticket_type', events_ticket_uuid: other.uuid }, 0],
      [{ audience: 'ticket_type', events_ticket_uuid: gift.type.uuid }, 2],
    ] as const) {
      const seen = await world.call(previewBuyerMessage, { ...at, body: { channel: 'sms', text: TEXT, ...body } })
      expect(seen.body.data, JSON.stringify(body)).toMatchObject({ recipients, unreachable: 0 })
    }
  })

  it('counts for a holder against the budget of a phone, as for a buyer', async () => {
    // What was sent with the codes above is another minute's.
    world.clock.advance(120)
    const gift = await boughtTickets(world, owner)
    const { phone } = await acceptedBy(world, gift)
    world.clock.advance(120)
    for (let n = 0; n < 4; n++) {
      await send(gift.event, { recipients: 2 })
      await world.platform.jobs.drain({ names: ['orders.message_buyers'] })
    }
    const both = [gift.buyer.phone, phone]
    expect(await sentTo(gift.event)).toEqual([...both, ...both, ...both].toSorted())
    const { data } = (await world.call(listBuyerMessages, { ...as(owner), params: { uuid: gift.event.uuid } })).body
    expect(data.map(({ not_sent }) => not_sent)).toEqual([2, 0, 0, 0])
  })

  it('of another account is not found', async () => {
    const { event } = await sale()
    const stranger = await producer(world)
    expect((await send(event, { recipients: 1 }, {}, stranger)).status).toBe(404)
  })
})
