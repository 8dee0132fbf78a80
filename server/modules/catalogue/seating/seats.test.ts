import { listEventSeats, showSeatBoard, showSeating, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { type SeatsState, showSeats } from '@kartis/contract/public-seats.ts'
import { showTicketType } from '@kartis/contract/tickets.ts'
import { SEAT_STANDINGS, standingOf } from '@kartis/domain/seats.ts'
import { fromBase64 } from '@kartis/seat-map/model/board.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { markSeats, seatedEvent, type SeatedEvent } from '../../../testing/seating.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { STANDING } from './seats-queries.ts'

const ROWS = hall({
  rows: [
    row({ except: { 2: { is: ['wheelchair'] }, 3: { is: ['companion'], of: 'r1.2' } } }),
    row({ id: 'r2', label: 'ב׳', rank: 2, at: [275, 390], count: 8, category: 'b' }),
  ],
})

let world: World
let owner: Producer
let seated: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const uuidOf = ({ seating }: SeatedEvent, seat: number): string => seatUuid(seating.seating, seat)
const update = (of: SeatedEvent, seats: readonly number[], sale: object, who = owner) =>
  world.call(updateEventSeats, {
    ...as(who),
    params: { uuid: of.event.uuid },
    body: { seat_uuids: seats.map((seat) => uuidOf(of, seat)), ...sale },
  })
const list = async (of: SeatedEvent, query: object = {}, who: object = as(owner)) =>
  (await world.call(listEventSeats, { ...who, params: { uuid: of.event.uuid }, query: query as never })).body

/** The state that buyers get. */
const state = async ({ event }: SeatedEvent, since?: number): Promise<SeatsState> => {
  const { body } = await world.call(showSeats, { params: { uuid: event.slug }, query: { since } as never })
  return (body as { data: SeatsState }).data
}
const freeIn = ({ bits = '' }: SeatsState): number[] => {
  const bytes = fromBase64(bits)
  return Array.from({ length: bytes.length * 8 }, (_, seat) => seat).filter(
    (seat) => (((bytes[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 1,
  )
}

describe('the seats of an event for its producer', () => {
  beforeAll(async () => {
    seated = await seatedEvent(world, owner, ROWS)
  })

  it('are closed, given to a channel and noted, all of them or none', async () => {
    const done = await update(seated, [0, 1], { for_sale: false, note: 'מצלמה' })
    expect(done.body.data).toMatchObject({ changed: 2 })
    await update(seated, [4], { channel: 'house' })
    await update(seated, [5], { channel: 'box_office' })
    const { data, meta } = await list(seated)
    expect(meta).toMatchObject({ total: 18, per_page: 20 })
    expect(data.slice(0, 6).map(({ standing }) => standing)).toEqual([
      'blocked',
      'blocked',
      'free',
      'free',
      'house',
      'box_office',
    ])
    expect(data[0]).toMatchObject({ section: 'אולם', row: 'א׳', number: '10', note: 'מצלמה', for_sale: false })
    expect(data[1]?.flags).toEqual(['wheelchair'])
    const foreign = seatUuid(world.platform.newId(), 3)
    const refused = await world.call(updateEventSeats, {
      ...as(owner),
      params: { uuid: seated.event.uuid },
      body: { seat_uuids: [uuidOf(seated, 7), foreign], for_sale: false },
    })
    expect(refused.error?.detail).toEqual({ 'seat_uuids.1': ['unknown_option'] })
    expect((await list(seated, { filter: { standing: 'blocked' } })).meta.total).toBe(2)
  })

  it('that are closed are not offered: the ticket type counts those for sale', async () => {
    const type = seated.types['a']?.uuid ?? ''
    const offered = async () =>
      (await world.call(showTicketType, { ...as(owner), params: { uuid: type } })).body.data.sum_total_available
    expect(await offered()).toBe(8)
    await update(seated, [0, 1], { for_sale: true })
    expect(await offered()).toBe(10)
  })

  it('that are held or sold are left as they are, each is named; a note is taken', async () => {
    await markSeats(world, seated, [8], { state: 1 })
    await markSeats(world, seated, [9], { state: 2 })
    const refused = await update(seated, [7, 8, 9], { channel: 'house' })
    expect(refused.error).toMatchObject({
      code: 'seats_in_use',
      detail: {
        seats: [
          { seat_uuid: uuidOf(seated, 8), section: 'אולם', row: 'א׳', number: '2', state: 'held' },
          { seat_uuid: uuidOf(seated, 9), row: 'א׳', number: '1', state: 'sold' },
        ],
      },
    })
    expect((await list(seated, { filter: { standing: 'house' } })).meta.total).toBe(1)
    expect((await update(seated, [9], { note: 'אורחת הכבוד' })).status).toBe(200)
    const counts = (await world.call(showSeating, { ...as(owner), params: { uuid: seated.event.uuid } })).body.data
    expect(counts).toMatchObject({
      has_sales: true,
      counts: { held: 1, sold: 1, ['house']: 1, box_office: 1, free: 14 },
    })
  })

  it('are found by state, row, category and uuid', async () => {
    const of = async (filter: object) => (await list(seated, { filter })).data.map((seat) => seat.number_in_board)
    expect(await of({ standing: 'sold' })).toEqual([9])
    expect(await of({ row: 'ב׳' })).toHaveLength(8)
    expect(await of({ category: 'b', standing: 'free' })).toHaveLength(8)
    expect(await of({ seat_uuid: uuidOf(seated, 6) })).toEqual([6])
    expect(await of({ seat_uuid: world.platform.newId() })).toEqual([])
  })

  it('come as one text for drawing, with the same standings as in the list', async () => {
    const at = { ...as(owner), params: { uuid: seated.event.uuid } }
    const { board, standings, seating } = (await world.call(showSeatBoard, at)).body.data
    expect([standings, seating]).toEqual([[...SEAT_STANDINGS], seated.seating.seating])
    const bytes = fromBase64(board)
    const seats = (await list(seated, { per_page: 100 })).data
    expect(bytes).toHaveLength(18)
    for (const seat of seats) expect(standings[bytes[seat.number_in_board] ?? 255]).toBe(seat.standing)
  })

  it('have every standing that the domain gives a state, a channel and a sale', async () => {
    const { rows: combinations } = await sql<{ state: number; channel: number; for_sale: boolean; standing: number }>`
      select s.*, ${STANDING} as standing
      from (select a as state, b as channel, c as for_sale from generate_series(0, 2) a, generate_series(0, 3) b,
            (values (true), (false)) as v (c)) s`.execute(world.db)
    for (const seat of combinations)
      expect(SEAT_STANDINGS[seat.standing]).toBe(
        standingOf({ state: seat.state, channel: seat.channel, forSale: seat.for_sale }),
      )
  })

  it('are hidden from strangers, and their orders from those who see no orders', async () => {
    const stranger = await producer(world)
    const items = [
      {
        events_ticket_uuid: seated.types['b']?.uuid ?? '',
        quantity: 2,
        seat_uuids: [10, 11].map((n) => uuidOf(seated, n)),
      },
    ]
    const order = (await world.call(reserve, { body: { event_uuid: seated.event.uuid, items } })).body.data
    const before = await list(seated, { per_page: 100 })
    expect((await update(seated, [7], { for_sale: false }, stranger)).status).toBe(404)
    const params = { uuid: seated.event.uuid }
    expect((await world.call(listEventSeats, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(showSeatBoard, { ...as(stranger), params })).status).toBe(404)
    const scanner = await joinAs(world, owner, 'scanner')
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    // The owner sees whose each seat is; a scanner sees the same seats and no order, in every list.
    const [own, scanned] = await Promise.all(
      [as(owner), asScanner].map((who) => list(seated, { filter: { standing: 'held' } }, who)),
    )
    expect(own?.data.map((seat) => seat.order?.uuid)).toEqual(expect.arrayContaining([order.uuid, order.uuid]))
    expect(scanned?.data).toEqual(own?.data.map((seat) => ({ ...seat, order: null })))
    expect(JSON.stringify(await list(seated, { per_page: 100 }, asScanner))).not.toContain(order.uuid)
    const refused = await world.call(updateEventSeats, {
      ...asScanner,
      params,
      body: { seat_uuids: [uuidOf(seated, 7)], for_sale: false },
    })
    expect(refused.error?.code).toBe('forbidden')
    expect(await list(seated, { per_page: 100 })).toEqual(before)
  })
})

describe('the state of the seats for buyers', () => {
  it('says which are free and nothing more: held, sold, closed and allotted seats look the same', async () => {
    const own = await seatedEvent(world, owner, ROWS)
    const before = await state(own)
    expect(freeIn(before)).toEqual(Array.from({ length: 18 }, (_, seat) => seat))
    expect(before.hash).toBe(own.seating.hash)
    await markSeats(world, own, [3], { state: 1 })
    await markSeats(world, own, [4], { state: 2 })
    await update(own, [5], { for_sale: false })
    await update(own, [6], { channel: 'house' })
    const after = await state(own, before.rev)
    expect(freeIn(after)).toEqual([0, 1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    expect(after.rev).toBeGreaterThan(before.rev)
    expect(Object.keys(after).sort()).toEqual(['bits', 'hash', 'next_ms', 'rev'])
    // In words too: of each there is what is printed on it, and that it is not free.
    const path = `/api/v1/public/events/${own.event.slug}/seats?list=1&per_page=100`
    const { data } = (await world.http('GET', path)).body as { data: Record<string, unknown>[] }
    const unlike = [3, 4, 5, 6].map((seat) => {
      const { seat_uuid, number, ...others } = data[seat] ?? {}
      return [seat_uuid === uuidOf(own, seat), typeof number, others]
    })
    const alike = { section: 'אולם', row: 'א׳', category: 'a', flags: [], free: false }
    expect(unlike).toEqual(unlike.map(() => [true, 'string', alike]))
    await markSeats(world, own, [3, 4], { state: 0 })
    expect(freeIn(await state(own))).toContain(3)
    const brief = (await world.call(showPublicEvent, { params: { uuid: own.event.uuid } })).body.data.seat_map
    expect(brief?.rev).toBe((await state(own)).rev)
  })

  it('is answered with 304 while nothing changes, and cached by a CDN for a second', async () => {
    const { event } = await seatedEvent(world, owner, ROWS)
    const path = `/api/v1/public/events/${event.uuid}/seats`
    const first = await world.http('GET', path)
    expect(first.headers['cache-control']).toContain('s-maxage=1')
    const headers = { 'if-none-match': String(first.headers['etag']) }
    expect((await world.http('GET', path, undefined, { headers })).status).toBe(304)
  })

  it('is a page of seats in words for lists and programs, of a section by its name or key', async () => {
    const own = await seatedEvent(world, owner, ROWS)
    await markSeats(world, own, [0], { state: 2 })
    const page = async (query: string) =>
      (await world.http('GET', `/api/v1/public/events/${own.event.slug}/seats?${query}`)).body as {
        data: { seat_uuid: string }[]
        meta: { total: number }
      }
    const { data, meta } = await page('list=1&per_page=2')
    expect(meta).toMatchObject({ total: 18, last_page: 9 })
    expect(data).toEqual([
      { seat_uuid: uuidOf(own, 0), section: 'אולם', row: 'א׳', number: '10', category: 'a', flags: [], free: false },
      expect.objectContaining({ number: '9', flags: ['wheelchair'], free: true }),
    ])
    expect((await page('list=1&section=s')).meta.total).toBe(18)
    expect((await page(`list=1&section=${encodeURIComponent('אולם')}`)).meta.total).toBe(18)
    expect((await page('list=1&section=nowhere')).meta.total).toBe(0)
  })

  it('of an event that is unknown, a draft or without seats is not found', async () => {
    const own = await seatedEvent(world, owner, ROWS)
    await sql`update events set status = 'draft' where id = ${own.event.uuid}`.execute(world.db)
    for (const key of [own.event.uuid, 'nowhere', world.platform.newId()])
      for (const query of ['', '?list=1'])
        expect((await world.http('GET', `/api/v1/public/events/${key}/seats${query}`)).status).toBe(404)
  })
})
