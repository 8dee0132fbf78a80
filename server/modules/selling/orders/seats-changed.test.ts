import { changeSeating } from '@kartis/contract/event-seating.ts'
import { pay, reserve } from '@kartis/contract/public-orders.ts'
import { reseatOrder } from '@kartis/contract/orders.ts'
import { updateTicketType } from '@kartis/contract/tickets.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { holding, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { publishEdition, seatedEvent, type SeatedEvent } from '../../../testing/seating.ts'
import { acceptedBy, byOwnLink } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** A free order of these seats, from cart to tickets. */
const bought = async ({ event, types, seating }: SeatedEvent, seats: readonly number[], phone?: string) => {
  const uuid = types['a']?.uuid ?? ''
  const seat_uuids = seats.map((seat) => seatUuid(seating.seating, seat))
  const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: uuid, quantity: seats.length, seat_uuids }] }
  const held = await world.call(reserve, { body })
  if (held.error) throw new Error(held.text)
  await withDetails(world, held.body.data, phone)
  await world.call(pay, holding(held.body.data))
  return held.body.data
}

describe('a change of the map that gives sold seats another label', () => {
  it('rewrites the tickets and tells each buyer once, with the link; others hear nothing', async () => {
    const seated = await seatedEvent(world, owner, hall({ rows: [row(), row({ id: 'r2', label: 'ב׳', rank: 2 })] }))
    const free = { ...as(owner), params: { uuid: seated.types['a']?.uuid ?? '' }, body: { price: 0 } }
    await world.call(updateTicketType, free)
    const order = await bought(seated, [2, 3])
    await bought(seated, [14, 15])
    await world.handleEvents()
    await publishEdition(
      world,
      owner,
      seated.map,
      hall({ rows: [row({ label: 'ת׳' }), row({ id: 'r2', label: 'ב׳', rank: 2 })] }),
    )
    const at = { ...as(owner), params: { uuid: seated.event.uuid } }
    const changed = await world.call(changeSeating, { ...at, body: { edition: 2 } })
    expect(changed.body.data).toMatchObject({ counts: { relabelled: 10 }, relabelled_sold: 2 })
    await world.handleEvents()
    await world.handleEvents()
    const messages = await world.db
      .selectFrom('messages')
      .select(['text', 'order_id'])
      .where('template', '=', 'seats_changed')
      .where('channel', '=', 'sms')
      .execute()
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      order_id: order.uuid,
      text: expect.stringContaining(`/order/tickets/${order.uuid}`) as string,
    })
    const { tickets } = await showOrder(world, order)
    expect(tickets.map(({ seat }) => seat)).toMatchObject([
      { section: 'אולם', row: 'ת׳', number: '8' },
      { section: 'אולם', row: 'ת׳', number: '7' },
    ])
  })
})

describe('the seat of a transferred ticket', () => {
  const TWO_ROWS = [row(), row({ id: 'r2', label: 'ב׳', rank: 2 })]
  const messagesTo = async (phone: string) => {
    await world.handleEvents()
    await world.handleEvents()
    const rows = await world.db
      .selectFrom('messages')
      .select(['text', 'lang', 'order_id'])
      .where('template', '=', 'seats_changed')
      .where('to', '=', phone)
      .execute()
    return rows
  }

  /** An order of two seats whose first ticket another person holds. */
  const given = async () => {
    const seated = await seatedEvent(world, owner, hall({ rows: TWO_ROWS }))
    const free = { ...as(owner), params: { uuid: seated.types['a']?.uuid ?? '' }, body: { price: 0 } }
    await world.call(updateTicketType, free)
    const order = await bought(seated, [2, 3])
    const [ticket, second] = (await showOrder(world, order)).tickets
    if (!ticket || !second) throw new Error('two tickets were bought')
    const { phone } = await acceptedBy(world, { order, ticket }, undefined, 'en')
    return { seated, order, ticket, second, phone }
  }

  it('that another map names anew is reported to its holder, with the link of this ticket', async () => {
    const { seated, ticket, phone } = await given()
    const rows = [row({ label: 'ת׳' }), row({ id: 'r2', label: 'ב׳', rank: 2 })]
    await publishEdition(world, owner, seated.map, hall({ rows }))
    await world.call(changeSeating, { ...as(owner), params: { uuid: seated.event.uuid }, body: { edition: 2 } })
    const [message, ...more] = await messagesTo(phone)
    expect(more).toEqual([])
    expect(message).toMatchObject({ lang: 'en', order_id: null })
    const link = /https?:\S+/.exec(message?.text ?? '')?.[0] ?? ''
    const shown = await byOwnLink(world, { ticket }, link)
    expect(shown.body.data.ticket.seat).toMatchObject({ row: 'ת׳' })
  })

  it('that another map names anew is reported once to a holder who bought such seats, as a buyer', async () => {
    const { seated, phone } = await given()
    const own = await bought(seated, [4, 5], phone)
    const rows = [row({ label: 'ת׳' }), row({ id: 'r2', label: 'ב׳', rank: 2 })]
    await publishEdition(world, owner, seated.map, hall({ rows }))
    await world.call(changeSeating, { ...as(owner), params: { uuid: seated.event.uuid }, body: { edition: 2 } })
    expect((await messagesTo(phone)).map(({ order_id }) => order_id)).toEqual([own.uuid])
  })

  it('is reported to its holder when the producer moves this ticket, and not when another of the order is moved', async () => {
    const { seated, order, ticket, second, phone } = await given()
    const move = (ticket_uuid: string, seat: number) => {
      const moves = [{ ticket_uuid, seat_uuid: seatUuid(seated.seating.seating, seat) }]
      return world.call(reseatOrder, { ...as(owner), params: { uuid: order.uuid }, body: { moves } })
    }
    expect((await move(second.uuid, 5)).status).toBe(200)
    expect(await messagesTo(phone)).toEqual([])
    expect((await move(ticket.uuid, 6)).status).toBe(200)
    expect(await messagesTo(phone)).toHaveLength(1)
  })
})
