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
import { aCategory, as, draftEvent, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let maker: Producer
let stranger: Producer

beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
  stranger = await producer(world)
})
afterAll(() => world.close())

const show = (uuid: string, query: Parameters<typeof world.call<typeof showEvent>>[1] = {}) =>
  world.call(showEvent, { ...as(maker), params: { uuid }, ...query })

describe('a producer makes an event', () => {
  it('gets a draft with a short link and everything that was typed', async () => {
    const event = await draftEvent(world, maker, {
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

  it('is told which field is wrong, all of them at once', async () => {
    const answer = await world.call(createEvent, {
      ...as(maker),
      body: { name: ' ', starts_at: '2026-12-10T20:00:00Z', ends_at: '2026-12-10T19:00:00Z', categories: [] },
    })
    expect(answer.status).toBe(422)
    expect(answer.error?.detail).toMatchObject({
      name: ['required'],
      ends_at: ['end_before_start'],
      categories: ['too_few_categories'],
    })
  })

  it('may name four categories and not five', async () => {
    const event = await draftEvent(world, maker)
    const one = await aCategory(world)
    const five = Array.from({ length: 5 }, (_, n) => one.replace(/1$/, String(n + 1)))
    const change = (categories: string[]) =>
      world.call(updateEvent, { ...as(maker), params: { uuid: event.uuid }, body: { categories } })
    expect((await change(five)).error?.detail).toEqual({ categories: ['too_many_categories'] })
    expect((await change(five.slice(0, 4))).body.data.categories).toHaveLength(4)
    expect((await change(['018f0000-0000-7000-8000-00000000dead'])).error?.detail).toEqual({
      categories: ['unknown_option'],
    })
  })

  it('publishes it, and then anyone sees it by link or by id', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const byLink = await world.call(showPublicEvent, { params: { uuid: event.slug } })
    expect(byLink.body.data).toMatchObject({
      uuid: event.uuid,
      phase: 'on_sale',
      price_from: 149,
      events_tickets: [{ uuid: type.uuid, left: 100, sale_state: 'on_sale' }],
    })
    expect((await world.call(showPublicEvent, { params: { uuid: event.uuid } })).status).toBe(200)
    const left = await world.call(showAvailability, { params: { uuid: event.uuid } })
    expect(left.body.data.events_tickets[0]).toMatchObject({ left: 100 })
    const list = await world.call(listPublicEvents, { query: { filter: { or: { name: 'נועה' } } } })
    expect(list.body.data.map((each) => each.uuid)).toContain(event.uuid)
  })

  it('takes the page down, and it is gone for strangers', async () => {
    const { event } = await eventOnSale(world, maker)
    const down = await world.call(unpublishEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect(down.body.data.status).toBe('draft')
    expect((await world.call(showPublicEvent, { params: { uuid: event.slug } })).status).toBe(404)
    expect((await world.call(unpublishEvent, { ...as(maker), params: { uuid: event.uuid } })).status).toBe(409)
  })

  it('deletes a draft, never a published event', async () => {
    const { event } = await eventOnSale(world, maker)
    const remove = () => world.call(deleteEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect((await remove()).error?.code).toBe('event_published')
    await world.call(unpublishEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect((await remove()).status).toBe(200)
    expect((await show(event.uuid)).status).toBe(404)
  })

  it('archives it, and an archived event no longer changes', async () => {
    const event = await draftEvent(world, maker)
    expect((await world.call(archiveEvent, { ...as(maker), params: { uuid: event.uuid } })).body.data.status).toBe(
      'archived',
    )
    expect(
      (await world.call(updateEvent, { ...as(maker), params: { uuid: event.uuid }, body: { name: 'אחר' } })).status,
    ).toBe(409)
    expect((await world.call(publishEvent, { ...as(maker), params: { uuid: event.uuid } })).status).toBe(409)
  })

  it('copies it a week later with its ticket types', async () => {
    const { event } = await eventOnSale(world, maker, { type: { price: 99.9, sum_total_available: 7 } })
    const copy = await world.call(duplicateEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect(copy.status).toBe(201)
    expect(copy.body.data).toMatchObject({
      status: 'draft',
      name: event.name,
      events_tickets: [{ price: 99.9, sum_total_available: 7, sold: 0 }],
    })
    expect(Date.parse(copy.body.data.starts_at) - Date.parse(event.starts_at)).toBe(7 * 86_400_000)
  })
})

describe('texts in other languages', () => {
  const english = (uuid: string) => world.call(showPublicEvent, { params: { uuid }, lang: 'en' })

  it('are read by those who read them; what is missing is read in Hebrew', async () => {
    const texts = { en: { name: 'Noa Shahar', description: '<p>A new <script>x</script>night</p>' }, ar: { name: ' ' } }
    const { event } = await eventOnSale(world, maker, { event: { texts } })
    expect(event.texts).toEqual({ en: { name: 'Noa Shahar', description: '<p>A new night</p>' } })
    expect((await english(event.uuid)).body.data.name).toBe('Noa Shahar')
    const change = await world.call(updateEvent, {
      ...as(maker),
      params: { uuid: event.uuid },
      body: { texts: { en: { description: '<p>Other</p>' } } },
    })
    expect(change.body.data.texts).toEqual({ en: { description: '<p>Other</p>' } })
    expect((await english(event.uuid)).body.data).toMatchObject({ name: event.name, description: '<p>Other</p>' })
    const copy = await world.call(duplicateEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect(copy.body.data.texts).toEqual({ en: { description: '<p>Other</p>' } })
  })

  it('are refused in a language that no page is shown in', async () => {
    const event = await draftEvent(world, maker)
    const answer = await world.http(
      'PATCH',
      `/api/v1/producer/events/${event.uuid}`,
      { texts: { fr: { name: 'Nuit' } } },
      as(maker),
    )
    expect(answer.status).toBe(422)
  })
})

describe('a list of events', () => {
  it('brings only what was asked for, and refuses what it does not know', async () => {
    const plain = await world.call(listEvents, { ...as(maker) })
    expect(plain.body.data[0]).not.toHaveProperty('categories')
    const full = await world.call(listEvents, {
      ...as(maker),
      query: { with: ['categories', 'events_tickets'], append: ['statistics'], per_page: 3 },
    })
    expect(full.body.data[0]).toHaveProperty('statistics.visits.conversions_percent')
    expect(full.body.meta.per_page).toBe(3)
    for (const url of ['?with[]=secrets', '?filter[price]=3', '?sort=token', '?append[]=x', '?nonsense=1']) {
      expect((await world.http('GET', `/api/v1/producer/events${url}`, undefined, as(maker))).status, url).toBe(422)
    }
  })
  it('shows nothing of another workspace', async () => {
    const event = await draftEvent(world, maker)
    const theirs = await world.call(listEvents, { ...as(stranger) })
    expect(theirs.body.data.map((each) => each.uuid)).not.toContain(event.uuid)
    expect((await world.call(showEvent, { ...as(stranger), params: { uuid: event.uuid } })).status).toBe(404)
    expect(
      (await world.call(updateEvent, { ...as(stranger), params: { uuid: event.uuid }, body: { name: 'שלי' } })).status,
    ).toBe(404)
  })
})

describe('the page counts its visitors', () => {
  it('once for a tab, and knows who is watching now', async () => {
    const { event } = await eventOnSale(world, maker)
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

describe('ticket types', () => {
  it('keep the figures of the page: an early one has not started, a late one has ended', async () => {
    const now = world.clock.now().getTime()
    const event = await draftEvent(world, maker)
    const at = (ms: number) => new Date(now + ms).toISOString()
    expect((await ticketTypeOf(world, maker, event, { sale_starts_at: at(3_600_000) })).sale_state).toBe('not_started')
    expect((await ticketTypeOf(world, maker, event, { sale_ends_at: at(-3_600_000) })).sale_state).toBe('ended')
    expect((await ticketTypeOf(world, maker, event, { sum_total_available: 0 })).sale_state).toBe('sold_out')
    expect((await ticketTypeOf(world, maker, event, { type: 'producer' })).sale_state).toBe('not_for_sale')
  })

  it('are not on sale while their event is no page that anyone can open', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const state = async () =>
      (await world.call(showTicketType, { ...as(maker), params: { uuid: type.uuid } })).body.data.sale_state
    expect(await state()).toBe('on_sale')
    await world.call(unpublishEvent, { ...as(maker), params: { uuid: event.uuid } })
    expect(await state()).toBe('not_for_sale')
  })

  it('name the price of the cheapest that can still be bought, and of the cheapest of all when nothing is left', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { price: 90, sum_total_available: 5 } })
    const dear = await ticketTypeOf(world, maker, event, { price: 200, sum_total_available: 5 })
    const price = async () => (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.price_from
    const offer = (uuid: string, sum_total_available: number) =>
      world.call(updateTicketType, { ...as(maker), params: { uuid }, body: { sum_total_available } })
    expect(await price()).toBe(90)
    await offer(type.uuid, 0)
    expect(await price()).toBe(200)
    await offer(dear.uuid, 0)
    expect(await price()).toBe(90)
    await offer(dear.uuid, 5)
    const soon = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    await ticketTypeOf(world, maker, event, { price: 50, sale_starts_at: soon })
    expect(await price()).toBe(200)
  })

  it('are told in the reader’s language, and in Hebrew where the producer gave no other', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { info: 'מול הבמה' } })
    await world.db
      .updateTable('ticket_types')
      .set({ texts: JSON.stringify({ en: { name: 'Floor' } }) })
      .where('id', '=', type.uuid)
      .execute()
    const typeIn = async (lang: 'he' | 'en' | 'ar') =>
      (await world.call(showPublicEvent, { params: { uuid: event.uuid }, lang })).body.data.events_tickets[0]
    expect(await typeIn('en')).toMatchObject({ name: 'Floor', info: 'מול הבמה' })
    expect(await typeIn('ar')).toMatchObject({ name: type.name, info: 'מול הבמה' })
    expect(await typeIn('he')).toMatchObject({ name: type.name })
  })

  it('are sold no more once their event is over', async () => {
    const { event } = await eventOnSale(world, maker)
    world.clock.advance((new Date(event.ends_at).getTime() - world.clock.now().getTime()) / 1000)
    const page = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    expect(page.body.data.events_tickets.map(({ sale_state }) => sale_state)).toEqual(['ended'])
  })
})
