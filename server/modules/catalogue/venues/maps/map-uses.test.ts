import {
  deleteVenueMap,
  listMapEvents,
  listVenueMaps,
  restoreVenueMap,
  showVenueMap,
} from '@kartis/contract/venue-maps.ts'
import { showSeating } from '@kartis/contract/event-seating.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { producer } from '../../../../testing/people.ts'
import { publishEdition, seatedEvent } from '../../../../testing/seating.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a seat map that events use says so and can be archived; the events keep their edition', async () => {
  const owner = await producer(world)
  const { event, map } = await seatedEvent(
    world,
    owner,
    hall({ rows: [row()], categories: hall().categories.slice(0, 1) }),
  )
  const call = { ...as(owner), params: { uuid: map } }
  expect((await world.call(showVenueMap, call)).body.data.events_count).toBe(1)
  expect((await world.call(deleteVenueMap, call)).body.data).toEqual({ done: true, events_count: 1 })
  const seating = await world.call(showSeating, { ...as(owner), params: { uuid: event.uuid } })
  expect(seating.body.data).toMatchObject({ edition: 1, venues_map_uuid: map })
})

const halls = () => hall({ rows: [row()], categories: hall().categories.slice(0, 1) })

test('a seat map names the events that took it, each with its edition, to whom may edit maps', async () => {
  const owner = await producer(world)
  const { event, map } = await seatedEvent(world, owner, halls())
  await publishEdition(world, owner, map, hall({ ...halls(), rows: [row({ label: 'ב׳' })] }))
  const call = { ...as(owner), params: { uuid: map } }
  expect((await world.call(listMapEvents, call)).body.data).toEqual([
    { uuid: event.uuid, name: event.name, starts_at: event.starts_at, status: 'published', edition: 1 },
  ])
  const stranger = await producer(world)
  expect((await world.call(listMapEvents, { ...call, ...as(stranger) })).status).toBe(404)
})

test('an archived seat map is in a list of its own, and comes back with its editions', async () => {
  const owner = await producer(world)
  const { map } = await seatedEvent(world, owner, halls())
  const call = { ...as(owner), params: { uuid: map } }
  const listed = async (archived?: 'true') =>
    (await world.call(listVenueMaps, { ...as(owner), query: { filter: { archived } } })).body.data.map(
      ({ uuid }) => uuid,
    )
  await world.call(deleteVenueMap, call)
  expect([await listed(), await listed('true')]).toEqual([[], [map]])
  expect((await world.call(showVenueMap, call)).status).toBe(404)
  const stranger = await producer(world)
  expect((await world.call(restoreVenueMap, { ...call, ...as(stranger) })).status).toBe(404)
  const answers = await Promise.all([1, 2].map(() => world.call(restoreVenueMap, call)))
  for (const { body } of answers) expect(body.data).toMatchObject({ uuid: map, edition: 1 })
  expect([await listed(), await listed('true')]).toEqual([[map], []])
  expect((await world.call(showVenueMap, call)).body.data.editions).toHaveLength(1)
})
