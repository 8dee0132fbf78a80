import { atEveryPath, type BodyIn } from '@kartis/contract/endpoint.ts'
import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import { row, section } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { growingHall, partCalls } from '../../../../testing/map-parts.ts'
import { joinAs, producer, type Producer } from '../../../../testing/people.ts'
import { publishedMap, seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { auth } from '../../../../testing/auth.ts'
import { plugin } from '../index.ts'

let world: World
let owner: Producer
let calls: ReturnType<typeof partCalls>
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
  calls = partCalls(world, owner)
})
afterAll(() => world.close())

type NewSection = Partial<BodyIn<typeof parts.createMapSection>>
const create = (map: string, body: NewSection) =>
  world.call(parts.createMapSection, { ...as(owner), body: { venues_map_uuid: map, name: 'יציע', ...body } })

const patch = (uuid: string, body: BodyIn<typeof parts.updateMapSection>) =>
  world.call(parts.updateMapSection, { ...as(owner), params: { uuid }, body })

const remove = (uuid: string, query: { with_places?: 'true' | 'false'; version?: number } = {}) =>
  world.call(parts.deleteMapSection, { ...as(owner), params: { uuid }, query })

const show = (uuid: string) => world.call(parts.showMapSection, { ...as(owner), params: { uuid } })

/** A published map of two sections with ten places each. */
const twoSections = () =>
  publishedMap(
    world,
    owner,
    growingHall({
      sections: [section(), section({ id: 't', name: 'גלריה', rank: 1, gate: '4' })],
      rows: [row(), row({ id: 'r2', section: 't', at: [275, 700] })],
    }),
  )

describe('a section that is added', () => {
  it('has the same uuid, and leaves the others theirs, when its map is named in capital letters', async () => {
    const { uuid } = await twoSections()
    const [before] = await calls.sectionsOf(uuid)
    const made = (await create(uuid.toUpperCase(), { name: 'יציע' })).body.data
    expect((await calls.sectionsOf(uuid)).map((each) => each.uuid)).toContain(before?.uuid)
    expect((await patch(made.uuid.toUpperCase(), { name: 'יציע עליון' })).body.data.uuid).toBe(made.uuid)
    await calls.publish(uuid.toUpperCase())
    const after = await calls.sectionsOf(uuid)
    expect(after.map((each) => each.uuid)).toEqual(expect.arrayContaining([before?.uuid, made.uuid]))
  })

  it('is in the draft: it is shown and listed as one, while the edition stays as it is', async () => {
    const { uuid, version } = await twoSections()
    for (const endpoint of atEveryPath(parts.createMapSection)) {
      const body = { venues_map_uuid: uuid, name: 'יציע', short: 'י', gate: '7', texts: { en: { name: 'Balcony' } } }
      const made = await world.call(endpoint, { ...as(owner), body })
      expect(made.status, made.text).toBe(201)
      expect(made.body.data).toMatchObject({ ...body, status: 'draft', kind: 'rows', capacity: 0, floor: '1' })
      expect((await show(made.body.data.uuid)).body.data).toEqual(made.body.data)
      expect(await calls.sectionsOf(uuid, 'draft')).toContainEqual(made.body.data)
    }
    expect((await calls.sectionsOf(uuid)).map(({ name, status }) => [name, status])).toEqual([
      ['אולם', 'published'],
      ['גלריה', 'published'],
      ['יציע', 'draft'],
      ['יציע', 'draft'],
    ])
    const map = await calls.mapOf(uuid)
    expect(map).toMatchObject({ status: 'changed', version: version + 2, edition: 1, sections_count: 2, capacity: 20 })
    expect(map.draft.document.sections).toHaveLength(4)
  })

  it('may be a standing area with its capacity, and has the place in the list that it is given', async () => {
    const { uuid } = await twoSections()
    const made = await create(uuid, { name: 'דשא', kind: 'area', capacity: 300, position: 0 })
    expect(made.body.data).toMatchObject({ kind: 'area', capacity: 300, position: 0, category: 'כסף' })
    expect((await calls.sectionsOf(uuid)).map(({ name }) => name)).toEqual(['דשא', 'אולם', 'גלריה'])
    const [area] = (
      await world.call(parts.listMapElements, {
        ...as(owner),
        query: { filter: { section_uuid: made.body.data.uuid } },
      })
    ).body.data
    expect(area).toMatchObject({ kind: 'area', label: 'דשא', capacity: 300, status: 'draft' })
  })

  it('is published with the next edition under the same uuid', async () => {
    const { uuid } = await twoSections()
    const made = (await create(uuid, {})).body.data
    expect((await calls.publish(uuid)).body.data.edition).toBe(2)
    expect((await show(made.uuid)).body.data).toEqual({ ...made, status: 'published' })
    expect(await calls.mapOf(uuid)).toMatchObject({ status: 'published', sections_count: 3 })
  })

  it('is one where the same request arrives twice', async () => {
    const { uuid } = await seatMap(world, owner)
    const call = { ...as(owner), body: { venues_map_uuid: uuid, name: 'א' }, idempotencyKey: uuid }
    const first = await world.call(parts.createMapSection, call)
    expect((await world.call(parts.createMapSection, call)).body).toEqual(first.body)
    expect(await calls.sectionsOf(uuid)).toHaveLength(1)
  })

  it.each([
    ['without a name', { name: ' ' }, { name: ['required'] }],
    ['on an unknown floor', { floor: 'גג' }, { floor: ['unknown_option'] }],
    ['of an unknown kind', { kind: 'balcony' }, { kind: ['unknown_option'] }],
    ['with a field of its own', { color: 'red' }, { color: ['unknown_field'] }],
    ['for people to stand, without a capacity', { kind: 'area' }, { capacity: ['required'] }],
    ['of rows with a capacity', { capacity: 9 }, { capacity: ['not_of_this_kind'] }],
    [
      'of rows with the category of places that it does not have',
      { category: 'זהב' },
      { category: ['not_of_this_kind'] },
    ],
    ['with a numbering that there is not', { numbering: { scheme: 'IV' } }, { 'numbering.scheme': ['unknown_option'] }],
  ])('is refused %s', async (_what, body, detail) => {
    const { uuid } = await twoSections()
    const refused = await create(uuid, body as NewSection)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.error?.detail).toEqual(detail)
    expect((await calls.mapOf(uuid)).status).toBe('published')
  })

  it('is refused where the map has as many as a document may have', async () => {
    const sections = Array.from({ length: 500 }, (_, index) => section({ id: `s${index}`, rank: index }))
    const { uuid, version } = await seatMap(world, owner)
    const body = { version, document: growingHall({ sections, rows: [] }) }
    expect((await world.call(drafts.saveMapDraft, { ...as(owner), params: { uuid }, body })).status).toBe(200)
    expect((await create(uuid, {})).error?.detail).toEqual({ sections: ['too_many'] })
  })
})

describe('a section that is changed', () => {
  it('shows the draft and says so, while the edition counts what was published', async () => {
    const { uuid } = await twoSections()
    const [, gallery] = await calls.sectionsOf(uuid)
    for (const [index, endpoint] of atEveryPath(parts.updateMapSection).entries()) {
      const body = { name: `גלריה ${index}`, gate: null, category: 'כסף', numbering: { from: 'left' as const } }
      const changed = await world.call(endpoint, { ...as(owner), params: { uuid: gallery?.uuid ?? '' }, body })
      expect(changed.body.data, changed.text).toMatchObject({
        ...body,
        uuid: gallery?.uuid,
        status: 'changed',
        capacity: 10,
      })
      expect(changed.body.data.numbering).toMatchObject({ scheme: '1', from: 'left' })
      expect((await show(gallery?.uuid ?? '')).body.data).toEqual(changed.body.data)
    }
    const seats = await world.call(parts.listMapElements, {
      ...as(owner),
      query: { filter: { section_uuid: gallery?.uuid }, per_page: 1 },
    })
    // Counted from the other end.
    expect(seats.body.data).toMatchObject([{ label: '1', category: 'כסף', status: 'changed' }])
    const edition = await world.call(drafts.showMapEdition, { ...as(owner), params: { uuid, edition: 1 } })
    expect(edition.body.data.document.sections[1]).toMatchObject({ name: 'גלריה', gate: '4' })
  })

  it('is as published again when the change is taken back', async () => {
    const { uuid } = await twoSections()
    const [, gallery] = await calls.sectionsOf(uuid)
    await patch(gallery?.uuid ?? '', { name: 'אחר' })
    const back = await patch(gallery?.uuid ?? '', { name: 'גלריה' })
    expect(back.body.data).toEqual({ ...gallery, draft_version: 4 })
  })

  it('moves in the list, and no section that stays where it is counts as changed', async () => {
    const { uuid } = await twoSections()
    const [first, gallery] = await calls.sectionsOf(uuid)
    await patch(gallery?.uuid ?? '', { position: 0 })
    expect((await calls.sectionsOf(uuid)).map(({ name }) => name)).toEqual(['גלריה', 'אולם'])
    await patch(gallery?.uuid ?? '', { position: 1 })
    expect(await calls.sectionsOf(uuid)).toEqual([first, gallery].map((each) => ({ ...each, draft_version: 4 })))
  })

  it('writes nothing where nothing differs', async () => {
    const { uuid, version } = await twoSections()
    const [first] = await calls.sectionsOf(uuid)
    expect((await patch(first?.uuid ?? '', { name: first?.name ?? '' })).status).toBe(200)
    expect(await calls.mapOf(uuid)).toMatchObject({ status: 'published', version })
  })

  it('is refused over a version that somebody saved since, with who and when', async () => {
    const { uuid, version } = await twoSections()
    const [first] = await calls.sectionsOf(uuid)
    expect((await patch(first?.uuid ?? '', { name: 'א', version })).status).toBe(200)
    const refused = await patch(first?.uuid ?? '', { name: 'ב', version })
    expect(refused.error).toMatchObject({ code: 'version_conflict', detail: { version: version + 1 } })
    expect((await remove(first?.uuid ?? '', { with_places: 'true', version })).error?.code).toBe('version_conflict')
    expect((await create(uuid, { version })).error?.code).toBe('version_conflict')
  })
})

describe('a section that is deleted', () => {
  it('is refused with the number of its places, and goes with them when its caller says so', async () => {
    const { uuid } = await twoSections()
    const [, gallery] = await calls.sectionsOf(uuid)
    const refused = await remove(gallery?.uuid ?? '')
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({ code: 'section_not_empty', detail: { places: 10 } })
    expect((await remove(gallery?.uuid ?? '', { with_places: 'true' })).body.data).toEqual({ done: true, places: 10 })
    expect((await show(gallery?.uuid ?? '')).status).toBe(404)
    expect((await patch(gallery?.uuid ?? '', { name: 'א' })).status).toBe(404)
    expect((await remove(gallery?.uuid ?? '')).status).toBe(404)
    expect((await calls.sectionsOf(uuid)).map(({ name }) => name)).toEqual(['אולם'])
    expect(await calls.sectionsOf(uuid, 'removed')).toMatchObject([
      { uuid: gallery?.uuid, name: 'גלריה', status: 'removed' },
    ])
    expect(await calls.mapOf(uuid)).toMatchObject({ sections_count: 2, capacity: 20, draft_seats: 10 })
    await calls.publish(uuid)
    expect(await calls.sectionsOf(uuid, 'removed')).toEqual([])
    expect(await calls.mapOf(uuid)).toMatchObject({ sections_count: 1, capacity: 10 })
  })

  it('was only in the draft and is gone, at both URLs', async () => {
    const { uuid } = await seatMap(world, owner)
    for (const endpoint of atEveryPath(parts.deleteMapSection)) {
      const made = (await create(uuid, { kind: 'area', capacity: 40 })).body.data
      const call = { ...as(owner), params: { uuid: made.uuid } }
      expect((await world.call(endpoint, call)).error?.detail).toEqual({ places: 40 })
      expect((await world.call(endpoint, { ...call, query: { with_places: 'true' } })).status).toBe(200)
    }
    expect([...(await calls.sectionsOf(uuid)), ...(await calls.sectionsOf(uuid, 'removed'))]).toEqual([])
  })

  it('is shown again when a whole document is saved that has it', async () => {
    const { uuid } = await twoSections()
    const before = await calls.mapOf(uuid)
    const [, gallery] = await calls.sectionsOf(uuid)
    await remove(gallery?.uuid ?? '', { with_places: 'true' })
    const body = { version: before.version + 1, document: before.draft.document }
    await world.call(drafts.saveMapDraft, { ...as(owner), params: { uuid }, body })
    expect((await show(gallery?.uuid ?? '')).body.data).toEqual({ ...gallery, draft_version: before.version + 2 })
    expect(await calls.sectionsOf(uuid, 'removed')).toEqual([])
  })
})

describe('sections of an account', () => {
  it('are unknown to strangers, and closed to scanners', async () => {
    const { uuid } = await twoSections()
    const [first] = await calls.sectionsOf(uuid)
    const params = { uuid: first?.uuid ?? '' }
    const body = { venues_map_uuid: uuid, name: 'א' }
    const stranger = as(await producer(world))
    const scanner = { ...as(owner), token: (await joinAs(world, owner, 'scanner')).token }
    for (const [caller, status] of [
      [stranger, 404],
      [scanner, 403],
    ] as const) {
      const answers = [
        await world.call(parts.createMapSection, { ...caller, body }),
        await world.call(parts.updateMapSection, { ...caller, params, body: { name: 'ב' } }),
        await world.call(parts.deleteMapSection, { ...caller, params, query: { with_places: 'true' } }),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status])
    }
    expect((await calls.mapOf(uuid)).status).toBe('published')
  })

  it('come with the name of their map where it is requested', async () => {
    const { uuid } = await twoSections()
    const query = { filter: { venues_map_uuid: uuid }, with: ['venues_map' as const] }
    const listed = await world.call(parts.listMapSections, { ...as(owner), query })
    expect(listed.body.data[0]?.venues_map).toEqual({ uuid, name: 'היכל התרבות' })
    expect((await calls.sectionsOf(uuid))[0]).not.toHaveProperty('venues_map')
  })
})
