import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStandby } from '@kartis/testing/standby.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openReplicaPool } from './db.ts'
import { openLog } from '../observability/log.ts'
import { type EmbeddedPostgres, startEmbedded } from './postgres/embedded.ts'
import { openReplica, type Replica } from './replica.ts'

const log = openLog({ production: true, logLevel: 'silent' })
const TIMEOUT = 120_000

describe('streaming replica', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-standby-'))
  const servers: EmbeddedPostgres[] = []
  const pools: ReturnType<typeof openReplicaPool>[] = []
  let replica: Replica
  let primary: Db
  let standby: Db

  beforeAll(async () => {
    const first = await startEmbedded({ folder: join(folder, 'a'), durable: false })
    servers.push(first)
    await createStandby({ primary: first.ownerUrl, from: join(folder, 'a'), to: join(folder, 'b') })
    const second = await startEmbedded({ folder: join(folder, 'b'), durable: false })
    servers.push(second)
    pools.push(openReplicaPool(first.ownerUrl, log, 2), openReplicaPool(second.ownerUrl, log, 2))
    primary = pools[0]?.db as Db
    standby = pools[1]?.db as Db
    await sql`create table notes (text text)`.execute(primary)
    replica = openReplica(primary, standby, log)
  }, TIMEOUT)
  afterAll(async () => {
    replica?.close()
    for (const { close } of pools) await close()
    for (const server of servers.toReversed()) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }, TIMEOUT)

  const isReplica = async (db: Db): Promise<boolean> =>
    (await sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(db)).rows[0]?.yes ?? false
  const write = (text: string) => sql`insert into notes values (${text})`.execute(primary)
  const until = async (done: () => boolean): Promise<boolean> => {
    for (let tries = 0; tries < 200 && !done(); tries++) await sleep(50)
    return done()
  }

  it('a replica with a small lag serves public reads', async () => {
    await write('first')
    expect(await until(replica.isUsable)).toBe(true)
    expect(await replica.read(isReplica)).toBe(true)
  })

  it('a lagging replica is not read, and is read again when it has caught up', async () => {
    await sql`select pg_wal_replay_pause()`.execute(standby)
    await write('unseen')
    expect(await until(() => !replica.isUsable())).toBe(true)
    expect(await replica.read(isReplica)).toBe(false)
    await sql`select pg_wal_replay_resume()`.execute(standby)
    expect(await until(replica.isUsable)).toBe(true)
    expect(await replica.read(isReplica)).toBe(true)
  })

  it(
    'a stopped replica does not fail a read',
    async () => {
      await servers.pop()?.stop()
      expect(await replica.read(isReplica)).toBe(false)
    },
    TIMEOUT,
  )
})
