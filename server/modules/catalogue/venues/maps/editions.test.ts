import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import * as contract from '@kartis/contract/venue-maps.ts'
import { emptyDocument, type MapDocument } from '@kartis/seat-map/model/document.ts'
import { park } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { hall, row, section } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { producer, type Producer } from '../../../../testing/people.ts'
import { publishedMap, seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { auth } from '../../../../testing/auth.ts'
import { plugin, readEdition } from '../index.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
})
afterAll(() => world.close())

const show = async (uuid: string) =>
  (await world.call(contract.showVenueMap, { ...as(owner), params: { uuid } })).body.data

const publish = (uuid: string, version?: number) =>
  world.call(drafts.publishVenueMap, { ...as(owner), params: { uuid }, body: { version } })

const save = (uuid: string, version: number, document: MapDocument) =>
  world.call(drafts.saveMapDraft, { ...as(owner), params: { uuid }, body: { version, document } })

/** Every element of a map, by the key of its place or part. */
const elementsOf = async (uuid: string) => {
  const rows = await world.db.selectFrom('venues_maps_elements').selectAll().where('map_id', '=', uuid).execute()
  return new Map(rows.map((element) => [element.settings['key'] as string, element]))
}

const publications = async (uuid: string) => {
  const { rows } = await sql<{ data: unknown }>`
    select data from events_log where type = 'seat_map.published' and subject = ${uuid} order by id`.execute(world.db)
  return rows.map(({ data }) => data)
}

/** As it comes back from JSON. */
const sent = (document: MapDocument): unknown => JSON.parse(JSON.stringify(document))

describe('publishing a seat map', () => {
  it('makes the draft the next edition, with its seats, areas and categories', async () => {
    const { uuid } = await seatMap(world, owner, 'park')
    expect((await publish(uuid, 1)).body.data).toEqual({ edition: 1, problems: [] })
    const shown = await show(uuid)
    expect(shown).toMatchObject({ status: 'published', edition: 1, sections_count: 3, capacity: 16_600 })
    expect(shown.published_at).toBe(world.clock.now().toISOString())
    const categories = park().categories.map(({ id, name }) => ({ key: id, name }))
    expect(shown.editions).toMatchObject([{ edition: 1, seats: 1600, areas: 2, categories }])
    expect(await publications(uuid)).toEqual([{ edition: 1, seats: 1600, areas: 2 }])
  })

  it('writes one edition of a draft, however many publish it at once and again', async () => {
    const { uuid } = await seatMap(world, owner, 'theatre')
    const answers = await Promise.all([publish(uuid), publish(uuid), publish(uuid, 1)])
    expect([...answers, await publish(uuid)].map(({ body }) => body.data.edition)).toEqual([1, 1, 1, 1])
    expect((await show(uuid)).editions).toHaveLength(1)
    expect(await publications(uuid)).toHaveLength(1)
  })

  it('is refused with the problems by place while one of them blocks; warnings come with the edition', async () => {
    const { uuid } = await seatMap(world, owner)
    await save(uuid, 1, hall({ rows: [row(), row({ id: 'r2', rank: 2, at: [275, 400] })] }))
    const refused = await publish(uuid)
    expect(refused.status).toBe(409)
    expect(refused.error?.code).toBe('seat_map_not_ready')
    const problems = refused.error?.detail['problems'] as { places: string[] }[]
    expect(problems[0]).toMatchObject({ code: 'duplicate_label', level: 'block' })
    expect(problems[0]?.places).toEqual(expect.arrayContaining(['r1.1', 'r2.1']))
    expect(await show(uuid)).toMatchObject({ status: 'draft', edition: null, editions: [] })
    await save(uuid, 2, hall({ rows: [row()] }))
    const published = await publish(uuid)
    expect(published.body.data.edition).toBe(1)
    expect(published.body.data.problems.map(({ level }) => level)).toEqual(
      published.body.data.problems.map(() => 'warn'),
    )
    expect(published.body.data.problems.map(({ code }) => code)).toContain('empty_category')
  })

  it('of a version that another person changed meanwhile is refused', async () => {
    const { uuid } = await seatMap(world, owner, 'theatre')
    await save(uuid, 1, park())
    expect((await publish(uuid, 1)).error).toMatchObject({ code: 'version_conflict', detail: { version: 2 } })
  })

  it('while somebody else has the editor open, leaves the next save as it would have been, and the edition as it is', async () => {
    const { uuid } = await seatMap(world, owner, 'theatre')
    expect((await publish(uuid)).body.data.edition).toBe(1)
    // The editor knows version 1 and nothing of the edition.
    const saved = await save(uuid, 1, park())
    expect([saved.status, saved.body.data.version]).toEqual([200, 2])
    expect(await show(uuid)).toMatchObject({ edition: 1, status: 'changed', draft: { version: 2 } })
    const documentOf = (edition: number) => readEdition(world.db, owner.account.uuid, uuid, edition)
    expect(await documentOf(1)).toEqual({ edition: 1, document: sent(theatre()) })
    // A save and a publication at once: the edition is one of the two drafts as a whole.
    const [, published] = await Promise.all([save(uuid, 2, theatre()), publish(uuid)])
    expect(published.body.data.edition).toBe(2)
    expect([theatre(), park()].map(sent)).toContainEqual((await documentOf(2))?.document)
    const shown = await show(uuid)
    expect(shown.draft.version).toBe(3)
  })

  it('replaces the sections and elements; a place keeps its uuid as long as it exists', async () => {
    const first = hall({
      sections: [section(), section({ id: 't', name: 'יציע', rank: 1 })],
      rows: [row(), row({ id: 'r2', section: 't', label: 'ב׳' })],
    })
    const map = await publishedMap(world, owner, first)
    const before = await elementsOf(map.uuid)
    expect([...before.keys()]).toHaveLength(20)
    const second = { ...first, rows: [row({ label: 'ה׳', except: { 3: { gone: true } } })], sections: [section()] }
    expect((await publishedMap(world, owner, second, map)).edition).toBe(2)
    const after = await elementsOf(map.uuid)
    expect([...after.keys()]).toHaveLength(9)
    expect(after.get('r1.4')).toMatchObject({ id: before.get('r1.4')?.id, row_label: 'ה׳', label: '7' })
    expect(after.get('r1.4')?.settings).toMatchObject({ category: 'זהב' })
    const listed = await world.call(parts.listMapSections, {
      ...as(owner),
      query: { filter: { venues_map_uuid: map.uuid } },
    })
    expect(listed.body.data).toMatchObject([{ name: 'אולם', kind: 'rows', position: 0, capacity: 9 }])
  })

  it('lists seats, tables, areas, the stage and texts as elements of their sections', async () => {
    const { uuid } = await seatMap(world, owner, 'park')
    await publish(uuid)
    const elements = await world.call(parts.listMapElements, {
      ...as(owner),
      query: { filter: { venues_map_uuid: uuid }, per_page: 4, sort: 'position' },
    })
    expect(elements.body.meta.total).toBe(1603)
    expect(elements.body.data.map(({ kind, label }) => [kind, label])).toEqual([
      ['stage', 'במה'],
      ['area', 'גולדן רינג'],
      ['area', 'עמידה'],
      ['seat', '80'],
    ])
    expect(elements.body.data[1]?.settings).toMatchObject({ capacity: 3000, category: 'גולדן רינג' })
  })
})

describe('an edition', () => {
  it('is never changed, by no program that writes to the database', async () => {
    const { uuid } = await publishedMap(world, owner, theatre())
    const change = sql`update venues_map_editions set document = '{}' where map_id = ${uuid}`
    await expect(change.execute(world.db)).rejects.toThrow('an edition of a seat map never changes')
  })

  it('is shown with its document while the draft goes on, and becomes the draft again', async () => {
    const map = await publishedMap(world, owner, theatre())
    await save(map.uuid, map.version, park())
    expect(await show(map.uuid)).toMatchObject({ status: 'changed', edition: 1 })
    const params = { uuid: map.uuid, edition: 1 }
    const shown = await world.call(drafts.showMapEdition, { ...as(owner), params })
    expect(shown.body.data).toMatchObject({ edition: 1, seats: 600, document: sent(theatre()) })
    expect(shown.body.data.published_by).toMatch(/./)
    const late = await world.call(drafts.restoreMapEdition, { ...as(owner), params, body: { version: 2 } })
    expect(late.error?.code).toBe('version_conflict')
    const restored = await world.call(drafts.restoreMapEdition, { ...as(owner), params, body: { version: 3 } })
    expect(restored.body.data).toEqual({ version: 4, document: sent(theatre()) })
    expect((await show(map.uuid)).draft).toEqual({ version: 4, document: sent(theatre()) })
    const unknown = { ...as(owner), params: { ...params, edition: 2 } }
    expect((await world.call(drafts.showMapEdition, unknown)).status).toBe(404)
    expect((await world.call(drafts.restoreMapEdition, { ...unknown, body: {} })).status).toBe(404)
  })

  it('is read by other modules: the newest or a named one, of the own account', async () => {
    const map = await publishedMap(world, owner, theatre())
    await publishedMap(world, owner, park(), map)
    const read = (edition?: number, account = owner.account.uuid) => readEdition(world.db, account, map.uuid, edition)
    expect(await read()).toEqual({ edition: 2, document: sent(park()) })
    expect(await read(1)).toEqual({ edition: 1, document: sent(theatre()) })
    expect(await read(3)).toBeUndefined()
    expect(await read(1, (await producer(world)).account.uuid)).toBeUndefined()
  })

  it('of an older form is read in today’s form', async () => {
    const { uuid } = await publishedMap(world, owner, theatre())
    await world.db
      .insertInto('venues_map_editions')
      .values({
        map_id: uuid,
        edition: 7,
        document: JSON.stringify({ form: 1, sections: [], elements: [] }),
        published_by: null,
        published_at: world.clock.now(),
      })
      .execute()
    expect((await readEdition(world.db, owner.account.uuid, uuid, 7))?.document).toEqual(emptyDocument())
  })
})
