import { performance } from 'node:perf_hooks'
import { changeSeating, listEventSeats, putSeating, showSeating } from '@kartis/contract/event-seating.ts'
import { showSeats } from '@kartis/contract/public-seats.ts'
import { showTicketType } from '@kartis/contract/tickets.ts'
import type { MapDocument, Row } from '@kartis/seat-map/model/document.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { hall, row, section } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, ticketTypeOf } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { publishedMap } from '../../../testing/seat-maps.ts'
import { markSeats, publishEdition, seatedEvent, type SeatedEvent } from '../../../testing/seating.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const second = (change: Partial<Row> = {}): Row =>
  row({ id: 'r2', label: 'ב׳', rank: 2, at: [275, 390], count: 8, category: 'b', ...change })
const FIRST = hall({ rows: [row(), second()] })

/** Thirty rows of forty places, whose labels begin so. */
const largeRows = (start: string): Row[] =>
  Array.from({ length: 30 }, (_, index) =>
    row({ id: `x${index}`, label: `${start}${index}`, rank: index, at: [200, 300 + index * 90], count: 40 }),
  )

const change = (of: Pick<SeatedEvent, 'event'>, edition: number, dry_run = false, who = owner) =>
  world.call(changeSeating, { ...as(who), params: { uuid: of.event.uuid }, body: { edition, dry_run } })
const show = async ({ event }: Pick<SeatedEvent, 'event'>) =>
  (await world.call(showSeating, { ...as(owner), params: { uuid: event.uuid } })).body.data
const seats = async ({ event }: Pick<SeatedEvent, 'event'>) =>
  (await world.call(listEventSeats, { ...as(owner), params: { uuid: event.uuid }, query: { per_page: 100 } })).body.data

/** An event on the first edition, and another one of its map. */
const withEdition = async (document: MapDocument): Promise<SeatedEvent> => {
  const seated = await seatedEvent(world, owner, FIRST)
  expect(await publishEdition(world, owner, seated.map, document)).toBe(2)
  return seated
}

describe('a change to another edition', () => {
  it('as a dry run says of every place what would happen, and changes nothing', async () => {
    const seated = await withEdition(
      hall({
        rows: [
          row({ count: 11, keys: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], at: [200, 300] }),
          second({ label: 'ג׳', category: 'a', count: 7 }),
        ],
      }),
    )
    const { data } = (await change(seated, 2, true)).body
    expect(data).toMatchObject({
      dry_run: true,
      is_applicable: true,
      counts: { moved: 10, added: 1, relabelled: 17, recategorised: 7, removed: 1, refused: 0 },
      relabelled_sold: 0,
    })
    expect(data.places).toHaveLength(data.places_total)
    expect(data.places.find(({ place }) => place === 'r2.1')).toMatchObject({
      seat_uuid: seatUuid(seated.seating.seating, 10),
      changes: ['relabelled', 'recategorised'],
      before: { row: 'ב׳' },
      after: { row: 'ג׳' },
    })
    expect(await show(seated)).toMatchObject({ edition: 1, hash: seated.seating.hash, counts: { total: 18 } })
  })

  it('names every place of a large hall, a thousand at a time, and each of them once', async () => {
    const seated = await seatedEvent(world, owner, hall({ rows: largeRows('א') }))
    await markSeats(world, seated, [0], { state: 2 })
    const rows = largeRows('ב').map((each, index) => (index === 0 ? { ...each, count: 39 } : each))
    const firstRow = rows[0]
    const keys = Array.from({ length: 39 }, (_, place) => place + 2)
    expect(
      await publishEdition(
        world,
        owner,
        seated.map,
        hall({ rows: firstRow ? [{ ...firstRow, keys }, ...rows.slice(1)] : [] }),
      ),
    ).toBe(2)
    const named: string[] = []
    const params = { uuid: seated.event.uuid }
    for (let total = 1; named.length < total;) {
      const body = { edition: 2, dry_run: true, places_from: named.length }
      const { data } = (await world.call(changeSeating, { ...as(owner), params, body })).body
      if (named.length === 0) expect(data.places[0]).toMatchObject({ refusal: 'removed' })
      named.push(...data.places.map(({ place }) => place))
      total = data.places_total
    }
    expect(named).toHaveLength(1200)
    expect(new Set(named).size).toBe(1200)
  })

  it('keeps numbers and uuids of places; new ones come after them and are not for sale until they are released', async () => {
    const seated = await withEdition(hall({ rows: [row({ count: 11 }), second({ count: 7 })] }))
    await markSeats(world, seated, [0], { state: 1 })
    expect((await change(seated, 2)).body.data).toMatchObject({ dry_run: false, counts: { added: 1, removed: 1 } })
    const after = await seats(seated)
    expect(after.map(({ number_in_board: n }) => n)).toEqual([...Array.from({ length: 17 }, (_, n) => n), 18])
    expect(after.at(-1)).toMatchObject({ row: 'א׳', number: '1', standing: 'blocked' })
    expect(after[0]).toMatchObject({ number: '11', standing: 'held', seat_uuid: seatUuid(seated.seating.seating, 0) })
    const seating = await show(seated)
    expect(seating).toMatchObject({ edition: 2, seating: seated.seating.seating, counts: { total: 18, blocked: 1 } })
    expect(seating.hash).not.toBe(seated.seating.hash)
    const offered = async (key: string) =>
      (await world.call(showTicketType, { ...as(owner), params: { uuid: seated.types[key]?.uuid ?? '' } })).body.data
    expect([(await offered('a')).sum_total_available, (await offered('b')).sum_total_available]).toEqual([10, 7])
  })

  it('gives a place that comes back its number, and no other place ever', async () => {
    const seated = await withEdition(hall({ rows: [row(), second({ count: 7 })] }))
    await change(seated, 2)
    await publishEdition(world, owner, seated.map, hall({ rows: [row({ count: 11 }), second({ count: 7 })] }))
    await change(seated, 3)
    await publishEdition(world, owner, seated.map, hall({ rows: [row({ count: 11 }), second()] }))
    await change(seated, 4)
    const numbers = (await seats(seated)).map(({ row: label, number_in_board: n }) => `${label} ${n}`)
    expect(numbers).toContain('א׳ 18')
    expect(numbers).toContain('ב׳ 17')
    expect(new Set(numbers).size).toBe(19)
  })

  it('is refused as a whole with each held or sold place that would vanish', async () => {
    const seated = await withEdition(hall({ rows: [row({ count: 7, label: 'ת׳' })] }))
    await markSeats(world, seated, [9], { state: 1 })
    await markSeats(world, seated, [10, 11], { state: 2 })
    const dry = (await change(seated, 2, true)).body.data
    expect(dry).toMatchObject({ is_applicable: false, counts: { refused: 3 } })
    expect(dry.places.slice(0, 3).map(({ refusal, state }) => [refusal, state])).toEqual([
      ['removed', 'held'],
      ['removed', 'sold'],
      ['removed', 'sold'],
    ])
    const refused = await change(seated, 2)
    expect(refused.error).toMatchObject({
      code: 'seats_in_use',
      detail: {
        places: [{ place: 'r1.10', before: { row: 'א׳', number: '1' } }, { place: 'r2.1' }, { place: 'r2.2' }],
      },
    })
    expect(await show(seated)).toMatchObject({ edition: 1, hash: seated.seating.hash })
    expect((await seats(seated))[0]?.row).toBe('א׳')
  })

  it('is refused where a standing area would hold fewer than it has sold', async () => {
    const withArea = (capacity: number): MapDocument =>
      hall({
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
            capacity,
            category: 'b',
          },
        ],
      })
    const seated = await seatedEvent(world, owner, withArea(300))
    await sql`update stock set sold = 50 where ticket_type_id = ${seated.types['b']?.uuid}`.execute(world.db)
    await publishEdition(world, owner, seated.map, withArea(40))
    expect((await change(seated, 2)).error?.detail['places']).toMatchObject([
      { kind: 'area', place: 'z', refusal: 'capacity_below_sold' },
    ])
    await publishEdition(world, owner, seated.map, withArea(60))
    expect((await change(seated, 3)).status).toBe(200)
    const type = await world.call(showTicketType, { ...as(owner), params: { uuid: seated.types['b']?.uuid ?? '' } })
    expect(type.body.data).toMatchObject({ sum_total_available: 60, left: 10 })
  })

  it('leaves sold seats their ticket type when their category changes', async () => {
    const seated = await withEdition(hall({ rows: [row(), second({ category: 'a' })] }))
    await sql`update stock set sold = 2 where ticket_type_id = ${seated.types['b']?.uuid}`.execute(world.db)
    await markSeats(world, seated, [10, 11], { state: 2 })
    expect((await change(seated, 2)).status).toBe(200)
    expect((await seats(seated))[10]).toMatchObject({
      category: 'a',
      standing: 'sold',
      events_ticket_uuid: seated.types['b']?.uuid,
    })
  })

  it('loads the new map into pages that are open: their state names another hash', async () => {
    const seated = await withEdition(hall({ rows: [row(), second({ count: 7 })] }))
    const hashNow = async () => {
      const { body } = await world.call(showSeats, { params: { uuid: seated.event.uuid } })
      return (body as { data: { hash: string } }).data.hash
    }
    expect(await hashNow()).toBe(seated.seating.hash)
    await change(seated, 2)
    expect(await hashNow()).toBe((await show(seated)).hash)
  })

  it('names sections, rows and areas in the language of the reader, also those that only the edition before has', async () => {
    const area = {
      id: 'p1',
      section: 'p',
      name: 'רחבה',
      texts: { en: { name: 'Floor' } },
      outline: [],
      capacity: 40,
      category: 'b',
    }
    const ground = section({ id: 'p', name: 'רחבה', kind: 'area', rank: 1 })
    const named = (name: string, en: string) => section({ name, texts: { en: { name: en } } })
    const seated = await seatedEvent(
      world,
      owner,
      hall({ sections: [named('אולם', 'Stalls'), ground], rows: [row()], areas: [area] }),
    )
    const later = hall({ sections: [named('פרטר', 'Parterre')], rows: [row({ count: 9, category: 'a' })] })
    await publishEdition(world, owner, seated.map, later)
    const read = async (lang: 'he' | 'en') =>
      (
        await world.call(changeSeating, {
          ...as(owner),
          lang,
          params: { uuid: seated.event.uuid },
          body: { edition: 2, dry_run: true },
        })
      ).body.data.places
    const [first] = (await read('en')).filter(({ changes }) => changes.includes('relabelled'))
    expect(first).toMatchObject({ before: { section: 'Stalls' }, after: { section: 'Parterre' }, area: null })
    expect(first?.before?.row).toBe('\u200e1 (א׳)')
    const areaIn = async (lang: 'he' | 'en') => (await read(lang)).find(({ kind }) => kind === 'area')?.area
    expect(await areaIn('en')).toEqual({ before: 'Floor', after: null })
    expect(await areaIn('he')).toEqual({ before: 'רחבה', after: null })
    const [stored] = (await read('he')).filter(({ changes }) => changes.includes('relabelled'))
    expect(stored).toMatchObject({ before: { section: 'אולם', row: 'א׳' }, after: { section: 'פרטר' } })
  })

  it('is for managers of the account; an unknown edition is named', async () => {
    const seated = await withEdition(FIRST)
    expect((await change(seated, 9)).error?.detail).toEqual({ edition: ['unknown_option'] })
    expect((await change(seated, 2, true, await producer(world))).status).toBe(404)
    const sales = await joinAs(world, owner, 'sales')
    const asSales = { token: sales.token, account: owner.account.uuid, params: { uuid: seated.event.uuid } }
    const refused = await world.call(changeSeating, { ...asSales, body: { edition: 2, dry_run: true } })
    expect(refused.error?.code).toBe('forbidden')
  })
})

/** The longest time in milliseconds for which this thread does nothing else while `act` runs. */
const longestWait = async (act: () => Promise<void>): Promise<number> => {
  let [last, longest] = [performance.now(), 0]
  const look = (): void => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  await act()
  clearInterval(timer)
  look()
  return longest
}

/** 60,000 places in 300 rows of three sections. */
const stadiumOf = (label: string): MapDocument =>
  hall({
    size: [20_000, 40_000],
    rows: Array.from({ length: 300 }, (_, index) =>
      row({ id: `q${index}`, label: `${label}${index + 1}`, rank: index, at: [0, 300 + index * 100], count: 200 }),
    ),
    categories: [{ id: 'a', name: 'זהב', color: '#aa8800', rank: 0 }],
  })

describe('an event of 60,000 places', () => {
  it('learns what a new edition means without others waiting for it', async () => {
    const { uuid: map } = await publishedMap(world, owner, stadiumOf('א'))
    const event = await draftEvent(world, owner, { kind: 'seats' })
    const type = await ticketTypeOf(world, owner, event, { sum_total_available: 100_000 })
    const prices = [{ category: 'a', events_ticket_uuid: type.uuid }]
    const at = { ...as(owner), params: { uuid: event.uuid } }
    const taken = await world.call(putSeating, { ...at, body: { venues_map_uuid: map, prices } })
    expect(taken.body.data.counts.total).toBe(60_000)
    await publishEdition(world, owner, map, stadiumOf('ב'))
    const started = performance.now()
    const wait = await longestWait(async () => {
      const { data } = (await change({ event }, 2, true)).body
      expect(data).toMatchObject({ is_applicable: true, counts: { relabelled: 60_000 }, places_total: 60_000 })
      expect(data.places).toHaveLength(1000)
    })
    const took = performance.now() - started
    // Compiling both maps and comparing them is most of the time: done here, it would be one wait.
    expect(wait).toBeLessThan(took / 2)
  })
})
