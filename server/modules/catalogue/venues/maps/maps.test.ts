import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { emptyDocument } from '@kartis/seat-map/model/document.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { atEveryPath } from '@kartis/contract/endpoint.ts'
import * as contract from '@kartis/contract/venue-maps.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import { createVenue, deleteVenue } from '@kartis/contract/venues.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../../testing/people.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { sheetOf } from '../../../../testing/xlsx.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { auth } from '../../../../testing/auth.ts'
import { plugin } from '../index.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
})
afterAll(() => world.close())

const venueOf = async (who: Producer, name = 'היכל התרבות') =>
  (await world.call(createVenue, { ...as(who), body: { name } })).body.data

const planOf = async (who: Producer, name: string, venue_uuid: string | null = null) => {
  const made = await world.call(contract.createVenueMap, { ...as(who), body: { name, venue_uuid } })
  if (made.error) throw new Error(made.text)
  return made.body.data
}

const namesOf = async (who: Producer, query: Record<string, unknown> = {}) =>
  (await world.call(contract.listVenueMaps, { ...as(who), query })).body.data.map(({ name }) => name)

test('a new seat map is an empty draft of its venue', async () => {
  const venue = await venueOf(owner)
  const plan = await planOf(owner, 'אולם מרכזי', venue.uuid)
  expect(plan).toMatchObject({
    status: 'draft',
    version: 1,
    edition: null,
    published_at: null,
    sections_count: 0,
    capacity: 0,
    venue: { uuid: venue.uuid, name: 'היכל התרבות' },
  })
  for (const endpoint of atEveryPath(contract.showVenueMap)) {
    const shown = await world.call(endpoint, { ...as(owner), params: { uuid: plan.uuid } })
    expect(shown.body.data).toEqual(plan)
    expect(plan.draft).toEqual({ version: 1, document: emptyDocument() })
    expect(plan.editions).toEqual([])
  }
})

test('seat maps are searched by name and venue name, sorted and paged, at both URLs', async () => {
  const own = await producer(world)
  const venue = await venueOf(own, 'אמפי שוני')
  await planOf(own, 'ישיבה מלאה', venue.uuid)
  await planOf(own, 'עמידה')
  await planOf(own, 'שולחנות')
  expect(await namesOf(own, { filter: { or: { name: 'שוני', 'venue.name': 'שוני' } } })).toEqual(['ישיבה מלאה'])
  expect(await namesOf(own, { filter: { venue_uuid: venue.uuid } })).toEqual(['ישיבה מלאה'])
  expect(await namesOf(own, { sort: '-name', per_page: 2 })).toEqual(['שולחנות', 'עמידה'])
  const plain = await world.call(
    { ...contract.listVenueMaps, path: '/v1/venues_maps' },
    { ...as(own), query: { per_page: 2, page: 2 } },
  )
  expect(plain.body.meta).toEqual({ current_page: 2, per_page: 2, total: 3, last_page: 2 })
})

test('a seat map is renamed, copied with its document and deleted; its venue can be deleted without it', async () => {
  const venue = await venueOf(owner)
  const plan = await planOf(owner, 'חזית', venue.uuid)
  const params = { uuid: plan.uuid }
  const document = { ...theatre(), size: [4000, 4000] as [number, number] }
  await world.call(saveMapDraft, { ...as(owner), params, body: { version: 1, document } })
  const renamed = await world.call(contract.updateVenueMap, { ...as(owner), params, body: { name: 'חזית וגב' } })
  expect(renamed.body.data).toMatchObject({ name: 'חזית וגב', venue: { uuid: venue.uuid }, status: 'draft' })
  const copy = (await world.call(contract.duplicateVenueMap, { ...as(owner), params, body: {} })).body.data
  expect(copy).toMatchObject({ name: 'עותק של חזית וגב', status: 'draft', version: 1, venue: { uuid: venue.uuid } })
  const shown = await world.call(contract.showVenueMap, { ...as(owner), params: { uuid: copy.uuid } })
  expect(shown.body.data.draft).toEqual({ version: 1, document })
  await world.call(deleteVenue, { ...as(owner), params: { uuid: venue.uuid } })
  expect((await world.call(contract.showVenueMap, { ...as(owner), params })).body.data.venue).toBeNull()
  const removed = await world.call(contract.deleteVenueMap, { ...as(owner), params })
  expect(removed.body.data).toEqual({ done: true, events_count: 0 })
  expect((await world.call(contract.showVenueMap, { ...as(owner), params })).status).toBe(404)
  expect((await world.call(contract.deleteVenueMap, { ...as(owner), params })).status).toBe(404)
})

test('a seat map without a name or with a venue of another account is refused', async () => {
  const foreign = await venueOf(await producer(world))
  const plan = await planOf(owner, 'אולם')
  const create = (body: { name: string; venue_uuid?: string }) =>
    world.call(contract.createVenueMap, { ...as(owner), body })
  expect((await create({ name: ' ' })).error?.detail).toEqual({ name: ['required'] })
  const wrong = { venue_uuid: ['unknown_option'] }
  expect((await create({ name: 'א', venue_uuid: foreign.uuid })).error?.detail).toEqual(wrong)
  const moved = await world.call(contract.updateVenueMap, {
    ...as(owner),
    params: { uuid: plan.uuid },
    body: { venue_uuid: foreign.uuid },
  })
  expect(moved.error?.detail).toEqual(wrong)
})

test('sections and elements of a published seat map are listed as rows', async () => {
  const plan = await planOf(owner, 'יציע')
  const [section, seat] = [world.platform.newId(), world.platform.newId()]
  const own = { map_id: plan.uuid, account_id: owner.account.uuid, position: 1 }
  await world.db
    .insertInto('venues_maps_sections')
    .values({ ...own, id: section, name: 'יציע ב', kind: 'rows', capacity: 120 })
    .execute()
  await world.db
    .insertInto('venues_maps_elements')
    .values({ ...own, id: seat, section_id: section, kind: 'seat', row_label: 'ה', label: '12', x: 4.5, y: 9 })
    .execute()
  const sections = await world.call(parts.listMapSections, {
    ...as(owner),
    query: { filter: { venues_map_uuid: plan.uuid } },
  })
  const stored = { name: 'יציע ב', kind: 'rows', position: 1, capacity: 120, shape: {} }
  const unsaid = { short: '', floor: '', gate: null, texts: {}, view: null, category: null, numbering: null }
  expect(sections.body.data).toEqual([
    { uuid: section, venues_map_uuid: plan.uuid, status: 'published', draft_version: 1, ...stored, ...unsaid },
  ])
  const elements = await world.call(parts.listMapElements, {
    ...as(owner),
    query: { filter: { section_uuid: section } },
  })
  expect(elements.body.data).toMatchObject([{ uuid: seat, row: 'ה', label: '12', x: 4.5, y: 9, kind: 'seat' }])
  const stranger = await producer(world)
  for (const [endpoint, uuid] of [
    [parts.showMapSection, section],
    [parts.showMapElement, seat],
  ] as const) {
    expect((await world.call(endpoint, { ...as(owner), params: { uuid } })).body.data.uuid).toBe(uuid)
    expect((await world.call(endpoint, { ...as(stranger), params: { uuid } })).status).toBe(404)
  }
  expect(await namesOf(owner, { filter: { or: { name: 'יציע' } } })).toEqual(['יציע'])
})

test('elements are found by what their label, their row or the name of their section contains', async () => {
  const own = await producer(world)
  const plan = await planOf(own, 'מפה')
  const part = { map_id: plan.uuid, account_id: own.account.uuid }
  const section = world.platform.newId()
  await world.db
    .insertInto('venues_maps_sections')
    .values({ ...part, id: section, position: 1, name: 'Balcony 100%', kind: 'rows', capacity: 4 })
    .execute()
  const seat = (position: number, row_label: string, label: string, section_id: string | null = null) => ({
    ...part,
    id: world.platform.newId(),
    kind: 'seat' as const,
    position,
    row_label,
    label,
    section_id,
    x: 0,
    y: 0,
  })
  await world.db
    .insertInto('venues_maps_elements')
    .values([seat(1, 'ה', '12'), seat(2, 'ו', '2'), seat(3, 'VIP', '7'), seat(4, 'א', '9', section)])
    .execute()
  const labels = async (or?: Readonly<Record<string, string>>, sectionUuid?: string) => {
    const filter = { ...(or && { or }), ...(sectionUuid !== undefined && { section_uuid: sectionUuid }) }
    const { body } = await world.call(parts.listMapElements, { ...as(own), query: { filter } })
    return [body.data.map(({ label }) => label), body.meta.total]
  }
  expect(await labels({ label: '2' })).toEqual([['12', '2'], 2])
  expect(await labels({ label: '12', row: 'vip' })).toEqual([['12', '7'], 2])
  expect(await labels({ 'section.name': 'balcony 100%' })).toEqual([['9'], 1])
  expect(await labels({ 'section.name': '100%%' })).toEqual([[], 0])
  expect(await labels({ label: '2', row: 'ה' }, section)).toEqual([[], 0])
  expect(await labels({})).toEqual([['12', '2', '7', '9'], 4])
  const unknown = await world.http('GET', '/api/v1/venues_maps_elements?filter[or][kind]=seat', undefined, {
    headers: { authorization: `Bearer ${own.token}`, 'x-account-id': own.account.uuid },
  })
  expect(unknown.status).toBe(422)
})

test('seat maps are restricted to managers of their workspace', async () => {
  const plan = await planOf(owner, 'סודי')
  const params = { uuid: plan.uuid }
  const stranger = as(await producer(world))
  for (const answer of [
    await world.call(contract.showVenueMap, { ...stranger, params }),
    await world.call(contract.updateVenueMap, { ...stranger, params, body: { name: 'שלי' } }),
    await world.call(contract.duplicateVenueMap, { ...stranger, params, body: {} }),
    await world.call(contract.deleteVenueMap, { ...stranger, params }),
  ])
    expect(answer.status).toBe(404)
  const scanner = await joinAs(world, owner, 'scanner')
  const answer = await world.call(contract.listVenueMaps, { token: scanner.token, account: owner.account.uuid })
  expect(answer.error?.code).toBe('forbidden')
})

test('an export of elements has each one once, in the order of the list, over several pages', async () => {
  const own = await producer(world)
  const plan = await planOf(own, 'אצטדיון')
  await sql`
    insert into venues_maps_elements (map_id, id, account_id, position, kind, row_label, label, x, y)
    select ${plan.uuid}, gen_random_uuid(), ${own.account.uuid}, n / 3, 'seat', 'א', 'seat-' || n, 0, 0
    from generate_series(1, 2100) n`.execute(world.db)
  const { bytes, status } = await world.call(parts.exportMapElements, as(own))
  expect(status).toBe(200)
  const labels = [...sheetOf(bytes).matchAll(/seat-\d+/g)].map(([label]) => label)
  expect(new Set(labels).size).toBe(2100)
  expect(labels).toHaveLength(2100)
  const places = labels.map((label) => Math.floor(Number(label.slice(5)) / 3))
  expect(places).toEqual(places.toSorted((left, right) => left - right))
})
