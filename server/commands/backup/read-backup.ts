import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { Platform } from '../../platform/platform.ts'
import { migrate, migrateTo } from '../../platform/database/migrate.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { CommandError, withPlatformOn } from '../command.ts'
import { columns, inDependencyOrder, otherUsers, references, tables, type WaitingJob } from './catalog-queries.ts'
import { type Entry, readTar } from './tar.ts'
import { replaceDatabase } from './replace.ts'
import { keyFingerprint, type Manifest } from './write-backup.ts'

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

const entriesOf = (path: string): AsyncGenerator<Entry> => readTar(createReadStream(path).pipe(createGunzip()))

/** The manifest is the last entry. An archive without one is truncated and is refused before anything is changed. */
export const readManifest = async (path: string): Promise<Manifest> => {
  try {
    for await (const { name, bytes } of entriesOf(path)) {
      if (name === 'manifest.json') return JSON.parse(Buffer.from(bytes).toString('utf8')) as Manifest
    }
  } catch (error) {
    throw new CommandError(`${path} cannot be restored: ${(error as Error).message}.`, { cause: error })
  }
  throw new CommandError(`${path} cannot be restored: it has no manifest, so it is incomplete.`)
}

const withDb = async <T>(url: string, act: (db: Kysely<never>) => Promise<T>): Promise<T> => {
  const pool = new Pool({
    connectionString: url,
    max: 2,
    application_name: 'kartis restore',
    options: '-c timezone=UTC',
  })
  pool.on('error', () => undefined)
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await act(db)
  } finally {
    await db.destroy()
  }
}

const hasUsers = async (db: Kysely<never>): Promise<boolean> => {
  const { rows } = await sql<{ relation: string | null }>`select to_regclass('public.users')::text as relation`.execute(
    db,
  )
  if (!rows[0]?.relation) return false
  const users = await sql`select 1 from users limit 1`.execute(db)
  return users.rows.length > 0
}

/** Inserts one part of a table's rows. */
const insertPart = async (db: Kysely<never>, table: string, bytes: Uint8Array): Promise<void> => {
  const names = (await columns(db, table)).map((name) => sql.id(name))
  const rows = `[${Buffer.from(bytes).toString('utf8').split('\n').join(',')}]`
  const list = sql.join(names)
  await sql`insert into ${sql.id(table)} (${list}) overriding system value select ${list} from json_populate_recordset(null::${sql.id(table)}, ${rows}::json)`.execute(
    db,
  )
}

/** The table whose rows an entry holds, if it holds rows. */
const tableOf = (name: string): string | undefined => /^tables\/([^/]+)\//.exec(name)?.[1]

/**
 * Fills the tables whose parents are complete while the archive is read, and reads it again for the others. One pass is
 * enough when parents were written before children. A table that this version does not have is skipped.
 */
const fillTables = async (db: Kysely<never>, path: string, counts: Manifest['tables']): Promise<void> => {
  const links = await references(db)
  const pending = new Set(inDependencyOrder(await tables(db), links).filter((name) => counts[name]))
  const missingRows = (name: string) => new CommandError(`${path} cannot be restored: rows of ${name} are missing.`)
  const isReady = (name: string) =>
    pending.has(name) && !links.some(([child, parent]) => child === name && pending.has(parent))
  const finish = async (name: string | undefined): Promise<void> => {
    if (name === undefined) return
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.id(name)}`.execute(db)
    if (rows[0]?.n !== counts[name]) throw missingRows(name)
    pending.delete(name)
  }
  while (pending.size > 0) {
    const before = pending.size
    let filling: string | undefined
    for await (const { name, bytes } of entriesOf(path)) {
      const table = tableOf(name)
      if (table !== filling) {
        await finish(filling)
        filling = table !== undefined && isReady(table) ? table : undefined
      }
      if (filling !== undefined) await insertPart(db, filling, bytes)
    }
    await finish(filling)
    const [first] = pending
    if (first !== undefined && pending.size === before) throw missingRows(first)
  }
}

const fill = async (db: Kysely<never>, path: string, manifest: Manifest): Promise<void> => {
  await sql`truncate ${sql.join((await tables(db)).map((name) => sql.id(name)))}`.execute(db)
  await fillTables(db, path, manifest.tables)
  for (const { name, value } of manifest.sequences) {
    const { rows } = await sql<{ relation: string | null }>`select to_regclass(${name})::text as relation`.execute(db)
    if (rows[0]?.relation) await sql`select setval(${name}, ${value}::bigint)`.execute(db)
  }
}

const restoreFilesAndJobs = async (platform: Platform, path: string): Promise<void> => {
  for await (const { name, bytes } of entriesOf(path)) {
    if (name.startsWith('files/')) {
      const key = name.slice('files/'.length)
      await platform.files.put(key, bytes, TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    }
    if (name !== 'jobs.ndjson' || bytes.length === 0) continue
    for (const line of Buffer.from(bytes).toString('utf8').split('\n')) {
      const job = JSON.parse(line) as WaitingJob
      await platform.jobs.enqueue(platform.db, job.name, job.data ?? {}, {
        after: new Date(job.start_after),
        ...(job.singleton_key && { key: job.singleton_key }),
        priority: job.priority,
      })
    }
  }
}

/**
 * Replaces database and uploads by a backup. The schema is created as of the backup, filled, and then migrated to this
 * version; when any of it fails the database is unchanged. Refuses, before anything is changed, a truncated archive and a
 * database that is in use or has users (unless `force`).
 */
export const restoreBackup = async (
  settings: Settings,
  url: string,
  path: string,
  force: boolean,
): Promise<Manifest> => {
  const manifest = await readManifest(path)
  await withDb(url, async (db) => {
    if ((await otherUsers(db)) > 0) throw new CommandError('Kartis is running on this database: stop it first.')
    if (!force && (await hasUsers(db)))
      throw new CommandError('This database is not empty: --force puts the backup in its place.')
  })
  const last = manifest.migrations.at(-1)
  if (!last) throw new CommandError(`${path} cannot be restored: it names no migration.`)
  await withDb(url, (db) =>
    replaceDatabase(db, async () => {
      await migrateTo(url, last)
      await fill(db, path, manifest)
      await migrate(url)
      await withPlatformOn(settings, url, (platform) => restoreFilesAndJobs(platform, path))
    }),
  )
  return manifest
}

/** Whether this installation has the master key of the backup. */
export const sameKey = (platform: Pick<Platform, 'keys'>, manifest: Manifest): boolean =>
  keyFingerprint(platform) === manifest.key
