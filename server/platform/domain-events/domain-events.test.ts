import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { inTransaction, type Tx } from '../database/db.ts'
import { newId } from '../database/ids.ts'
import { type JobsSetup, openJobs } from '../jobs/jobs.ts'
import { createDomainEvents, type DomainEvent, type DomainEvents } from './domain-events.ts'
import { peek } from './events-queries.ts'
import { RETRY_JOB } from './reader.ts'

declare module './event-types.ts' {
  interface DomainEventData {
    'test.happened': { readonly n: number }
    'test.ignored': { readonly n: number }
  }
}

type Happened = DomainEvent<'test.happened'>

let world: World
const opened: (() => Promise<void>)[] = []
beforeAll(async () => {
  world = await openWorld({ modules: [] })
  await sql`create table handled (n int not null)`.execute(world.db)
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  await sql`truncate handled, events_log, event_cursors`.execute(world.db)
  await sql`delete from jobs.job where name = ${RETRY_JOB}`.execute(world.db)
})
afterAll(() => world.close())

const quiet: JobsSetup['log'] = { warn: () => undefined, error: () => undefined }

const write = async (tx: Tx, events: readonly Happened[]): Promise<void> => {
  for (const { data } of events) await sql`insert into handled values (${data.n})`.execute(tx)
}

/** One process of the installation: its own jobs and readers on the world's database. */
const openProcess = async (handle = write) => {
  const jobs = openJobs({ connectionString: world.url, db: world.db, log: quiet, work: false })
  const events = createDomainEvents({ db: world.db, jobs, log: quiet, clock: world.clock.now })
  events.subscribe({ name: 'test', types: ['test.happened'], handle })
  await jobs.start()
  opened.push(async () => {
    await events.stop()
    await jobs.stop(1)
  })
  return { events, jobs }
}

const happen = (events: DomainEvents, tx: Tx | World['db'], ...numbers: number[]) =>
  events.append(
    tx,
    numbers.map((n) => ({ type: 'test.happened', at: world.clock.now(), subject: newId(), data: { n } })),
  )

const handled = async (): Promise<number[]> => {
  const { rows } = await sql<{ n: number }>`select n from handled order by ctid`.execute(world.db)
  return rows.map(({ n }) => n)
}

const until = async (count: number): Promise<number[]> => {
  for (let tries = 0; tries < 400 && (await handled()).length < count; tries++) await sleep(25)
  return handled()
}

/** A transaction that stays open until it is released. */
const held = (act: (tx: Tx) => Promise<void>) => {
  const gate = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const end = inTransaction(world.db, async (tx) => {
    await act(tx)
    ready.resolve()
    await gate.promise
  })
  return {
    ready: ready.promise,
    release: () => {
      gate.resolve()
      return end
    },
  }
}

describe('a domain event', () => {
  it('exists if and only if its transaction commits', async () => {
    const { events } = await openProcess()
    await inTransaction(world.db, (tx) => happen(events, tx, 1))
    await inTransaction(world.db, async (tx) => {
      await happen(events, tx, 2)
      throw new Error('rolled back')
    }).catch(() => undefined)
    await events.drain()
    expect(await handled()).toEqual([1])
  })

  it('reaches a subscription in the order of the append and once', async () => {
    const { events } = await openProcess()
    await happen(events, world.db, 1, 2, 3)
    await events.append(world.db, [{ type: 'test.ignored', at: world.clock.now(), subject: newId(), data: { n: 9 } }])
    await happen(events, world.db, 4)
    await events.drain()
    await events.drain()
    expect(await handled()).toEqual([1, 2, 3, 4])
  })

  it('of a transaction that commits late is not passed by events with later ids', async () => {
    const { events } = await openProcess()
    const late = held((tx) => happen(events, tx, 1))
    await late.ready
    await happen(events, world.db, 2)
    const draining = events.drain()
    await sleep(150)
    expect(await handled()).toEqual([])
    await late.release()
    await draining
    expect(await handled()).toEqual([1, 2])
  })

  it('is handled within a moment of its commit by the process that wrote it', async () => {
    const { events } = await openProcess()
    await events.start()
    await sleep(50)
    const took: number[] = []
    for (let number = 1; number <= 4; number++) {
      const began = Date.now()
      await inTransaction(world.db, (tx) => happen(events, tx, number))
      expect(await until(number)).toContain(number)
      took.push(Date.now() - began)
    }
    // Without being told, a reader looks every two seconds at most; a busy machine may be late once.
    expect(Math.min(...took)).toBeLessThan(900)
  })
})

describe('a subscription', () => {
  it('repeats a batch whose process dies before the commit, with no effect of the first try', async () => {
    let crashes = 1
    const { events, jobs } = await openProcess(async (tx, batch) => {
      await write(tx, batch)
      // 57P01 is what PostgreSQL answers when it ends a connection.
      if (crashes-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    })
    await happen(events, world.db, 1, 2)
    await expect(events.drain()).rejects.toThrow('terminating connection')
    expect(await handled()).toEqual([])
    await events.drain()
    expect(await handled()).toEqual([1, 2])
    expect(await jobs.drain({ names: [RETRY_JOB], later: true })).toEqual({ completed: 0, failed: 0 })
  })

  it('handles each event once when two processes read at the same time', async () => {
    const [first, second] = [await openProcess(), await openProcess()]
    await Promise.all([first.events.start(), second.events.start()])
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    await Promise.all(
      numbers.map((n) => inTransaction(world.db, (tx) => happen(n % 2 ? first.events : second.events, tx, n))),
    )
    expect((await until(60)).toSorted((a, b) => a - b)).toEqual(numbers)
    await sleep(100)
    expect(await handled()).toHaveLength(60)
  })

  it('handles the events of a steady load in batches, not one by one', async () => {
    let [small, read] = [0, 0]
    const { events } = await openProcess(async (_tx, batch) => {
      read += batch.length
      if (batch.length < 500) small += 1
    })
    await events.start()
    const began = Date.now()
    let count = 0
    const appendForAWhile = async () => {
      while (Date.now() - began < 700) await happen(events, world.db, count++)
    }
    await Promise.all(Array.from({ length: 4 }, appendForAWhile))
    await expect.poll(() => read, { timeout: 20_000 }).toBe(count)
    // A batch of 500 is full; after any other a reader pauses for 200 ms.
    expect(small).toBeLessThanOrEqual((Date.now() - began) / 200 + 1)
  })

  it('is looked for by the key of the log, however many events a subscription has read', async () => {
    const { events } = await openProcess()
    await happen(events, world.db, ...Array.from({ length: 3000 }, (_, n) => n))
    await events.drain()
    const plan = await inTransaction(world.db, async (tx) => {
      expect(await peek(tx, 'test')).toEqual({ ready: false, waiting: false })
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like ${'%from event_cursors c%'}`.execute(tx)
      return await sql.raw(`explain (generic_plan) ${rows[0]?.statement ?? ''}`).execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain('Index')
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on events_log')
  })

  it('goes on past an event whose handler fails, and retries that one until it succeeds', async () => {
    let broken = true
    const { events, jobs } = await openProcess(async (tx, batch) => {
      if (broken && batch.some(({ data }) => data.n === 2)) throw new Error('cannot handle 2')
      await write(tx, batch)
    })
    await happen(events, world.db, 1, 2, 3)
    await events.drain()
    expect(await handled()).toEqual([1, 3])
    expect(await jobs.drain({ names: [RETRY_JOB] })).toEqual({ completed: 0, failed: 1 })
    broken = false
    await jobs.drain({ names: [RETRY_JOB], later: true })
    expect(await handled()).toEqual([1, 3, 2])
  })

  it('leaves an event whose handler always fails as a dead letter', async () => {
    const { events, jobs } = await openProcess(async () => {
      throw new Error('cannot handle it')
    })
    await happen(events, world.db, 7)
    await events.drain()
    for (let tries = 0; tries < 10; tries++) await jobs.drain({ names: [RETRY_JOB], later: true })
    const dead = await jobs.dead()
    expect(dead.map(({ name, error }) => ({ name, error }))).toContainEqual({
      name: RETRY_JOB,
      error: 'cannot handle it',
    })
  })
})

describe('the log of events', () => {
  it('loses old events only once every subscription has read them', async () => {
    const { events, jobs } = await openProcess()
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from events_log`.execute(world.db)).rows[0]?.n
    await happen(events, world.db, 1)
    await events.drain()
    await happen(events, world.db, 2)
    world.clock.advance(15 * 86_400)
    await jobs.enqueue(world.db, 'domain_events.cleanup', {})
    await jobs.drain({ names: ['domain_events.cleanup'] })
    expect(await count()).toBe(1)
    await events.drain()
    await jobs.enqueue(world.db, 'domain_events.cleanup', {})
    await jobs.drain({ names: ['domain_events.cleanup'] })
    expect(await count()).toBe(0)
    expect(await handled()).toEqual([1, 2])
  })

  it('that was restored from a cluster with later transaction ids is read on where its readers stood', async () => {
    const { events } = await openProcess()
    await happen(events, world.db, 1, 2)
    await events.drain()
    await happen(events, world.db, 3, 4)
    await sql`update events_log set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(world.db)
    await sql`update event_cursors set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(world.db)
    await events.start()
    expect(await until(4)).toEqual([1, 2, 3, 4])
    await happen(events, world.db, 5)
    expect(await until(5)).toEqual([1, 2, 3, 4, 5])
  })
})
