import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { eventOnSale } from '../../testing/events.ts'
import { producer } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { openReads } from './db.ts'
import { openLog } from '../observability/log.ts'
import { lagOf, openReplica } from './replica.ts'

const log = openLog({ production: true, logLevel: 'silent' })

describe('lagOf', () => {
  const samples = [
    { at: 1000, position: 10n },
    { at: 1200, position: 20n },
    { at: 1400, position: 30n },
  ]
  it('the lag is the age of the first change that the replica has not replayed', () => {
    expect(lagOf(samples, 30n, 1500)).toBe(0)
    expect(lagOf(samples, 99n, 1500)).toBe(0)
    expect(lagOf(samples, 15n, 1500)).toBe(300)
    expect(lagOf(samples, 5n, 1500)).toBe(500)
  })
})

describe('public reads', () => {
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

  it('public reads go to the replica while its lag is small, and to the primary as soon as it fails', async () => {
    const reads = openReads(`${world.url}?application_name=other`, log, 2)
    const replica = openReplica(world.db, reads.db, log)
    expect(await until(replica.isUsable)).toBe(true)
    expect(await replica.read(applicationOf)).toBe('other')
    await reads.close()
    // The read that finds the replica unreachable is repeated on the primary.
    expect(await replica.read(applicationOf)).toBe('kartis')
    expect(await replica.read(applicationOf)).toBe('kartis')
    replica.close()
  })

  it('public reads stay on the primary while the replica is unreachable', async () => {
    const reads = openReads('postgres://nobody@127.0.0.1:1/nothing', log, 1)
    const replica = openReplica(world.db, reads.db, log)
    expect(await replica.read(applicationOf)).toBe('kartis')
    await sleep(300)
    expect(replica.isUsable()).toBe(false)
    replica.close()
    await reads.close()
  })

  it('a server with a replica shows an event that exists there', async () => {
    const other = await openWorld({ env: { DATABASE_REPLICA_URL: world.url } })
    // The other server's own database does not have the event, so a reply proves that the replica was read.
    const organiser = await producer(world)
    const { event } = await eventOnSale(world, organiser)
    let status = 404
    for (let tries = 0; tries < 50 && status === 404; tries++) {
      await sleep(50)
      status = (await other.call(showPublicEvent, { params: { uuid: event.uuid } })).status
    }
    expect(status).toBe(200)
    await other.close()
  })
})
