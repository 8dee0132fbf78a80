import { pay } from '@kartis/contract/public-orders.ts'
import { showUser, updateUser } from '@kartis/contract/auth.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { createVenueMap } from '@kartis/contract/venue-maps.ts'
import { createVenue } from '@kartis/contract/venues.ts'
import { IMAGE_SLOTS } from '@kartis/domain/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { relatedBy, withRelations } from './platform/http/relations.ts'
import { as, eventOnSale } from './testing/events.ts'
import { holding, reserved, withDetails } from './testing/orders.ts'
import { pastSale } from './testing/past-sales.ts'
import { type Producer, producer } from './testing/people.ts'
import { openWorld, type World } from './testing/world.ts'

/** The routes of the specification’s entities that have a list. */
const LISTS = [
  '/v1/account/accounts',
  '/v1/account/users',
  '/v1/attachments',
  '/v1/credit_terminals',
  '/v1/customer/orders',
  '/v1/events',
  '/v1/events_categories',
  '/v1/events_tickets',
  '/v1/forms',
  '/v1/payments',
  '/v1/producer/events',
  '/v1/producer/events_tickets',
  '/v1/producer/forms',
  '/v1/producer/orders',
  '/v1/producer/venues',
  '/v1/producer/venues_maps',
  '/v1/public/events',
  '/v1/public/events_categories',
  '/v1/venues',
  '/v1/venues_maps',
  '/v1/venues_maps_elements',
  '/v1/venues_maps_sections',
] as const

/** No file was stored, no seat map was published and no terminal was set up. */
const EMPTY = ['/v1/attachments', '/v1/credit_terminals', '/v1/venues_maps_elements', '/v1/venues_maps_sections']

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 })
  await world.call(pay, holding(await withDetails(world, order, owner.phone)))
  await pastSale(world, owner, { eventId: sale.event.uuid, typeId: sale.type.uuid }, { total: 12_000 })
  const venue = await world.call(createVenue, { ...as(owner), body: { name: 'האנגר 11' } })
  await world.call(createVenueMap, { ...as(owner), body: { name: 'אולם גדול', venue_uuid: venue.body.data.uuid } })
  await world.call(createForm, {
    ...as(owner),
    body: { name: 'שאלון', fields: [{ type: 'text', name: 'מידת חולצה' }] },
  })
})
afterAll(() => world.close())

const get = (path: string, lang = 'he', query = '') =>
  world.app.inject({
    method: 'GET',
    url: `/api${path}${query}`,
    headers: {
      authorization: `Bearer ${owner.token}`,
      'x-account-id': owner.account.uuid,
      'accept-language': lang,
    },
  })

describe('every list of the specification', () => {
  it.each(LISTS)('%s has pages, states with labels in three languages, and a spreadsheet', async (path) => {
    const list = await get(path, 'he', '?per_page=1')
    expect(list.statusCode, list.body).toBe(200)
    expect(list.json()).toMatchObject({ meta: { current_page: 1, per_page: 1 } })
    for (const lang of ['he', 'en', 'ar']) {
      const states = await get(`${path}/status_cases`, lang)
      expect(states.statusCode, states.body).toBe(200)
      const { data: cases, meta } = states.json() as { data: { value: string; label: string }[]; meta: object }
      expect(cases.length).toBeGreaterThan(0)
      expect(meta).toEqual({ current_page: 1, per_page: 100, total: cases.length, last_page: 1 })
      for (const { label } of cases) expect(label).not.toMatch(/^$|states:|\./)
    }
    const sheet = await get(`${path}/export`, 'he')
    expect(sheet.statusCode).toBe(200)
    expect(sheet.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it.each(LISTS)('%s shows one entity by its uuid', async (path) => {
    const [first] = (await get(path)).json().data as { uuid: string }[]
    if (!first) return expect(EMPTY).toContain(path)
    const shown = await get(`${path}/${first.uuid}`)
    expect(shown.statusCode, shown.body).toBe(200)
    expect(shown.json()).toMatchObject({ data: { uuid: first.uuid } })
  })

  it.each(LISTS)('%s refuses a relation that it does not know, and names the field', async (path) => {
    const refused = await get(path, 'he', '?with[]=secrets')
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.body).toContain('with')
  })
})

describe('the categories of events', () => {
  it.each([
    ['he', ['הופעות', 'סטנדאפ', 'הצגות', 'כנסים', 'סיורים', 'סדנאות', 'ספורט', 'אמנות']],
    ['en', ['Shows', 'Stand-up', 'Plays', 'Conferences', 'Tours', 'Classes', 'Sports', 'Art']],
    ['ar', ['عروض', 'ستاند أب', 'مسرحيات', 'مؤتمرات', 'جولات', 'ورشات', 'رياضة', 'فنون']],
  ])('are the eight of the specification, named in %s', async (lang, names) => {
    const { data } = (await get('/v1/public/events_categories', lang)).json() as { data: { name: string }[] }
    expect(data.map(({ name }) => name)).toEqual(names)
  })
})

describe('relations and counts on request', () => {
  const firstOf = async (path: string, query: string) =>
    ((await get(path, 'he', query)).json() as { data: Record<string, unknown>[] }).data[0] ?? {}

  it.each([
    ['/v1/events_tickets', 'event', { name: expect.any(String), status: 'published' }],
    ['/v1/payments', 'event', { name: expect.any(String), status: 'published' }],
    ['/v1/payments', 'order', { total_amount: 120 }],
    ['/v1/venues', 'venues_maps', [{ uuid: expect.any(String), name: 'אולם גדול' }]],
  ])('%s has the relation %s in the list and on one entity only where it is requested', async (path, name, value) => {
    const plain = await firstOf(path, '')
    expect(plain).not.toHaveProperty(name)
    expect(await firstOf(path, `?with[]=${name}`)).toMatchObject({ [name]: value })
    const shown = await get(`${path}/${String(plain.uuid)}`, 'he', `?with[]=${name}`)
    expect(shown.json()).toMatchObject({ data: { [name]: value } })
  })

  it('a list of events counts what is requested, for each event', async () => {
    expect(await firstOf('/v1/events', '')).not.toHaveProperty('events_tickets_count')
    const counted = await firstOf('/v1/events', '?with_count[]=events_tickets&with_count[]=forms')
    expect(counted).toMatchObject({ events_tickets_count: 1, forms_count: 0 })
    expect(counted).not.toHaveProperty('artists_count')
    const shown = await get(`/v1/producer/events/${String(counted.uuid)}`, 'he', '?with_count[]=categories')
    expect(shown.json().data.categories_count).toBeGreaterThan(0)
  })

  it('the requested relation of a page is read by one statement, whatever the number of items', async () => {
    const [, ...more] = await Promise.all([1, 2, 3].map(() => eventOnSale(world, owner, { type: { price: 0 } })))
    expect(more.length).toBe(2)
    const { data } = (await get('/v1/events_tickets', 'he', '?with[]=event')).json()
    expect(new Set(data.map((type: { event: { uuid: string } }) => type.event.uuid)).size).toBe(4)
    const read = vi.fn(async (ids: readonly string[]) => ids.map((uuid) => ({ uuid })))
    await withRelations(data as { event_uuid: string }[], ['event'], {
      event: relatedBy('event', ({ event_uuid }) => event_uuid, read),
    })
    expect(read).toHaveBeenCalledTimes(1)
  })
})

describe('the signed-in user', () => {
  it('is found and changed by the uuid as by “me”, and nobody else is', async () => {
    const { token } = owner
    const uuid = owner.user.id
    const other = await producer(world)
    expect((await world.call(showUser, { token, params: { uuid } })).body.data.id).toBe(uuid)
    const changed = await world.call(updateUser, { token, params: { uuid }, body: { first_name: 'נועה' } })
    expect(changed.body.data.first_name).toBe('נועה')
    expect((await world.call(showUser, { token, params: { uuid: other.user.id } })).status).toBe(404)
    const refused = await world.call(updateUser, { token, params: { uuid: other.user.id }, body: { first_name: 'א' } })
    expect(refused.status).toBe(404)
  })
})

describe('every entity that producers write', () => {
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    world.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${owner.token}`, 'x-account-id': owner.account.uuid },
      ...(payload && { payload }),
    })
  /** What is sent to create one, to change it, and to see the change. */
  const writes = async (): Promise<Record<string, [created: object, changed: object]>> => {
    const [category] = (await get('/v1/public/events_categories')).json().data as { uuid: string }[]
    const starts = world.clock.now().getTime() + 9 * 86_400_000
    const draft = await send('POST', '/v1/events', {
      name: 'טיוטה',
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 7_200_000).toISOString(),
      address_description: 'האנגר 11',
      address_city: 'תל אביב-יפו',
      categories: [category?.uuid],
    })
    const event = draft.json().data as { uuid: string; starts_at: string; ends_at: string }
    const map = (await send('POST', '/v1/venues_maps', { name: 'אולם' })).json().data.uuid as string
    const section = await send('POST', '/v1/venues_maps_sections', { venues_map_uuid: map, name: 'אולם' })
    return {
      events: [
        {
          name: 'ערב',
          starts_at: event.starts_at,
          ends_at: event.ends_at,
          address_description: 'האנגר 11',
          address_city: 'תל אביב-יפו',
          categories: [category?.uuid],
        },
        { name: 'ערב אחר' },
      ],
      events_tickets: [
        { event_uuid: event.uuid, name: 'כניסה', price: 50, sum_total_available: 10 },
        { name: 'כניסה מוקדמת' },
      ],
      forms: [{ name: 'שאלון', fields: [{ type: 'text', name: 'מידה' }] }, { name: 'שאלון אחר' }],
      venues: [{ name: 'אולם' }, { name: 'אולם אחר' }],
      venues_maps: [{ name: 'מפה' }, { name: 'מפה אחרת' }],
      venues_maps_sections: [
        { venues_map_uuid: map, name: 'יציע' },
        { name: 'גלריה', gate: '5' },
      ],
      venues_maps_elements: [
        { section_uuid: section.json().data.uuid, row: 'א' },
        { label: '17', flags: ['aisle'] },
      ],
    }
  }

  it.each(['/v1', '/v1/producer'])('is created, shown, changed and deleted under %s', async (base) => {
    for (const [entity, [created, changed]] of Object.entries(await writes())) {
      const path = `${base}/${entity}`
      const made = await send('POST', path, created)
      expect(made.statusCode, `${path}: ${made.body}`).toBe(201)
      const { uuid } = made.json().data as { uuid: string }
      expect((await get(`${path}/${uuid}`)).json(), path).toMatchObject({ data: { uuid } })
      const patched = await send('PATCH', `${path}/${uuid}`, changed)
      expect(patched.statusCode, `${path}: ${patched.body}`).toBe(200)
      expect((await get(`${path}/${uuid}`)).json(), path).toMatchObject({ data: changed })
      const deleted = await send('DELETE', `${path}/${uuid}`)
      expect([200, 204], `${path}: ${deleted.body}`).toContain(deleted.statusCode)
      expect((await get(`${path}/${uuid}`)).statusCode, path).toBe(404)
      expect((await send('PATCH', `${path}/${uuid}`, changed)).statusCode, path).toBe(404)
      expect((await send('DELETE', `${path}/${uuid}`)).statusCode, path).toBe(404)
    }
  })

  it.each(['/v1', '/v1/producer'])('names the field of what cannot be saved under %s', async (base) => {
    for (const entity of Object.keys(await writes())) {
      const refused = await send('POST', `${base}/${entity}`, {})
      expect(refused.statusCode, `${entity}: ${refused.body}`).toBe(422)
      expect(Object.keys(refused.json().error.detail), entity).not.toEqual([])
    }
  })

  it.each(['/v1/events', '/v1/producer/events'])('an event of %s takes a file, lists and deletes it', async (path) => {
    const made = await send('POST', path, (await writes())['events']?.[0])
    const { uuid } = made.json().data as { uuid: string }
    const form = new FormData()
    form.set('slot', 'banner_square')
    const image = sharp({ create: { ...IMAGE_SLOTS.banner_square, channels: 3, background: '#204080' } })
    form.set('file', new Blob([Uint8Array.from(await image.jpeg().toBuffer())]), 'sky.jpg')
    const uploaded = await world.http('POST', `/api${path}/${uuid}/attachments`, form, as(owner))
    expect(uploaded.status, uploaded.text).toBe(201)
    const files = (await get('/v1/attachments')).json() as { data: { uuid: string }[] }
    expect(files.data.length).toBeGreaterThan(0)
    expect((await get(`${path}/${uuid}`, 'he', '?with[]=attachments')).json().data.attachments).toHaveLength(1)
    const file = files.data[0]?.uuid
    expect((await get(`/v1/attachments/${file}`)).statusCode).toBe(200)
    expect([200, 204]).toContain((await send('DELETE', `/v1/attachments/${file}`)).statusCode)
    expect((await get(`/v1/attachments/${file}`)).statusCode).toBe(404)
  })
})
