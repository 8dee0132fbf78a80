import { showSeating } from '@kartis/contract/event-seating.ts'
import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import { hall } from '@kartis/seat-map/testing/documents.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineTasks, type TaskRunner } from '../../../../platform/concurrency/task-thread.ts'
import { as } from '../../../../testing/events.ts'
import { growingHall, partCalls } from '../../../../testing/map-parts.ts'
import { producer, type Producer } from '../../../../testing/people.ts'
import { seatedEvent } from '../../../../testing/seating.ts'
import { seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { MAP_TASKS, type MapTasks } from './map-tasks.ts'
import { createMapWork } from './map-work.ts'
import { createPartWriter } from './write-part.ts'

let world: World
let owner: Producer
let calls: ReturnType<typeof partCalls>
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  calls = partCalls(world, owner)
})
afterAll(() => world.close())

const targetOf = (id: string) => ({ accountId: owner.account.id, id, version: undefined })
const saver = () => ({ userId: owner.user.id, now: world.clock.now() })
const newSection = (name: string) => ({ kind: 'add_section', fields: { name, kind: 'rows' } }) as const

/** Work on maps whose tasks are counted, by the account that they are run for. */
const countedWork = () => {
  const tasks = inlineTasks(MAP_TASKS)
  const runs: (string | undefined)[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const worker: TaskRunner<MapTasks> = {
    run: async (name, input, waiter) => {
      runs.push(waiter?.holder)
      resolve()
      return tasks.run(name, input)
    },
  }
  return { runs, begun, work: createMapWork(worker) }
}

describe('writers at once', () => {
  it('lose nothing of each other: every seat of eight is there, with a number and a uuid of its own', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const made = await Promise.all(Array.from({ length: 8 }, () => calls.create({ section_uuid, row: 'א׳' })))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const added = await calls.elementsOf(uuid, 'draft')
    expect(new Set(added.map(({ label }) => label))).toEqual(new Set(made.map(({ body }) => body.data.label)))
    expect(added).toHaveLength(8)
    expect(await calls.mapOf(uuid)).toMatchObject({ draft_seats: 18 })
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

describe('many writers at once', () => {
  it('without a version cost two runs of the thread, lose nothing and get no conflict', async () => {
    const { uuid } = await calls.published()
    const counted = countedWork()
    const writePart = createPartWriter(world.db, counted.work)
    const add = (index: number) => writePart(targetOf(uuid), newSection(`גוש ${index}`), saver())
    const made = [add(0)]
    // The others come while the first is being written.
    await counted.begun
    made.push(...Array.from({ length: 8 }, (_, index) => add(index + 1)))
    expect((await Promise.all(made)).filter(isRefusal)).toEqual([])
    expect(counted.runs).toEqual([owner.account.id, owner.account.id])
    expect(await calls.sectionsOf(uuid, 'draft')).toHaveLength(9)
  })

  it('whose callers have hung up before their turn cost no run, and are not written', async () => {
    const { uuid } = await calls.published()
    const { runs, begun, work } = countedWork()
    const writePart = createPartWriter(world.db, work)
    const left = new AbortController()
    const first = writePart(targetOf(uuid), newSection('ראשון'), saver())
    await begun
    const gone = [2, 3, 4].map((index) => writePart(targetOf(uuid), newSection(`גוש ${index}`), saver(), left.signal))
    left.abort()
    expect(isRefusal(await first)).toBe(false)
    const results = await Promise.all(gone)
    expect(results.map((result) => isRefusal(result) && result.refusal)).toEqual(Array(3).fill('overloaded'))
    expect(runs).toHaveLength(1)
    expect((await calls.sectionsOf(uuid, 'draft')).map(({ name }) => name)).toEqual(['ראשון'])
  })

  it('have each a result of its own: a change that is refused leaves those beside it', async () => {
    const { uuid } = await calls.published()
    const { work } = countedWork()
    const writePart = createPartWriter(world.db, work)
    const { version } = await calls.mapOf(uuid)
    const results = await Promise.all([
      writePart({ ...targetOf(uuid), version: version + 5 }, newSection('מאוחר'), saver()),
      writePart(targetOf(uuid), { kind: 'remove_element', key: 'r99.1' }, saver()),
      writePart(targetOf(uuid), newSection('א'.repeat(2000)), saver()),
      writePart({ ...targetOf(uuid), version }, newSection('ראשון'), saver()),
      writePart({ ...targetOf(uuid), version }, newSection('שני'), saver()),
      writePart(targetOf(uuid), newSection('שלישי'), saver()),
    ])
    expect(results.map((result) => (isRefusal(result) ? result.refusal : 'written'))).toEqual([
      'version_conflict',
      'not_found',
      'validation',
      'written',
      'version_conflict',
      'written',
    ])
    expect(results[4]).toMatchObject({ detail: { version: version + 1 } })
    expect((await calls.sectionsOf(uuid, 'draft')).map(({ name }) => name)).toEqual(['ראשון', 'שלישי'])
  })

  it('of one account are refused from the ninth call on, whatever calls they are, and go on afterwards', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const add = () => calls.create({ section_uuid, row: 'א׳' })
    const replies = await Promise.all(Array.from({ length: 20 }, add))
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(201), count(429)]).toEqual([8, 12])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.error).toMatchObject({ code: 'too_many_requests', detail: { retry_after: 2 } })
    expect(await calls.elementsOf(uuid, 'draft')).toHaveLength(8)
    expect((await add()).status).toBe(201)
  })

  it('take turns with another account, which does not wait for all of them', async () => {
    const other = await producer(world)
    const own = await seatMap(world, owner, 'stadium')
    const small = await seatMap(world, other, 'small_hall')
    const done: string[] = []
    const check = async (who: Producer, uuid: string, name: string) => {
      expect((await world.call(drafts.checkMapDraft, { ...as(who), params: { uuid } })).status).toBe(200)
      done.push(name)
    }
    await Promise.all([
      ...Array.from({ length: 6 }, () => check(owner, own.uuid, 'many')),
      check(other, small.uuid, 'other'),
    ])
    expect(done.indexOf('other')).toBeLessThan(3)
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
