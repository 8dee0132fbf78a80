import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { inTransaction, type Tx } from './db.ts'
import { isDatabaseAway, isStalePlan } from './error-code.ts'
import { pipeline } from './pipelining-driver.ts'
import { newId } from './ids.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [] })
})
afterAll(() => world.close())

const errorWith = (code: string): Error => Object.assign(new Error(code), { code })

test('a database without space, memory or connections, or one that only reads, is away; an error of the caller is not', async () => {
  const unavailable = ['53100', '53200', '53300', '53400', '58030', '25006', '57P01', '08006', 'ECONNREFUSED', 'EPIPE']
  expect(unavailable.filter((code) => !isDatabaseAway(errorWith(code)))).toEqual([])
  const ours = ['23505', '40001', '40P01', '22003', '42601', '25001', '57014', '58P01']
  expect(ours.filter((code) => isDatabaseAway(errorWith(code)))).toEqual([])
  const error = await inTransaction(world.db, async (write) => {
    await sql`set transaction read only`.execute(write)
    await write.insertInto('users').values({ id: newId(), phone: 'r', first_name: '' }).execute()
  }).catch((failure: unknown) => failure)
  expect(isDatabaseAway(error), String(error)).toBe(true)
})

describe('a table that gets a column while it is read', () => {
  const read = (db: World['db']) => sql<{ n: number }>`select * from growing where n = ${1}`.execute(db)
  /** Every connection of the pool has prepared the statement. */
  const readEverywhere = () => Promise.all(Array.from({ length: 20 }, () => inTransaction(world.db, read)))
  let columns = 0
  const grow = () => sql`alter table growing add column ${sql.raw(`c${columns++}`)} int default 7`.execute(world.db)

  beforeAll(() => sql`create table growing as select 1 as n`.execute(world.db))

  test('does not fail transactions: they run again', async () => {
    await readEverywhere()
    await grow()
    const seen = await readEverywhere()
    expect(new Set(seen.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set(['[{"n":1,"c0":7}]']))
  })

  test('fails at most one statement on its way in each connection, with an error after which callers ask again', async () => {
    await readEverywhere()
    await grow()
    const first = await Promise.allSettled(Array.from({ length: 8 }, () => read(world.db)))
    const errors = first.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((error) => !isStalePlan(error))).toEqual([])
    const second = await Promise.all(Array.from({ length: 50 }, () => read(world.db)))
    expect(second.every(({ rows }) => rows.length === 1)).toBe(true)
  })
})

describe('inTransaction', () => {
  test('a transaction is repeated after a deadlock, and not after other errors', async () => {
    let runs = 0
    await inTransaction(world.db, async () => {
      runs += 1
      if (runs < 3) throw errorWith('40P01')
    })
    expect(runs).toBe(3)
    await expect(
      inTransaction(world.db, async () => {
        runs += 1
        throw errorWith('23505')
      }),
    ).rejects.toThrow('23505')
    expect(runs).toBe(4)
  })

  test('two transactions that deadlock both commit, each once', async () => {
    const [a, b] = [newId(), newId()]
    await world.db
      .insertInto('users')
      .values([
        { id: a, phone: 'a', first_name: '' },
        { id: b, phone: 'b', first_name: '' },
      ])
      .execute()
    const touch = (first: string, second: string) =>
      inTransaction(world.db, async (tx) => {
        for (const id of [first, second]) {
          await sql`update users set first_name = first_name || 'x' where id = ${id}`.execute(tx)
          await sql`select pg_sleep(0.05)`.execute(tx)
        }
      })
    await Promise.all([touch(a, b), touch(b, a)])
    const rows = await world.db
      .selectFrom('users')
      .select('first_name')
      .where('id', '=', sql<string>`any(${[a, b]}::uuid[])`)
      .execute()
    expect(rows.map((row) => row.first_name)).toEqual(['xx', 'xx'])
  })

  test('a nested transaction joins the outer one and is rolled back with it', async () => {
    const id = newId()
    await expect(
      inTransaction(world.db, async (outer) => {
        await inTransaction(outer, (tx) => tx.insertInto('users').values({ id, phone: 'gone' }).execute())
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await world.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()).toBeUndefined()
  })
})

describe('pipeline', () => {
  const insertUser = (tx: Tx, id: string, phone: string) =>
    pipeline(tx, sql<{ phone: string }>`insert into users (id, phone) values (${id}, ${phone}) returning phone`)
  const phonesOf = async (...ids: string[]) =>
    (
      await sql<{ phone: string }>`select phone from users where id = any(${ids}::uuid[]) order by id`.execute(world.db)
    ).rows.map((row) => row.phone)

  test('pipelined statements are committed in order, and their results can be read after the commit', async () => {
    const [a, b] = [newId(), newId()]
    const result = await inTransaction(world.db, async (tx) => {
      const first = await insertUser(tx, a, 'ahead a')
      await pipeline(tx, sql`update users set phone = phone || '!' where id = ${a}`)
      await insertUser(tx, b, 'ahead b')
      return first
    })
    expect((await result()).rows).toEqual([{ phone: 'ahead a' }])
    expect(await phonesOf(a, b)).toEqual(['ahead a!', 'ahead b'])
  })

  test('a failed pipelined statement fails the whole transaction with its own error', async () => {
    const [a, b, c] = [newId(), newId(), newId()]
    const failing = (last: (tx: Tx) => Promise<unknown>) =>
      inTransaction(world.db, async (tx) => {
        await tx.insertInto('users').values({ id: a, phone: 'before' }).execute()
        await pipeline(tx, sql`select 1 / 0`)
        await insertUser(tx, b, 'behind')
        await last(tx)
      })
    await expect(failing(async () => undefined)).rejects.toThrow('division by zero')
    await expect(
      failing((tx) => tx.insertInto('users').values({ id: c, phone: 'waited for' }).execute()),
    ).rejects.toThrow('division by zero')
    expect(await phonesOf(a, b, c)).toEqual([])
    expect((await sql<{ n: number }>`select 1 as n`.execute(world.db)).rows).toEqual([{ n: 1 }])
  })

  test('a pipelined statement is rolled back with its transaction', async () => {
    const id = newId()
    await expect(
      inTransaction(world.db, async (tx) => {
        await insertUser(tx, id, 'given up')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await phonesOf(id)).toEqual([])
  })

  test('pipelined statements are repeated with their transaction after a deadlock', async () => {
    const [a, b] = [newId(), newId()]
    await inTransaction(world.db, async (tx) => {
      await insertUser(tx, a, 'pair a')
      await insertUser(tx, b, 'pair b')
    })
    const touch = (first: string, second: string) =>
      inTransaction(world.db, async (tx) => {
        for (const id of [first, second]) {
          await pipeline(tx, sql`update users set first_name = coalesce(first_name, '') || 'x' where id = ${id}`)
          await pipeline(tx, sql`select pg_sleep(0.05)`)
        }
      })
    await Promise.all([touch(a, b), touch(b, a)])
    const { rows } = await sql<{ first_name: string }>`
      select first_name from users where id = any(${[a, b]}::uuid[])`.execute(world.db)
    expect(rows.map((row) => row.first_name)).toEqual(['xx', 'xx'])
  })

  test('a pipelined statement is refused outside a transaction', async () => {
    await expect(pipeline(world.db as Tx, sql`select 1`)).rejects.toThrow('within a transaction')
  })
})

describe('connections', () => {
  test('statements are prepared once by name; plans of the main pool are generic, those of the report pool are not', async () => {
    for (let i = 0; i < 3; i++) await world.db.selectFrom('users').select('id').where('phone', '=', `n${i}`).execute()
    await inTransaction(world.db, async (tx) => {
      for (let i = 0; i < 3; i++) await tx.selectFrom('users').select('id').where('phone', '=', `n${i}`).execute()
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from pg_prepared_statements where statement like 'select "id" from "users" where "phone"%'`.execute(
        tx,
      )
      expect(rows[0]?.n).toBe(1)
    })
    const mode = async (db: World['db']) =>
      (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(db)).rows[0]?.plan_cache_mode
    expect(await mode(world.db)).toBe('force_generic_plan')
    expect(await mode(world.platform.reportDb)).toBe('auto')
  })

  test('a date has no time zone', async () => {
    const id = newId()
    await world.db.insertInto('users').values({ id, phone: 'd', date_birth: '1990-03-29' }).execute()
    const row = await world.db.selectFrom('users').select('date_birth').where('id', '=', id).executeTakeFirst()
    expect(row?.date_birth).toBe('1990-03-29')
  })

  test('a connection is usable after an error', async () => {
    await expect(sql`select 1 / 0`.execute(world.db)).rejects.toThrow('division by zero')
    expect((await sql<{ n: number }>`select 1 as n`.execute(world.db)).rows).toEqual([{ n: 1 }])
  })

  describe('that break', () => {
    /** Ends the backend of the current transaction from another connection. */
    const breakConnection = async (tx: Tx): Promise<void> => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(world.platform.reportDb)
      // The socket closes a moment after the server has ended the session.
      await sleep(50)
    }
    const answers = async () => (await sql<{ n: number }>`select 1 as n`.execute(world.db)).rows

    test('a connection that ends between two statements of a transaction fails that transaction only', async () => {
      const id = newId()
      const error = await inTransaction(world.db, async (tx) => {
        await tx.insertInto('users').values({ id, phone: 'lost' }).execute()
        await breakConnection(tx)
        await tx.updateTable('users').set({ first_name: 'x' }).where('id', '=', id).execute()
      }).catch((failure: unknown) => failure)
      expect(isDatabaseAway(error), String(error)).toBe(true)
      expect(await answers()).toEqual([{ n: 1 }])
      expect(await world.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()).toBeUndefined()
    })

    test('a connection that ends during a statement fails that statement with an error that is known as an outage', async () => {
      const outcome = inTransaction(world.db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        const sleeping = sql`select pg_sleep(5)`.execute(tx)
        // It fails before it is awaited.
        sleeping.catch(() => undefined)
        await sleep(100)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.platform.reportDb)
        await sleeping
      }).catch((failure: unknown) => failure)
      expect(isDatabaseAway(await outcome), String(await outcome)).toBe(true)
      expect(await answers()).toEqual([{ n: 1 }])
    })

    test('connections of the report pool may end too, in use and idle', async () => {
      const { reportDb } = world.platform
      const error = await inTransaction(reportDb, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(world.db)
        await sleep(50)
        await sql`select 1`.execute(tx)
      }).catch((failure: unknown) => failure)
      expect(isDatabaseAway(error), String(error)).toBe(true)
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and application_name = 'kartis'`.execute(
        world.db,
      )
      await sleep(50)
      expect((await sql<{ n: number }>`select 2 as n`.execute(reportDb)).rows).toEqual([{ n: 2 }])
    })
  })
})
