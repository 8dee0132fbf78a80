import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { eventOnSale } from '../../testing/events.ts'
import { producer } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { openReplicaPool } from './db.ts'
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

  it('a read whose connection to the replica breaks is repeated on the primary', async () => {
    const pool = openReplicaPool(`${world.url}?application_name=other`, log, 2)
    const replica = openReplica(world.db, pool.db, log)
    expect(await until(replica.isUsable)).toBe(true)
    expect(await replica.read(applicationOf)).toBe('other')
    const endConnectionToReplica = async (db: World['db']): Promise<string> => {
      const name = await applicationOf(db)
      if (name === 'other') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
      return name
    }
    expect(await replica.read(endConnectionToReplica)).toBe('kartis')
    replica.close()
    await pool.close()
  })

  it('a read that fails for a reason of its own runs once and leaves the replica in use', async () => {
    const pool = openReplicaPool(world.url, log, 2)
    const replica = openReplica(world.db, pool.db, log)
    expect(await until(replica.isUsable)).toBe(true)
    const dbs: World['db'][] = []
    const failing = async (db: World['db']): Promise<void> => {
      dbs.push(db)
      await sql`select 1 / 0`.execute(db)
    }
    await expect(replica.read(failing)).rejects.toThrow('division by zero')
    expect(dbs).toEqual([pool.db])
    expect(replica.isUsable()).toBe(true)
    replica.close()
    await pool.close()
  })

  it('a database that is no streaming replica is read and reported once', async () => {
    const lines: unknown[] = []
    const pool = openReplicaPool(world.url, log, 2)
    const replica = openReplica(world.db, pool.db, { info: () => undefined, warn: (line: unknown) => lines.push(line) })
    expect(await until(replica.isUsable)).toBe(true)
    await sleep(500)
    expect(lines).toEqual([expect.stringContaining('DATABASE_REPLICA_URL names no streaming replica')])
    replica.close()
    await pool.close()
  })

  it('public reads stay on the primary while the replica is unreachable', async () => {
    const pool = openReplicaPool('postgres://nobody@127.0.0.1:1/nothing', log, 1)
    const replica = openReplica(world.db, pool.db, log)
    expect(await replica.read(applicationOf)).toBe('kartis')
    await sleep(300)
    expect(replica.isUsable()).toBe(false)
    replica.close()
    await pool.close()
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
