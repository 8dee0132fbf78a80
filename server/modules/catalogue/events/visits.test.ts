import { showEvent } from '@kartis/contract/events.ts'
import { recordVisit } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { deleteWatchersBefore } from './visits-queries.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const visit = (event: { uuid: string }, visitor: string, network: string) =>
  world.call(recordVisit, {
    params: { uuid: event.uuid },
    body: { visitor, kind: 'open' },
    headers: { 'x-forwarded-for': network },
  })

const statisticsOf = async (event: { uuid: string }) =>
  (await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid }, query: { append: ['statistics'] } })).body
    .data.statistics

it('600 visitors that one network invents are 20 who watch now and 500 views', async () => {
  const { event } = await eventOnSale(world, owner)
  for (let n = 0; n < 600; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, k) => visit(event, `invented-${n + k}`, '203.0.113.7')))
  const other = await visit(event, 'somebody else', '203.0.113.8')
  expect(other.body.data.watching_now).toBe(21)
  const { visits, watching_now } = (await statisticsOf(event)) ?? {}
  expect(watching_now).toBe(21)
  // Parallel requests may pass the limit together, one for each connection of the pool.
  expect(visits?.count).toBeGreaterThanOrEqual(501)
  expect(visits?.count).toBeLessThanOrEqual(511)
})

it('tabs and the hashes of their networks are deleted when they have been closed for two days', async () => {
  const { event } = await eventOnSale(world, owner)
  await visit(event, 'an old visitor', '203.0.113.7')
  world.clock.advance(60)
  const left = () =>
    world.db.selectFrom('event_watchers').select('visitor').where('event_id', '=', event.uuid).execute()
  await deleteWatchersBefore(world.db, new Date(world.clock.now().getTime() - 120_000))
  expect(await left()).toHaveLength(1)
  await deleteWatchersBefore(world.db, world.clock.now())
  expect(await left()).toEqual([])
})
