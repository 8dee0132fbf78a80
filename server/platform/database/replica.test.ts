import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { eventOnSale } from '../../testing/events.ts'
import { producer } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { openReads } from './db.ts'
import { openLog } from '../observability/log.ts'
import { behind, openReplica } from './replica.ts'

const log = openLog({ production: true, logLevel: 'silent' })

describe('how far a replica is behind', () => {
  const marks = [
    { at: 1000, place: 10n },
    { at: 1200, place: 20n },
    { at: 1400, place: 30n },
  ]
  it('is the time since it missed the first thing', () => {
    expect(behind(marks, 30n, 1500)).toBe(0)
    expect(behind(marks, 99n, 1500)).toBe(0)
    expect(behind(marks, 15n, 1500)).toBe(300)
    expect(behind(marks, 5n, 1500)).toBe(500)
  })
})

describe('reads of the public', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const until = async (done: () => boolean): Promise<boolean> => {
    for (let tries = 0; tries < 100 && !done(); tries++) await sleep(30)
    return done()
  }
  const applicationOf = async (db: World['db']): Promise<string> => {
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)
    return rows[0]?.name ?? ''
  }

  it('go to the other address while it is near, and to the primary from the moment that it fails', async () => {
    const reads = openReads(`${world.url}?application_name=other`, log, 2)
    const replica = openReplica(world.db, reads.db, log)
    expect(await until(replica.near)).toBe(true)
    expect(await replica.read(applicationOf)).toBe('other')
    await reads.close()
    // The very read that finds it gone is answered by the primary.
    expect(await replica.read(applicationOf)).toBe('kartis')
    expect(await replica.read(applicationOf)).toBe('kartis')
    replica.close()
  })

  it('never leave the primary for an address at which nobody answers', async () => {
    const reads = openReads('postgres://nobody@127.0.0.1:1/nothing', log, 1)
    const replica = openReplica(world.db, reads.db, log)
    expect(await replica.read(applicationOf)).toBe('kartis')
    await sleep(300)
    expect(replica.near()).toBe(false)
    replica.close()
    await reads.close()
  })

  it('show the sale page’s event through a server that has a replica', async () => {
    const other = await openWorld({ env: { DATABASE_REPLICA_URL: world.url } })
    // It replays no log and knows nothing of the other's event: what is asked of it is answered by it.
    const maker = await producer(world)
    const { event } = await eventOnSale(world, maker)
    let status = 404
    for (let tries = 0; tries < 50 && status === 404; tries++) {
      await sleep(50)
      status = (await other.call(showPublicEvent, { params: { uuid: event.uuid } })).status
    }
    expect(status).toBe(200)
    await other.close()
  })
})
