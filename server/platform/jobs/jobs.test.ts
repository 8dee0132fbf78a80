import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { inTransaction } from '../database/db.ts'
import { openJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'

let world: World
const opened: Jobs[] = []
beforeAll(async () => {
  world = await openWorld({ modules: [] })
  await sql`create table done (id text not null)`.execute(world.db)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop(5)))
  await sql`truncate done`.execute(world.db)
})
afterAll(() => world.close())

const silentLog = { warn: () => undefined, error: () => undefined }
const open = async (
  define: (jobs: Jobs) => void,
  work = false,
  options: { readonly maxParallel?: number; readonly monitorSeconds?: number } = {},
): Promise<Jobs> => {
  const jobs = openJobs({
    connectionString: world.url,
    db: world.db,
    log: silentLog,
    work,
    ...options,
  })
  define(jobs)
  await jobs.start()
  opened.push(jobs)
  return jobs
}
const doneIds = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from done order by id`.execute(world.db)
  return rows.map(({ id }) => id)
}

describe('job', () => {
  it('a job exists if and only if the transaction that enqueued it commits', async () => {
    const seen: string[] = []
    const jobs = await open((all) => all.define<{ id: string }>('t-commit', async ({ id }) => seen.push(id)))
    await inTransaction(world.db, (tx) => jobs.enqueue(tx, 't-commit', { id: 'kept' }))
    await inTransaction(world.db, async (tx) => {
      await jobs.enqueue(tx, 't-commit', { id: 'lost' })
      throw new Error('roll back')
    }).catch(() => undefined)
    expect(await jobs.drain({ names: ['t-commit'] })).toEqual({ completed: 1, failed: 0 })
    expect(seen).toEqual(['kept'])
  })

  it('a job whose process was killed in the middle is retried by another process', async () => {
    const define = (jobs: Jobs): void =>
      jobs.define<{ id: string }>(
        't-lost',
        async ({ id }) => void (await sql`insert into done values (${id})`.execute(world.db)),
        { retryDelay: 1 },
      )
    const jobs = await open(define)
    await jobs.enqueue(world.db, 't-lost', { id: 'lost' })
    // As a process leaves it that fetched it and was killed.
    await sql`update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
      where name = 't-lost'`.execute(world.db)
    await open(define, true, { monitorSeconds: 1 })
    await expect.poll(doneIds, { timeout: 15_000 }).toEqual(['lost'])
  })

  it('a job is retried when its handler throws, sees its last attempt, and becomes a dead letter after it', async () => {
    const attempts: [number, boolean][] = []
    const jobs = await open((all) =>
      all.define<{ id: string }>(
        't-dies',
        async (_, { attempt, last }) => {
          attempts.push([attempt, last])
          throw new Error(`failure ${attempt}`)
        },
        { retries: 2 },
      ),
    )
    await jobs.enqueue(world.db, 't-dies', { id: 'x' })
    expect(await jobs.drain({ names: ['t-dies'] })).toEqual({ completed: 0, failed: 1 })
    await jobs.drain({ names: ['t-dies'], later: true })
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
    expect(await jobs.dead()).toMatchObject([{ name: 't-dies', data: { id: 'x' }, error: 'failure 3' }])
    expect(await jobs.requeueDead()).toBe(1)
    await jobs.drain({ names: ['t-dies'] })
    expect(attempts.at(-1)).toEqual([1, false])
    expect(await jobs.dead()).toEqual([])
  })

  it('a failed job does not affect the others of its fetch', async () => {
    const jobs = await open((all) =>
      all.define<{ id: string }>('t-neighbours', async ({ id }) => {
        if (id === 'b') throw new Error('b')
        await sql`insert into done values (${id})`.execute(world.db)
      }),
    )
    await jobs.enqueueMany(world.db, 't-neighbours', [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(await jobs.drain({ names: ['t-neighbours'] })).toEqual({ completed: 2, failed: 1 })
    expect(await doneIds()).toEqual(['a', 'c'])
  })

  it('a transactional job keeps nothing of a failed attempt and writes exactly once', async () => {
    const jobs = await open((all) =>
      all.defineTransactional<{ id: string }>('t-once', async ({ id }, tx, { attempt }) => {
        await sql`insert into done values (${`${id}${attempt}`})`.execute(tx)
        if (attempt === 1) throw new Error('after the write')
      }),
    )
    await jobs.enqueue(world.db, 't-once', { id: 'a' })
    await jobs.drain({ names: ['t-once'], later: true })
    expect(await doneIds()).toEqual(['a2'])
    expect(await jobs.drain({ names: ['t-once'], later: true })).toEqual({ completed: 0, failed: 0 })
  })

  it('a job that is not due yet waits', async () => {
    const jobs = await open((all) => all.define('t-later', async () => undefined))
    await jobs.enqueue(world.db, 't-later', {}, { after: new Date(Date.now() + 60_000) })
    expect(await jobs.drain({ names: ['t-later'] })).toEqual({ completed: 0, failed: 0 })
    expect(await jobs.drain({ names: ['t-later'], later: true })).toEqual({ completed: 1, failed: 0 })
  })

  it('a unique job waits once for each key', async () => {
    const jobs = await open((all) => all.define('t-unique', async () => undefined, { unique: true }))
    for (const key of ['a', 'a', 'b', 'a']) await jobs.enqueue(world.db, 't-unique', { key }, { key })
    expect(await jobs.drain({ names: ['t-unique'] })).toEqual({ completed: 2, failed: 0 })
  })

  it('a job with a higher priority starts first', async () => {
    const order: string[] = []
    const jobs = await open((all) => all.define<{ id: string }>('t-order', async ({ id }) => order.push(id)))
    await jobs.enqueue(world.db, 't-order', { id: 'slow' })
    await jobs.enqueue(world.db, 't-order', { id: 'urgent' }, { priority: 10 })
    await jobs.drain({ names: ['t-order'] })
    expect(order).toEqual(['urgent', 'slow'])
  })
})

describe('process that runs jobs', () => {
  it('a job starts within a second of its commit', async () => {
    let started = 0
    const jobs = await open((all) => all.define('t-fast', async () => void (started = performance.now())), true)
    await sleep(300)
    const before = performance.now()
    await jobs.enqueue(world.db, 't-fast', {})
    await expect.poll(() => started, { timeout: 5000, interval: 5 }).toBeGreaterThan(0)
    expect(started - before).toBeLessThan(1000)
  })

  it('thousands of jobs are enqueued with one statement and run without a pause between fetches', async () => {
    let ran = 0
    const jobs = await open(
      (all) =>
        all.defineBatch(
          't-many',
          async (batch) => {
            ran += batch.length
            return batch.map(({ id }) => ({ id, ok: true }))
          },
          { batch: 200 },
        ),
      true,
    )
    await jobs.enqueueMany(
      world.db,
      't-many',
      Array.from({ length: 5000 }, (_, id) => ({ id })),
    )
    await expect.poll(() => ran, { timeout: 10_000, interval: 20 }).toBe(5000)
  })

  it('a stop waits for the running job', async () => {
    let ended = false
    let started = false
    const jobs = await open(
      (all) =>
        all.define('t-graceful', async () => {
          started = true
          await sleep(600)
          ended = true
        }),
      true,
    )
    await jobs.enqueue(world.db, 't-graceful', {})
    await expect.poll(() => started, { timeout: 5000 }).toBe(true)
    await jobs.stop(10)
    expect(ended).toBe(true)
  })

  it('no more handlers run in parallel than allowed, of one job and of all', async () => {
    let running = 0
    let ended = 0
    let maxRunning = 0
    const handler = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await sleep(20)
      running -= 1
      ended += 1
    }
    const jobs = await open(
      (all) => {
        for (const name of ['t-a', 't-b', 't-c']) all.define(name, handler, { concurrency: 2 })
      },
      true,
      { maxParallel: 3 },
    )
    for (const name of ['t-a', 't-b', 't-c'])
      await jobs.enqueueMany(
        world.db,
        name,
        Array.from({ length: 8 }, () => ({})),
      )
    await expect.poll(() => ended, { timeout: 9000 }).toBe(24)
    expect(maxRunning).toBeLessThanOrEqual(3)
    expect(maxRunning).toBeGreaterThan(1)
  })

  it('each cron has one schedule in Jerusalem time, and schedules that are no longer defined are removed', async () => {
    const old = await open((all) => all.cron('t-old', '0 3 * * *', async () => undefined), true)
    await old.stop(5)
    await open((all) => all.cron('t-cron', '30 7 * * *', async () => undefined), true)
    const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
      select name, cron, timezone from jobs.schedule`.execute(world.db)
    expect(rows).toEqual([{ name: 't-cron', cron: '30 7 * * *', timezone: 'Asia/Jerusalem' }])
  })
})

describe('define', () => {
  it('a job cannot be defined twice', () => {
    const jobs = openJobs({ connectionString: world.url, db: world.db, log: silentLog, work: false })
    jobs.define('t-twice', async () => undefined)
    expect(() => jobs.define('t-twice', async () => undefined)).toThrow(/defined twice/)
  })
})
