import { showSeating } from '@kartis/contract/event-seating.ts'
import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import { hall } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { growingHall, partCalls } from '../../../../testing/map-parts.ts'
import { producer, type Producer } from '../../../../testing/people.ts'
import { seatedEvent } from '../../../../testing/seating.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

let world: World
let owner: Producer
let calls: ReturnType<typeof partCalls>
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  calls = partCalls(world, owner)
})
afterAll(() => world.close())

describe('writers at once', () => {
  it('lose nothing of each other: every seat of twelve is there, with a number and a uuid of its own', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const made = await Promise.all(Array.from({ length: 12 }, () => calls.create({ section_uuid, row: 'א׳' })))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const added = await calls.elementsOf(uuid, 'draft')
    expect(new Set(added.map(({ label }) => label))).toEqual(new Set(made.map(({ body }) => body.data.label)))
    expect(added).toHaveLength(12)
    expect(await calls.mapOf(uuid)).toMatchObject({ draft_seats: 22 })
  })

  it('with a publication between them leave rows that are those of the edition and the draft', async () => {
    const { uuid, section: section_uuid, element } = await calls.published()
    await Promise.all([
      calls.create({ section_uuid, row: 'א׳' }),
      calls.publish(uuid),
      calls.patch(element('r1.3'), { label: 'X' }),
      calls.publish(uuid),
      calls.remove(element('r1.5')),
    ])
    await calls.publish(uuid)
    const { draft, edition } = await calls.mapOf(uuid)
    const elements = await calls.elementsOf(uuid)
    expect(elements).toHaveLength(10)
    expect(new Set(elements.map(({ status }) => status))).toEqual(new Set(['published']))
    const params = { uuid, edition: edition ?? 0 }
    const newest = await world.call(drafts.showMapEdition, { ...as(owner), params })
    expect(newest.body.data.document).toEqual(draft.document)
  })
})

describe('an event that took an edition', () => {
  it('keeps its seats whatever is written, and neither its edition nor its map changes', async () => {
    const document = growingHall({ categories: hall().categories.slice(0, 1) })
    const { event, map } = await seatedEvent(world, owner, document)
    const params = { uuid: event.uuid }
    const state = async () => ({
      seating: (await world.call(showSeating, { ...as(owner), params })).body.data,
      edition: (await world.call(drafts.showMapEdition, { ...as(owner), params: { uuid: map, edition: 1 } })).body.data,
      seats: (await sql`select * from event_seats where event_id = ${event.uuid} order by 1, 2, 3`.execute(world.db))
        .rows,
    })
    const before = await state()
    expect(before.seats).toHaveLength(10)
    const [first] = await calls.sectionsOf(map)
    const [seat] = await calls.elementsOf(map)
    await calls.create({ section_uuid: first?.uuid ?? '', row: 'א׳' })
    await calls.patch(seat?.uuid ?? '', { label: 'X' })
    const params2 = { uuid: first?.uuid ?? '' }
    await world.call(parts.deleteMapSection, { ...as(owner), params: params2, query: { with_places: 'true' } })
    expect(await calls.elementsOf(map)).toEqual([])
    expect(await state()).toEqual(before)
  })
})
