import { putSeating, showSeating } from '@kartis/contract/event-seating.ts'
import { deleteEvent, duplicateEvent, listEvents, publishEvent, showEvent } from '@kartis/contract/events.ts'
import { listPublicEvents, showAvailability, showPublicEvent } from '@kartis/contract/public-events.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import { listTicketTypes, showTicketType, updateTicketType } from '@kartis/contract/tickets.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import { hall, row, section } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, ticketTypeOf } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { publishedMap } from '../../../testing/seat-maps.ts'
import { markSeats, publishEdition, seatedEvent } from '../../../testing/seating.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Ten places of category a, eight of category b. */
const TWO_ROWS = hall({
  rows: [row(), row({ id: 'r2', label: 'ב׳', rank: 2, at: [275, 390], count: 8, category: 'b' })],
})
const AREA = hall({
  rows: [row()],
  sections: [section(), section({ id: 't', name: 'עמידה', kind: 'area', rank: 1 })],
  areas: [
    {
      id: 'z',
      section: 't',
      name: 'עמידה',
      outline: [
        [0, 500],
        [900, 500],
        [900, 900],
      ],
      capacity: 300,
      category: 'b',
    },
  ],
})

const put = (uuid: string, body: object, who = owner) =>
  world.call(putSeating, { ...as(who), params: { uuid }, body: body as never })
const show = async (uuid: string) => (await world.call(showSeating, { ...as(owner), params: { uuid } })).body.data
const typeNow = async (uuid: string) => (await world.call(showTicketType, { ...as(owner), params: { uuid } })).body.data

/** A draft with one ticket type, and a published map. */
const prepared = async (document = TWO_ROWS) => {
  const { uuid: map } = await publishedMap(world, owner, document)
  const event = await draftEvent(world, owner, { kind: 'seats' })
  const type = await ticketTypeOf(world, owner, event, { sum_total_available: 1000 })
  return { map, event, type, price: (category: string) => ({ category, events_ticket_uuid: type.uuid }) }
}

describe('the seating of an event', () => {
  it('an event of kind seats is not published before it has one, and the reply names what is missing', async () => {
    const { event, map, price } = await prepared()
    const publish = () => world.call(publishEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect(event.missing).toEqual(['seating'])
    expect((await publish()).error).toMatchObject({ code: 'event_not_ready', detail: { missing: ['seating'] } })
    expect((await put(event.uuid, { venues_map_uuid: map, prices: [price('a')] })).status).toBe(200)
    expect((await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data.missing).toEqual([])
    expect((await publish()).status).toBe(200)
  })

  it('is a snapshot of the newest edition with counts by category and the sum if everything sells', async () => {
    const { event, map, type, price } = await prepared()
    const dear = await ticketTypeOf(world, owner, event, { name: 'זהב', price: 300 })
    const taken = (
      await put(event.uuid, {
        venues_map_uuid: map,
        prices: [price('a'), { category: 'a', events_ticket_uuid: dear.uuid }, price('b')],
      })
    ).body.data
    expect(taken).toMatchObject({
      venues_map_uuid: map,
      edition: 1,
      newest_edition: 1,
      rules: { orphans: 'gentle', pick: 'both' },
      counts: { total: 18, free: 18, sold: 0 },
      has_sales: false,
      unpriced: [],
      sum_if_all_sells: 10 * 300 + 8 * 149,
    })
    expect(taken.categories.map(({ key, name, counts, sum }) => [key, name, counts.free, sum])).toEqual([
      ['a', 'זהב', 10, 3000],
      ['b', 'כסף', 8, 1192],
    ])
    expect(taken.categories[0]?.events_ticket_uuids.toSorted()).toEqual([type.uuid, dear.uuid].toSorted())
    await publishEdition(world, owner, map, hall({ rows: [row({ count: 9 })] }))
    expect(await show(event.uuid)).toMatchObject({ edition: 1, newest_edition: 2, counts: { total: 18 } })
  })

  it('a ticket type offers no more than its seats, and nothing without a category', async () => {
    const { event, map, type, price } = await prepared()
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a'), price('b')] })
    expect((await typeNow(type.uuid)).sum_total_available).toBe(18)
    await put(event.uuid, { venues_map_uuid: map, prices: [price('b')] })
    expect((await typeNow(type.uuid)).sum_total_available).toBe(8)
    const change = (sum_total_available: number) =>
      world.call(updateTicketType, { ...as(owner), params: { uuid: type.uuid }, body: { sum_total_available } })
    expect((await change(5)).body.data.sum_total_available).toBe(5)
    expect((await change(50)).body.data.sum_total_available).toBe(8)
    await put(event.uuid, { venues_map_uuid: map, prices: [] })
    expect((await typeNow(type.uuid)).sum_total_available).toBe(0)
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a'), price('b')] })
    expect((await typeNow(type.uuid)).sum_total_available).toBe(18)
  })

  it('a standing area is stock of one ticket type: its capacity bounds it, and a second type is refused', async () => {
    const { event, map, type, price } = await prepared(AREA)
    const other = await ticketTypeOf(world, owner, event, { name: 'חייל' })
    const twice = [price('b'), { category: 'b', events_ticket_uuid: other.uuid }]
    expect((await put(event.uuid, { venues_map_uuid: map, prices: twice })).error?.detail).toEqual({
      'prices.1.category': ['duplicate'],
    })
    expect((await put(event.uuid, { venues_map_uuid: map, prices: [price('a'), price('b')] })).error?.detail).toEqual({
      'prices.1.events_ticket_uuid': ['seat_of_other_type'],
    })
    const taken = (await put(event.uuid, { venues_map_uuid: map, prices: [price('b')] })).body.data
    expect(taken.categories[1]).toMatchObject({ kind: 'area', counts: { total: 300, free: 300 } })
    expect(taken.unpriced).toEqual(['a'])
    expect((await typeNow(type.uuid)).sum_total_available).toBe(300)
  })

  it('names every wrong price: an unknown category, a type of another event, the same pair twice', async () => {
    const { event, map, price } = await prepared()
    const { type: foreign } = await prepared()
    const prices = [price('a'), price('x'), { category: 'b', events_ticket_uuid: foreign.uuid }, price('a')]
    expect((await put(event.uuid, { venues_map_uuid: map, prices })).error?.detail).toEqual({
      'prices.1.category': ['unknown_option'],
      'prices.2.events_ticket_uuid': ['unknown_ticket_type'],
      'prices.3.events_ticket_uuid': ['duplicate'],
    })
  })

  it('refuses an event that is sold by ticket types, an unknown edition and a map of another account', async () => {
    const { event, map } = await prepared()
    const plain = await draftEvent(world, owner)
    expect((await put(plain.uuid, { venues_map_uuid: map, prices: [] })).error?.detail).toEqual({ kind: ['invalid'] })
    const later = { venues_map_uuid: map, edition: 7, prices: [] }
    expect((await put(event.uuid, later)).error?.detail).toEqual({ edition: ['unknown_option'] })
    const stranger = await producer(world)
    const { uuid: theirs } = await publishedMap(world, stranger, TWO_ROWS)
    expect((await put(event.uuid, { venues_map_uuid: theirs, prices: [] })).error?.detail).toEqual({
      venues_map_uuid: ['unknown_option'],
    })
  })

  it('is hidden from strangers and changed by managers only; a scanner sees no sums', async () => {
    const { event, map, price } = await prepared()
    const body = { venues_map_uuid: map, prices: [price('a')] }
    expect((await world.call(showSeating, { ...as(owner), params: { uuid: event.uuid } })).status).toBe(404)
    await put(event.uuid, body)
    const stranger = await producer(world)
    expect((await put(event.uuid, body, stranger)).status).toBe(404)
    expect((await world.call(showSeating, { ...as(stranger), params: { uuid: event.uuid } })).status).toBe(404)
    const scanner = await joinAs(world, owner, 'scanner')
    const asScanner = { token: scanner.token, account: owner.account.uuid, params: { uuid: event.uuid } }
    expect((await world.call(putSeating, { ...asScanner, body })).error?.code).toBe('forbidden')
    const seen = (await world.call(showSeating, asScanner)).body.data
    expect([seen.sum_if_all_sells, seen.categories[0]?.sum]).toEqual([null, null])
  })
})

describe('the seating of an event that sells', () => {
  it('keeps its map: another one is refused, prices and rules may change where nothing is held or sold', async () => {
    const seated = await seatedEvent(world, owner, TWO_ROWS)
    const { event, map, types } = seated
    await markSeats(world, seated, [3], { state: 1 })
    const { uuid: other } = await publishedMap(world, owner, TWO_ROWS)
    expect((await put(event.uuid, { venues_map_uuid: other, prices: [] })).error?.code).toBe('event_has_sales')
    const [a, b] = ['a', 'b'].map((category) => ({ category, events_ticket_uuid: types[category]?.uuid }))
    expect((await put(event.uuid, { venues_map_uuid: map, prices: [b] })).error).toMatchObject({
      code: 'ticket_type_has_sales',
      detail: { prices: [a] },
    })
    const answer = await put(event.uuid, { venues_map_uuid: map, prices: [a], rules: { orphans: 'off' } })
    expect(answer.body.data).toMatchObject({ rules: { orphans: 'off', pick: 'both' }, prices: [a], has_sales: true })
    expect(answer.body.data.seating).toBe(seated.seating.seating)
    await publishEdition(world, owner, map, hall({ rows: [row()] }))
    expect((await put(event.uuid, { venues_map_uuid: map, edition: 2, prices: [a] })).error?.code).toBe(
      'event_has_sales',
    )
    expect((await put(event.uuid, { venues_map_uuid: map, prices: [a, b] })).body.data.edition).toBe(1)
  })

  it('of two producers who take different maps at once both are answered, and the seats are those of one', async () => {
    const { event, price } = await prepared()
    const maps = await Promise.all([
      publishedMap(world, owner, TWO_ROWS),
      publishedMap(world, owner, hall({ rows: [row({ count: 5 })] })),
    ])
    await Promise.all(maps.map(({ uuid }) => put(event.uuid, { venues_map_uuid: uuid, prices: [price('a')] })))
    const { venues_map_uuid: won, counts } = await show(event.uuid)
    expect(counts.total).toBe(won === maps[0].uuid ? 18 : 5)
  })
})

describe('a ticket type without a category', () => {
  it('offers nothing as long as the event has a map, and its quantity is kept', async () => {
    const { map, event, type, price } = await prepared()
    expect(await typeNow(type.uuid)).toMatchObject({ sum_total_available: 1000 })
    const parking = await ticketTypeOf(world, owner, event, { name: 'חניה', sum_total_available: 40 })
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a')] })
    const later = await ticketTypeOf(world, owner, event, { name: 'סטודנטים', sum_total_available: 30 })
    for (const { uuid } of [parking, later]) expect((await typeNow(uuid)).sum_total_available).toBe(0)
    // A form sends what it shows: that is no change.
    const body = { name: 'סטודנטיות וסטודנטים', sum_total_available: 0 }
    await world.call(updateTicketType, { ...as(owner), params: { uuid: later.uuid }, body })
    const student = { category: 'b', events_ticket_uuid: later.uuid }
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a'), student] })
    expect((await typeNow(later.uuid)).sum_total_available).toBe(8)
  })

  it('is copied with its quantity', async () => {
    const { map, event, price } = await prepared()
    await ticketTypeOf(world, owner, event, { name: 'חניה', sum_total_available: 3 })
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a')] })
    const copy = (await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data
    const types = (await world.call(listTicketTypes, { ...as(owner), query: { filter: { event_uuid: copy.uuid } } }))
      .body
    const parking = types.data.find(({ name }) => name === 'חניה')
    expect(parking?.sum_total_available).toBe(0)
    const own = { category: 'b', events_ticket_uuid: parking?.uuid }
    await put(copy.uuid, { venues_map_uuid: map, prices: [own] })
    expect((await typeNow(parking?.uuid ?? '')).sum_total_available).toBe(3)
  })
})

describe('an event whose free seats are gone', () => {
  it('is sold out in every list as on its page, however many its counters leave', async () => {
    const seated = await seatedEvent(world, owner, TWO_ROWS)
    const { uuid } = seated.event
    // Adults and students share ten seats; the counters of each leave some.
    const student = await ticketTypeOf(world, owner, seated.event, { sum_total_available: 10 })
    const prices = [
      { category: 'a', events_ticket_uuid: seated.types['a']?.uuid },
      { category: 'a', events_ticket_uuid: student.uuid },
    ]
    await put(uuid, { venues_map_uuid: seated.map, prices })
    const phases = async () => {
      const [publicList, ownList, own, page, polled] = await Promise.all([
        world.call(listPublicEvents, { query: { per_page: 100 } }),
        world.call(listEvents, { ...as(owner), query: { per_page: 100 } }),
        world.call(showEvent, { ...as(owner), params: { uuid } }),
        world.call(showPublicEvent, { params: { uuid } }),
        world.call(showAvailability, { params: { uuid } }),
      ])
      return [
        publicList.body.data.find((event) => event.uuid === uuid)?.phase,
        ownList.body.data.find((event) => event.uuid === uuid)?.phase,
        own.body.data.phase,
        page.body.data.phase,
        polled.body.data.phase,
      ]
    }
    expect(new Set(await phases())).toEqual(new Set(['on_sale']))
    await markSeats(world, seated, [0, 1, 2, 3, 4, 5, 6, 7, 8], { state: 2 })
    expect(new Set(await phases())).toEqual(new Set(['on_sale']))
    await sql`update event_seats set channel = 2 where event_id = ${uuid} and seat_no = 9`.execute(world.db)
    expect(new Set(await phases())).toEqual(new Set(['sold_out']))
  })
})

describe('the copy of an event with seats', () => {
  it('has the same map, prices and blocked seats, free seats and uuids of its own', async () => {
    const seated = await seatedEvent(world, owner, TWO_ROWS)
    await markSeats(world, seated, [0, 1], { state: 2 })
    await sql`update event_seats set for_sale = false where event_id = ${seated.event.uuid} and seat_no = 5`.execute(
      world.db,
    )
    const copy = (await world.call(duplicateEvent, { ...as(owner), params: { uuid: seated.event.uuid } })).body.data
    const seating = await show(copy.uuid)
    expect(seating).toMatchObject({ edition: 1, counts: { total: 18, free: 17, blocked: 1, sold: 0 } })
    expect(seating.seating).not.toBe(seated.seating.seating)
    expect(seating.hash).not.toBe(seated.seating.hash)
    expect(seating.prices.map(({ category }) => category)).toEqual(['a', 'b'])
    expect(seating.prices[0]?.events_ticket_uuid).not.toBe(seated.types['a']?.uuid)
    const map = await world.call(showSeatMap, { params: { uuid: copy.uuid, hash: seating.hash } })
    expect(map.body.data.seating).toBe(seating.seating)
  })

  it('a deleted draft takes its seats with it', async () => {
    const { event, map, price } = await prepared()
    await put(event.uuid, { venues_map_uuid: map, prices: [price('a')] })
    expect((await world.call(deleteEvent, { ...as(owner), params: { uuid: event.uuid } })).status).toBe(200)
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from event_seats where event_id = ${event.uuid})::int
           + (select count(*) from event_seating where event_id = ${event.uuid})::int as n`.execute(world.db)
    expect(rows[0]?.n).toBe(0)
  })
})

describe('the seat map on the sale page', () => {
  it('is named by the event with rules and prices of types on sale, and loads what the model compiles', async () => {
    const { event, seating, types } = await seatedEvent(world, owner, TWO_ROWS)
    await world.call(updateTicketType, {
      ...as(owner),
      params: { uuid: types['b']?.uuid ?? '' },
      body: { type: 'producer' },
    })
    const { seat_map: brief } = (await world.call(showPublicEvent, { params: { uuid: event.slug } })).body.data
    expect(brief).toMatchObject({
      hash: seating.hash,
      rules: seating.rules,
      prices: [{ category: 'a', events_ticket_uuid: types['a']?.uuid }],
    })
    const loaded = await world.call(showSeatMap, { params: { uuid: event.slug, hash: seating.hash } })
    expect(loaded.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { map, numbers } = fromWire(loaded.body.data)
    expect([map.size, numbers.next, map.labels[0]]).toEqual([18, 18, '10'])
    expect((await world.call(showSeatMap, { params: { uuid: event.slug, hash: 'x' } })).status).toBe(404)
    const again = await world.http('GET', `/api/v1/public/events/${event.slug}/seat_map/${seating.hash}`, undefined, {
      headers: { 'if-none-match': String(loaded.headers['etag']) },
    })
    expect(again.status).toBe(304)
  })

  it('is sold out when its seats are, whatever the counters of types that share them still have', async () => {
    const [category] = hall().categories
    const document = hall({ rows: [row({ count: 4 })], categories: category ? [category] : [] })
    const seated = await seatedEvent(world, owner, document)
    const { event, map, types } = seated
    const soldier = await ticketTypeOf(world, owner, event, { name: 'חייל', price: 90, sum_total_available: 50 })
    const prices = [types['a']?.uuid, soldier.uuid].map((uuid) => ({ category: 'a', events_ticket_uuid: uuid }))
    await put(event.uuid, { venues_map_uuid: map, prices })
    const page = async () => {
      const { phase, events_tickets: offered } = (await world.call(showAvailability, { params: { uuid: event.uuid } }))
        .body.data
      expect((await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.phase).toBe(phase)
      return [phase, ...offered.map(({ max_per_order }) => max_per_order)]
    }
    await markSeats(world, seated, [0, 1, 2], { state: 2 })
    expect(await page()).toEqual(['on_sale', 1, 1])
    await markSeats(world, seated, [3], { state: 1 })
    expect(await page()).toEqual(['sold_out', 0, 0])
  })

  it('is null for an event that is sold by ticket types', async () => {
    const plain = await draftEvent(world, owner)
    await world.call(publishEvent, { ...as(owner), params: { uuid: plain.uuid } })
    expect((await world.call(showPublicEvent, { params: { uuid: plain.uuid } })).body.data.seat_map).toBeNull()
  })
})
