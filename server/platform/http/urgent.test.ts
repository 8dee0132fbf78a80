import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nth, scan, soldEventOf } from '../../testing/check-in.ts'
import { as } from '../../testing/events.ts'
import { producer } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'

const MAIN_CONNECTIONS = 5
const SECONDS = 4

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('a scan and a look at the readiness do not wait behind buyers who wait for a connection', async () => {
  const owner = await producer(world)
  const sold = await soldEventOf(world, owner, 2)
  const ended: string[] = []
  const noteEnd = async (name: string, work: Promise<unknown>): Promise<void> => {
    await work
    ended.push(name)
  }
  // Each connection is taken, and others wait.
  const busy = Array.from({ length: MAIN_CONNECTIONS * 2 }, () => sql`select pg_sleep(${SECONDS})`.execute(world.db))
  await sleep(100)
  const buyer = noteEnd('buyer', world.call(showPublicEvent, { params: { uuid: sold.event.uuid } }))
  const scanned = noteEnd('scan', scan(world, as(owner), sold.event, nth(sold, 1).uuid))
  const ready = noteEnd('readiness', world.http('GET', '/readyz'))
  await Promise.all([scanned, ready])
  expect(ended).not.toContain('buyer')
  await Promise.all([buyer, ...busy])
})
