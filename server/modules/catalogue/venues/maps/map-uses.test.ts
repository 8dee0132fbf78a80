import { deleteVenueMap, showVenueMap } from '@kartis/contract/venue-maps.ts'
import { showSeating } from '@kartis/contract/event-seating.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { producer } from '../../../../testing/people.ts'
import { seatedEvent } from '../../../../testing/seating.ts'
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
