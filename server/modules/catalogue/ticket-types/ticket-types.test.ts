import {
  createTicketType,
  deleteTicketType,
  listTicketTypes,
  orderTicketTypes,
  showTicketType,
  ticketStatusCases,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { reserved } from '../../../testing/orders.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let stranger: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  stranger = await producer(world)
})
afterAll(() => world.close())

const change = (uuid: string, body: object, who = owner) =>
  world.call(updateTicketType, { ...as(who), params: { uuid }, body })
const remove = (uuid: string, who = owner) => world.call(deleteTicketType, { ...as(who), params: { uuid } })

describe('ticket types', () => {
  it('have a name, information, a type, a price, a limit and a number of tickets', async () => {
    const event = await draftEvent(world, owner)
    const body = {
      event_uuid: event.uuid,
      name: 'יציע',
      info: 'עמידה בלבד',
      type: 'producer' as const,
      price: 149.9,
      purchase_limit: 4,
      sum_total_available: 30,
    }
    const made = await world.call(createTicketType, { ...as(owner), body })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ ...body, sold: 0, held: 0, left: 30, sale_state: 'not_for_sale' })
  })

  it('are refused without a name, with negative numbers or with fractions of an agora', async () => {
    const event = await draftEvent(world, owner)
    const wrong = (fields: object) =>
      world.http(
        'POST',
        '/api/v1/producer/events_tickets',
        { event_uuid: event.uuid, name: 'יציע', price: 10, sum_total_available: 5, ...fields },
        as(owner),
      )
    expect((await wrong({ name: ' ' })).error?.detail).toEqual({ name: ['required'] })
    for (const fields of [{ price: -1 }, { price: 1.005 }, { sum_total_available: -1 }, { purchase_limit: 0 }])
      expect((await wrong(fields)).status, JSON.stringify(fields)).toBe(422)
  })

  it('offer at least one ticket at first and may go down to none', async () => {
    const event = await draftEvent(world, owner)
    const body = { event_uuid: event.uuid, name: 'יציע', price: 10, sum_total_available: 0 }
    const none = await world.call(createTicketType, { ...as(owner), body })
    expect([none.status, none.error?.detail]).toEqual([422, { sum_total_available: ['at_least_one'] }])
    const type = await ticketTypeOf(world, owner, event, { sum_total_available: 1 })
    expect((await change(type.uuid, { sum_total_available: 0 })).body.data.left).toBe(0)
  })

  it('have a name and information in English and Arabic where the producer writes them', async () => {
    const texts = { en: { name: 'Balcony', info: 'Standing only' }, ar: { name: 'شرفة', info: '' } }
    const { event, type } = await eventOnSale(world, owner, { type: { name: 'יציע', texts } })
    expect(type.texts).toEqual({ en: { name: 'Balcony', info: 'Standing only' }, ar: { name: 'شرفة' } })
    const read = async (lang: string) =>
      (await world.call(showPublicEvent, { params: { uuid: event.uuid }, lang })).body.data.events_tickets[0]
    expect(await read('en')).toMatchObject({ name: 'Balcony', info: 'Standing only' })
    expect(await read('ar')).toMatchObject({ name: 'شرفة', info: 'Standing only' })
    expect(await read('he')).toMatchObject({ name: 'יציע' })
    expect((await change(type.uuid, { price: 10 })).body.data.texts).toEqual(type.texts)
    expect((await change(type.uuid, { texts: {} })).body.data.texts).toEqual({})
    expect(await read('en')).toMatchObject({ name: 'יציע' })
  })

  it('are not changed at all when the quantity is below the held and sold tickets', async () => {
    const { event, type } = await eventOnSale(world, owner)
    await reserved(world, event.uuid, { [type.uuid]: 3 })
    const refused = await change(type.uuid, { name: 'אחר', sum_total_available: 2 })
    expect(refused.error?.code).toBe('quantity_below_sold')
    const shown = await world.call(showTicketType, { ...as(owner), params: { uuid: type.uuid } })
    expect(shown.body.data).toMatchObject({ name: type.name, sum_total_available: 100, held: 3 })
    expect((await change(type.uuid, { sum_total_available: 3 })).body.data.left).toBe(0)
  })

  it('can be deleted before the first reservation and not afterwards', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע' })
    await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await remove(type.uuid)).error?.code).toBe('ticket_type_has_sales')
    expect((await remove(other.uuid)).status).toBe(200)
    const list = await world.call(listTicketTypes, { ...as(owner), query: { filter: { event_uuid: event.uuid } } })
    expect(list.body.data.map(({ uuid }) => uuid)).toEqual([type.uuid])
  })

  it('are ordered as the producer arranges them', async () => {
    const event = await draftEvent(world, owner)
    const made = []
    for (const name of ['א', 'ב', 'ג']) made.push(await ticketTypeOf(world, owner, event, { name }))
    const uuids = made.map(({ uuid }) => uuid).toReversed()
    const ordered = await world.call(orderTicketTypes, { ...as(owner), body: { event_uuid: event.uuid, uuids } })
    expect(ordered.body.data.map(({ name }) => name)).toEqual(['ג', 'ב', 'א'])
  })

  it('are not ordered with those of another event or account, which keep their own order', async () => {
    const [event, other, theirs] = [
      await draftEvent(world, owner),
      await draftEvent(world, owner),
      await draftEvent(world, stranger),
    ]
    const own = await ticketTypeOf(world, owner, event, { name: 'שלי' })
    const placesOf = async () => world.db.selectFrom('ticket_types').select(['id', 'position']).orderBy('id').execute()
    const foreign = [
      await ticketTypeOf(world, owner, other, { name: 'אחר' }),
      await ticketTypeOf(world, stranger, theirs, { name: 'ראשון' }),
      await ticketTypeOf(world, stranger, theirs, { name: 'שני' }),
    ]
    const before = await placesOf()
    for (const { uuid } of [...foreign, { uuid: crypto.randomUUID() }]) {
      const body = { event_uuid: event.uuid, uuids: [uuid, own.uuid] }
      expect((await world.call(orderTicketTypes, { ...as(owner), body })).status).toBe(404)
    }
    expect(await placesOf()).toEqual(before)
  })

  it('are hidden from other accounts and from scanners', async () => {
    const { event, type } = await eventOnSale(world, owner)
    expect((await change(type.uuid, { price: 1 }, stranger)).status).toBe(404)
    expect((await remove(type.uuid, stranger)).status).toBe(404)
    const body = { event_uuid: event.uuid, name: 'שלי', price: 0, sum_total_available: 1 }
    expect((await world.call(createTicketType, { ...as(stranger), body })).status).toBe(404)
    const scanner = await joinAs(world, owner, 'scanner')
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    for (const answer of [
      await world.call(listTicketTypes, asScanner),
      await world.call(createTicketType, { ...asScanner, body }),
      await world.call(updateTicketType, { ...asScanner, params: { uuid: type.uuid }, body: { price: 1 } }),
    ])
      expect(answer.error?.code).toBe('forbidden')
  })
})

it('ticket states are listed with their names: valid, cancelled, pending, redeemed', async () => {
  const { data } = (await world.call(ticketStatusCases, as(owner))).body
  expect(data).toEqual([
    { value: 'valid', label: 'בתוקף' },
    { value: 'cancelled', label: 'בוטל' },
    { value: 'pending', label: 'טרם נסרק' },
    { value: 'redeemed', label: 'נסרק' },
  ])
})
