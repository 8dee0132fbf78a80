import {
  archiveEvent,
  createEvent,
  deleteEvent,
  duplicateEvent,
  listEvents,
  publishEvent,
  showEvent,
  unpublishEvent,
  updateEvent,
} from '@kartis/contract/events.ts'
import { showTicketType, updateTicketType } from '@kartis/contract/tickets.ts'
import { listPublicEvents, recordVisit, showAvailability, showPublicEvent } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCategory, as, draftEvent, eventOnSale, soldOutEvent, ticketTypeOf } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
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

const show = (uuid: string, query: Parameters<typeof world.call<typeof showEvent>>[1] = {}) =>
  world.call(showEvent, { ...as(owner), params: { uuid }, ...query })

const LISTS = ['categories', 'artists', 'attachments', 'forms', 'events_tickets'] as const

describe('events of a producer', () => {
  it('are created as a draft with a short link and all sent fields', async () => {
    const event = await draftEvent(world, owner, {
      artists: ['נועה שחר'],
      description: '<p>ערב <script>x</script>חדש</p>',
      settings: { age_limit: 16 },
    })
    expect(event).toMatchObject({
      status: 'draft',
      phase: 'draft',
      missing: [],
      description: '<p>ערב חדש</p>',
      artists: ['נועה שחר'],
      settings: { age_limit: 16 },
    })
    expect(event.sale_url).toMatch(/\/order\/[a-z2-9]{10}$/)
  })

  it('have every field of the specification, its lists among them', async () => {
    const event = await draftEvent(world, owner, { settings: { age_limit: 16 } })
    const shown = await show(event.uuid, { query: { with: [...LISTS, 'settings'] } })
    const { data } = shown.body
    const texts = [data.uuid, data.name, data.starts_at, data.ends_at, data.venue]
    const address = [data.address_description, data.address_street, data.address_street_number, data.address_city]
    expect([...texts, ...address].filter((text) => typeof text !== 'string')).toEqual([])
    const lists = LISTS.map((name) => data[name])
    expect(lists.map(Array.isArray)).toEqual([true, true, true, true, true])
    expect(data.settings).toMatchObject({ age_limit: 16 })
  })

  it('are refused with all wrong fields at once', async () => {
    const answer = await world.call(createEvent, {
      ...as(owner),
      body: { name: ' ', starts_at: '2026-12-10T20:00:00Z', ends_at: '2026-12-10T19:00:00Z', categories: [] },
    })
    expect(answer.status).toBe(422)
    expect(answer.error?.detail).toMatchObject({
      name: ['required'],
      ends_at: ['end_before_start'],
      categories: ['too_few_categories'],
    })
  })

  it('last a year at most and start a century ahead at most, when they are created, changed and copied', async () => {
    const centuries = { starts_at: '2026-12-10T18:00:00Z', ends_at: '2126-12-10T20:00:00Z' }
    const categories = [await aCategory(world)]
    const create = (times: object) =>
      world.call(createEvent, { ...as(owner), body: { name: 'ערב', categories, ...centuries, ...times } })
    expect((await create({})).error?.detail).toEqual({ ends_at: ['lasts_too_long'] })
    const far = { starts_at: '2150-12-10T18:00:00Z', ends_at: '2150-12-10T20:00:00Z' }
    expect((await create(far)).error?.detail).toEqual({ starts_at: ['too_far_ahead'] })
    const event = await draftEvent(world, owner)
    const params = { uuid: event.uuid }
    const changed = await world.call(updateEvent, { ...as(owner), params, body: { ends_at: centuries.ends_at } })
    expect(changed.error?.detail).toEqual({ ends_at: ['lasts_too_long'] })
    // An event from before the limit is changed otherwise, but not copied.
    await world.db.updateTable('events').set({ ends_at: centuries.ends_at }).where('id', '=', event.uuid).execute()
    expect((await world.call(updateEvent, { ...as(owner), params, body: { name: 'ערב אחר' } })).status).toBe(200)
    const copied = await world.call(duplicateEvent, { ...as(owner), params })
    expect(copied.error?.detail).toEqual({ ends_at: ['lasts_too_long'] })
  })

  it('have at most four categories', async () => {
    const event = await draftEvent(world, owner)
    const categoryId = await aCategory(world)
    const five = Array.from({ length: 5 }, (_, n) => categoryId.replace(/1$/, String(n + 1)))
    const change = (categories: string[]) =>
      world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { categories } })
    expect((await change(five)).error?.detail).toEqual({ categories: ['too_many_categories'] })
    expect((await change(five.slice(0, 4))).body.data.categories).toHaveLength(4)
    expect((await change(['018f0000-0000-7000-8000-00000000dead'])).error?.detail).toEqual({
      categories: ['unknown_option'],
    })
  })

  it('are public by slug and by id once they are published', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const byLink = await world.call(showPublicEvent, { params: { uuid: event.slug } })
    expect(byLink.body.data).toMatchObject({
      uuid: event.uuid,
      phase: 'on_sale',
      price_from: 149,
      has_free_type: false,
      events_tickets: [{ uuid: type.uuid, left: 100, sale_state: 'on_sale' }],
    })
    expect((await world.call(showPublicEvent, { params: { uuid: event.uuid } })).status).toBe(200)
    const left = await world.call(showAvailability, { params: { uuid: event.uuid } })
    expect(left.body.data.events_tickets[0]).toMatchObject({ left: 100 })
    const list = await world.call(listPublicEvents, { query: { filter: { or: { name: 'נועה' } } } })
    expect(list.body.data.map((each) => each.uuid)).toContain(event.uuid)
  })

  it('are hidden from the public when they are unpublished', async () => {
    const { event } = await eventOnSale(world, owner)
    const down = await world.call(unpublishEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect(down.body.data.status).toBe('draft')
    expect((await world.call(showPublicEvent, { params: { uuid: event.slug } })).status).toBe(404)
    expect((await world.call(unpublishEvent, { ...as(owner), params: { uuid: event.uuid } })).status).toBe(409)
  })

  it('are deleted as a draft only', async () => {
    const { event } = await eventOnSale(world, owner)
    const remove = () => world.call(deleteEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect((await remove()).error?.code).toBe('event_published')
    await world.call(unpublishEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect((await remove()).status).toBe(200)
    expect((await show(event.uuid)).status).toBe(404)
  })

  it('cannot be changed once they are archived', async () => {
    const event = await draftEvent(world, owner)
    expect((await world.call(archiveEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data.status).toBe(
      'archived',
    )
    expect(
      (await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { name: 'אחר' } })).status,
    ).toBe(409)
    expect((await world.call(publishEvent, { ...as(owner), params: { uuid: event.uuid } })).status).toBe(409)
  })

  it('are duplicated a week later with their ticket types', async () => {
    const { event } = await eventOnSale(world, owner, { type: { price: 99.9, sum_total_available: 7 } })
    const copy = await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect(copy.status).toBe(201)
    expect(copy.body.data).toMatchObject({
      status: 'draft',
      name: event.name,
      events_tickets: [{ price: 99.9, sum_total_available: 7, sold: 0 }],
    })
    expect(Date.parse(copy.body.data.starts_at) - Date.parse(event.starts_at)).toBe(7 * 86_400_000)
  })
})

describe('event texts in other languages', () => {
  const english = (uuid: string) => world.call(showPublicEvent, { params: { uuid }, lang: 'en' })

  it('are shown in the language of the reader, else in English, else in Hebrew', async () => {
    const texts = { en: { name: 'Noa Shahar', description: '<p>A new <script>x</script>night</p>' }, ar: { name: ' ' } }
    const { event } = await eventOnSale(world, owner, { event: { texts } })
    expect(event.texts).toEqual({ en: { name: 'Noa Shahar', description: '<p>A new night</p>' } })
    expect((await english(event.uuid)).body.data.name).toBe('Noa Shahar')
    const arabic = await world.call(showPublicEvent, { params: { uuid: event.uuid }, lang: 'ar' })
    expect(arabic.body.data.name).toBe('Noa Shahar')
    const change = await world.call(updateEvent, {
      ...as(owner),
      params: { uuid: event.uuid },
      body: { texts: { en: { description: '<p>Other</p>' } } },
    })
    expect(change.body.data.texts).toEqual({ en: { description: '<p>Other</p>' } })
    expect((await english(event.uuid)).body.data).toMatchObject({ name: event.name, description: '<p>Other</p>' })
    const copy = await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect(copy.body.data.texts).toEqual({ en: { description: '<p>Other</p>' } })
  })

  it('are refused in an unsupported language', async () => {
    const event = await draftEvent(world, owner)
    const answer = await world.http(
      'PATCH',
      `/api/v1/producer/events/${event.uuid}`,
      { texts: { fr: { name: 'Nuit' } } },
      as(owner),
    )
    expect(answer.status).toBe(422)
  })
})

describe('a list of events', () => {
  it('includes only the requested relations and refuses unknown ones', async () => {
    const plain = await world.call(listEvents, { ...as(owner) })
    expect(plain.body.data[0]).not.toHaveProperty('categories')
    const full = await world.call(listEvents, {
      ...as(owner),
      query: { with: ['categories', 'events_tickets'], append: ['statistics'], per_page: 3 },
    })
    expect(full.body.data[0]).toHaveProperty('statistics.visits.conversions_percent')
    expect(full.body.meta.per_page).toBe(3)
    for (const url of ['?with[]=secrets', '?filter[price]=3', '?sort=token', '?append[]=x', '?nonsense=1']) {
      expect((await world.http('GET', `/api/v1/producer/events${url}`, undefined, as(owner))).status, url).toBe(422)
    }
  })
  it('excludes events of other accounts', async () => {
    const event = await draftEvent(world, owner)
    const theirs = await world.call(listEvents, { ...as(stranger) })
    expect(theirs.body.data.map((each) => each.uuid)).not.toContain(event.uuid)
    expect((await world.call(showEvent, { ...as(stranger), params: { uuid: event.uuid } })).status).toBe(404)
    expect(
      (await world.call(updateEvent, { ...as(stranger), params: { uuid: event.uuid }, body: { name: 'שלי' } })).status,
    ).toBe(404)
  })
})

describe('page views', () => {
  it('are counted once per tab, with the number of current viewers', async () => {
    const { event } = await eventOnSale(world, owner)
    const visit = (visitor: string, kind: 'open' | 'still' = 'open') =>
      world.call(recordVisit, { params: { uuid: event.slug }, body: { visitor, kind } })
    await visit('visitor-one')
    await visit('visitor-one')
    await visit('visitor-one', 'still')
    expect((await visit('visitor-two')).body.data.watching_now).toBe(2)
    const { statistics } = (await show(event.uuid, { query: { append: ['statistics'] } })).body.data
    expect(statistics).toMatchObject({ visits: { count: 2, conversions_percent: 0 }, watching_now: 2 })
    world.clock.advance(60)
    expect((await show(event.uuid, { query: { append: ['statistics'] } })).body.data.statistics?.watching_now).toBe(0)
  })
})

describe('ticket types of the sale page', () => {
  it('have a sale state by their sale period', async () => {
    const now = world.clock.now().getTime()
    const event = await draftEvent(world, owner)
    const at = (ms: number) => new Date(now + ms).toISOString()
    expect((await ticketTypeOf(world, owner, event, { sale_starts_at: at(3_600_000) })).sale_state).toBe('not_started')
    expect((await ticketTypeOf(world, owner, event, { sale_ends_at: at(-3_600_000) })).sale_state).toBe('ended')
    expect((await soldOutEvent(world, owner)).type.sale_state).toBe('sold_out')
    expect((await ticketTypeOf(world, owner, event, { type: 'producer' })).sale_state).toBe('not_for_sale')
  })

  it('are not on sale while their event is unpublished', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const state = async () =>
      (await world.call(showTicketType, { ...as(owner), params: { uuid: type.uuid } })).body.data.sale_state
    expect(await state()).toBe('on_sale')
    await world.call(unpublishEvent, { ...as(owner), params: { uuid: event.uuid } })
    expect(await state()).toBe('not_for_sale')
  })

  it('set the lowest price: of the available types, or of all types when none is available', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 90, sum_total_available: 5 } })
    const dear = await ticketTypeOf(world, owner, event, { price: 200, sum_total_available: 5 })
    const price = async () => (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.price_from
    const offer = (uuid: string, sum_total_available: number) =>
      world.call(updateTicketType, { ...as(owner), params: { uuid }, body: { sum_total_available } })
    expect(await price()).toBe(90)
    await offer(type.uuid, 0)
    expect(await price()).toBe(200)
    await offer(dear.uuid, 0)
    expect(await price()).toBe(90)
    await offer(dear.uuid, 5)
    await ticketTypeOf(world, owner, event, { price: 0 })
    const { data } = (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body
    expect([data.price_from, data.has_free_type]).toEqual([200, true])
    const soon = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    await ticketTypeOf(world, owner, event, { price: 50, sale_starts_at: soon })
    expect(await price()).toBe(200)
  })

  it('are shown in the language of the reader, with Hebrew as the fallback', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { info: 'מול הבמה' } })
    await world.db
      .updateTable('ticket_types')
      .set({ texts: JSON.stringify({ en: { name: 'Floor' } }) })
      .where('id', '=', type.uuid)
      .execute()
    const typeIn = async (lang: 'he' | 'en' | 'ar') =>
      (await world.call(showPublicEvent, { params: { uuid: event.uuid }, lang })).body.data.events_tickets[0]
    expect(await typeIn('en')).toMatchObject({ name: 'Floor', info: 'מול הבמה' })
    // What Arabic lacks is read in English, what both lack in Hebrew.
    expect(await typeIn('ar')).toMatchObject({ name: 'Floor', info: 'מול הבמה' })
    expect(await typeIn('he')).toMatchObject({ name: type.name })
  })

  it('are no longer on sale once their event is over', async () => {
    const { event } = await eventOnSale(world, owner)
    world.clock.advance((new Date(event.ends_at).getTime() - world.clock.now().getTime()) / 1000)
    const page = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    expect(page.body.data.events_tickets.map(({ sale_state }) => sale_state)).toEqual(['ended'])
  })
})
