import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildIndex } from './platform/database/build-index.ts'
import { newId } from './platform/database/ids.ts'
import { migrateTo, ONLINE_FROM } from './platform/database/migrate.ts'
import { APPLICATION_ROLE } from './platform/database/postgres/application-role.ts'
import { breaksOf, HOT_TABLES, readShape } from './testing/online-migrations.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const names = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()
const online = names.filter((name) => name >= ONLINE_FROM)

/**
 * Migrations that break the version before all the same, and why they may: nothing but a `contract` migration, of what no
 * supported version uses any more, belongs here.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {}

interface Migration {
  readonly up: (db: Kysely<unknown>) => Promise<void>
  readonly isTransaction?: boolean
}

let client: Client
let db: Kysely<unknown>
let drop: () => Promise<void>
const statements: string[] = []

beforeAll(async () => {
  const name = `online_${newId().replaceAll('-', '')}`
  const admin = new Client({ connectionString: inject('postgresOwner') })
  await admin.connect()
  await admin.query(`create database ${name} owner ${APPLICATION_ROLE}`)
  const url = inject('postgres').replace(/\/kartis$/, `/${name}`)
  await migrateTo(url, names.findLast((each) => each < ONLINE_FROM) ?? '')
  client = new Client({ connectionString: url })
  await client.connect()
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  drop = async () => {
    await client.end()
    await db.destroy()
    // A pool has ended before its connections have: one that is cut off would report it to nobody.
    const open = () => admin.query('select 1 from pg_stat_activity where datname = $1', [name])
    while ((await open()).rowCount !== 0) await sleep(50)
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
})
afterAll(() => drop?.())

/** What breaks when a migration runs; it stays applied. */
const breaksWhen = async ({ up, isTransaction }: Migration): Promise<string[]> => {
  const before = await readShape(client)
  statements.length = 0
  await (isTransaction === false ? up(db) : db.transaction().execute((tx) => up(tx)))
  return breaksOf(before, await readShape(client), statements)
}

test.each(online)('migration %s runs while servers of the version before sell', async (name) => {
  const migration = (await import(join(FOLDER, `${name}.ts`))) as Migration
  expect(await breaksWhen(migration)).toEqual(ALLOWED[name] ?? [])
})

test('the tables that are written all the time exist', async () => {
  const { tables } = await readShape(client)
  expect(HOT_TABLES.filter((table) => !tables.has(table))).toEqual([])
})

describe('the check of migrations', () => {
  /** What breaks when some statements run; nothing of them is kept. */
  const breaks = async (...texts: readonly string[]): Promise<string[]> => {
    await client.query('begin')
    try {
      const before = await readShape(client)
      for (const text of texts) await client.query(text)
      return breaksOf(before, await readShape(client), texts)
    } finally {
      await client.query('rollback')
    }
  }

  test.each([
    ['drop table scans cascade', 'scans is dropped or renamed'],
    ['alter table scans rename to entries', 'scans is dropped or renamed'],
    ['alter table coupons drop column code cascade', 'coupons.code is dropped or renamed'],
    ['alter table orders rename column total to sum', 'orders.total is dropped or renamed'],
    ['alter table coupons add column note text not null', 'coupons.note is required and has no default'],
    ['alter table orders alter column buyer_name set not null', 'orders.buyer_name may no longer be null'],
    ['alter table orders alter column total type bigint', 'orders.total becomes bigint'],
    ['alter table users alter column language drop default', 'users.language loses its default'],
    [
      'create unique index one_each on venues (account_id)',
      'venues.one_each refuses rows that the version before may write',
    ],
    [
      "alter table acquirer_rows drop constraint acquirer_rows_kind_check, add constraint acquirer_rows_kind_check check (kind in ('charge')) not valid",
      'acquirer_rows.acquirer_rows_kind_check refuses rows that the version before may write',
    ],
    ['create index orders_total on orders (total)', 'an index of orders blocks its writers: use buildIndex'],
    ['create index on tickets using btree (status)', 'an index of tickets blocks its writers: use buildIndex'],
    [
      "update orders set buyer_name = '' where buyer_name is null",
      'rows of orders are written at once: leave it to a job, in pieces',
    ],
    ['delete from messages', 'rows of messages are written at once: leave it to a job, in pieces'],
    ['lock table orders in share mode', 'orders is locked: lock table orders in share mode'],
    [
      'alter table orders add column seen int check (seen > 0)',
      'a column of orders with a check or a reference reads all of it: add the constraint NOT VALID',
    ],
    [
      'alter table payments add column mark uuid default gen_random_uuid()',
      'payments is rewritten for the values of a new column',
    ],
  ])('refuses %s', async (text, reason) => {
    expect(await breaks(text)).toContain(reason)
  })

  test('refuses a constraint of a hot table that is validated at once', async () => {
    const add = 'alter table orders add column seen int, add constraint orders_seen check (seen > 0)'
    expect(await breaks(add)).toEqual([
      'a constraint of orders reads all of it: add it NOT VALID, validate it in the next migration',
    ])
    expect(await breaks(`${add} not valid`, 'alter table orders validate constraint orders_seen')).toEqual([
      'a constraint of orders is validated under the lock that added it: use a migration of its own',
    ])
  })

  test('allows what the version before does not notice', async () => {
    expect(
      await breaks(
        'create table wishes (id uuid primary key, order_id uuid not null)',
        'create index wishes_order on wishes (order_id)',
        "insert into wishes values ('0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002')",
        'update wishes set order_id = id',
        'alter table orders add column wish uuid, add column wishes int not null default 0',
        'alter table orders add constraint orders_wishes check (wishes >= 0) not valid',
        'create unique index wish_of on coupons (id) where false',
        'alter table venues alter column name drop not null',
        `alter table acquirer_rows drop constraint acquirer_rows_kind_check,
          add constraint acquirer_rows_kind_check check (kind in ('charge', 'credit', 'adjustment', 'chargeback', 'rent')) not valid`,
      ),
    ).toEqual(['coupons.wish_of refuses rows that the version before may write'])
  })

  test('sees what the statements of a migration file do', async () => {
    const before = await readShape(client)
    expect(
      await breaksWhen({ up: async (tx) => void (await sql`create index seen on orders (total)`.execute(tx)) }),
    ).toEqual(['an index of orders blocks its writers: use buildIndex'])
    const build = {
      isTransaction: false,
      up: (tx: Kysely<unknown>) => buildIndex(tx, { name: 'seen', on: 'orders (total)' }),
    }
    expect(await breaksWhen(build)).toEqual([])
    expect(await breaksWhen(build), 'it is repeated after it was cut off').toEqual([])
    await client.query('drop index seen')
    expect(await readShape(client)).toEqual(before)
  })
})
