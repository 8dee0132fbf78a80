import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { buildIndex } from './build-index.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import { APPLICATION_ROLE } from './postgres/application-role.ts'

let url: string
let client: Client
let drop: () => Promise<void>

beforeEach(async () => {
  const name = `migrating_${newId().replaceAll('-', '')}`
  const admin = new Client({ connectionString: inject('postgresOwner') })
  await admin.connect()
  await admin.query(`create database ${name} owner ${APPLICATION_ROLE}`)
  url = inject('postgres').replace(/\/kartis$/, `/${name}`)
  client = new Client({ connectionString: url })
  await client.connect()
  drop = async () => {
    await client.end()
    // A pool has ended before its connections have: one that is cut off would report it to nobody.
    const open = () => admin.query('select 1 from pg_stat_activity where datname = $1', [name])
    while ((await open()).rowCount !== 0) await sleep(50)
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
})
afterEach(() => drop())

type Up = (db: Kysely<unknown>) => Promise<void>

const running = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) })

const BASE: Record<string, Migration> = { '0001-base': running('create table things (id int, size int)') }

const columns = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = 'things'::regclass and attnum > 0 order by attnum`,
  )
  return rows.map(({ name }) => name)
}

test('of many processes that start together each migration is applied by one, and all of them go on', async () => {
  await migrate(url, BASE)
  const more = {
    ...BASE,
    '0900-a': running('alter table things add column a int'),
    '0901-b': running('alter table things add column b int'),
  }
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(url, more)))
  expect(applied.flat().toSorted()).toEqual(['0900-a', '0901-b'])
  expect(await columns()).toEqual(['id', 'size', 'a', 'b'])
})

test('a migration that waits for a table gives it back to the others, and comes again until it gets it', async () => {
  await migrate(url, BASE)
  const other = new Client({ connectionString: url })
  await other.connect()
  await client.query('begin')
  await client.query('select * from things')
  const migrating = migrate(url, { ...BASE, '0900-a': running('alter table things add column a int') })
  await sleep(300)
  // It stands behind the migration, which stands behind the transaction, which ends after it.
  await other.query('select count(*) from things')
  await client.query('commit')
  expect(await migrating).toEqual(['0900-a'])
  await other.end()
})

test('an index is built while others write, and again after a build that was cut off', async () => {
  await migrate(url, BASE)
  await client.query('insert into things select n, n from generate_series(1, 1000) n')
  const build: Up = (db) => buildIndex(db, { name: 'things_size', on: 'things (size)' })
  let times = 0
  const file = {
    isTransaction: false,
    up: async (db: Kysely<unknown>) => {
      await build(db)
      times += 1
      if (times === 1) throw new Error('cut off')
    },
  }
  const writer = new Client({ connectionString: url })
  await writer.connect()
  await writer.query('begin')
  await writer.query('insert into things values (0, 0)')
  const first = migrate(url, { ...BASE, '0900-index': file }).catch((error: unknown) => error)
  await sleep(300)
  // The build waits for the transaction that writes, and nobody waits for the build.
  await client.query('insert into things values (-1, -1)')
  await writer.query('commit')
  expect(String(await first)).toContain('0900-index failed')
  const all = await Promise.all([
    migrate(url, { ...BASE, '0900-index': file }),
    migrate(url, { ...BASE, '0900-index': file }),
  ])
  expect(all.flat()).toEqual(['0900-index'])
  const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'things_size'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
  await writer.end()
})

test('a version starts on what a later one has added, and not on what it has removed', async () => {
  const later = { ...BASE, '0900-a': running('alter table things add column a int') }
  await migrate(url, BASE)
  await migrate(url, later)
  expect(await migrate(url, BASE)).toEqual([])
  await migrate(url, { ...later, '0901-contract-size': running('alter table things drop column size') })
  await expect(migrate(url, BASE)).rejects.toThrow(
    'another version of Kartis, which applied 0900-a, 0901-contract-size',
  )
  await expect(migrate(url, later)).rejects.toThrow('another version')
})

test('a version does not start on a database of which it knows neither all, nor all that it needs', async () => {
  await migrate(url, { ...BASE, '0900-a': running('select 1') })
  await expect(migrate(url, { ...BASE, '0899-b': running('select 1') })).rejects.toThrow('another version')
})

test('a migration that fails keeps nothing of itself, and those before it', async () => {
  await migrate(url, BASE)
  const broken = {
    ...BASE,
    '0900-a': running('alter table things add column a int'),
    '0901-b': running('alter table things add column b int; select 1 / 0'),
  }
  await expect(migrate(url, broken)).rejects.toThrow('The migration 0901-b failed')
  expect(await columns()).toEqual(['id', 'size', 'a'])
  expect(await migrate(url, { ...broken, '0901-b': running('select 1') })).toEqual(['0901-b'])
})
