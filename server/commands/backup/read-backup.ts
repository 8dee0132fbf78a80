import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { Platform } from '../../platform/platform.ts'
import { codeOf } from '../../platform/database/error-code.ts'
import { migrate, migrateTo } from '../../platform/database/migrate.ts'
import { type Keys, openKeys, SealError } from '../../platform/security/keys.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { CommandError, withPlatformOn } from '../command.ts'
import { columns, inDependencyOrder, otherUsers, references, tables, type WaitingJob } from './catalog-queries.ts'
import { decryptStream, isEncrypted } from './encrypted-stream.ts'
import { type Entry, readTar } from './tar.ts'
import { replaceDatabase } from './replace.ts'
import { keyFingerprint, type Manifest } from './write-backup.ts'

const ANOTHER_KEY =
  'This installation has another master key: put the key of the backup into KARTIS_KEY, or its file into DATA_DIR/keys/master.key.'

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** An archive on disk, and the keys that open it; those of earlier versions are not encrypted. */
export interface Archive {
  readonly path: string
  readonly keys: Keys
}

const beginningOf = async (path: string): Promise<Uint8Array> => {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64))
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${codeOf(error) || 'unknown error'}).`, { cause: error })
  } finally {
    await file?.close()
  }
}

const isGzip = (beginning: Uint8Array): boolean => beginning[0] === 0x1f && beginning[1] === 0x8b

async function* entriesOf({ path, keys }: Archive): AsyncGenerator<Entry> {
  const beginning = await beginningOf(path)
  if (!isEncrypted(beginning) && !isGzip(beginning)) throw new CommandError(`${path} is not a backup of Kartis.`)
  const bytes = createReadStream(path)
  const compressed = isEncrypted(beginning) ? Readable.from(decryptStream(keys)(bytes)) : bytes
  // An error of the file or of its decryption is the error of the archive.
  yield* readTar(pipeline(compressed, createGunzip(), () => undefined))
}

/**
 * The manifest is the last entry. The whole archive is read and verified: one that is truncated, that was changed or that
 * another key encrypted is refused before anything is changed.
 */
export const readManifest = async (archive: Archive): Promise<Manifest> => {
  let manifest: Manifest | undefined
  try {
    for await (const { name, bytes } of entriesOf(archive)) {
      if (name === 'manifest.json') manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as Manifest
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof SealError) throw new CommandError(ANOTHER_KEY, { cause: error })
    throw new CommandError(`${archive.path} cannot be restored: ${(error as Error).message}.`, { cause: error })
  }
  if (!manifest) throw new CommandError(`${archive.path} cannot be restored: it has no manifest, so it is incomplete.`)
  if (keyFingerprint(archive) !== manifest.key) throw new CommandError(ANOTHER_KEY)
  return manifest
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
const fillTables = async (db: Kysely<never>, archive: Archive, counts: Manifest['tables']): Promise<void> => {
  const links = await references(db)
  const pending = new Set(inDependencyOrder(await tables(db), links).filter((name) => counts[name]))
  const missingRows = (name: string) =>
    new CommandError(`${archive.path} cannot be restored: rows of ${name} are missing.`)
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
    for await (const { name, bytes } of entriesOf(archive)) {
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

const fill = async (db: Kysely<never>, archive: Archive, manifest: Manifest): Promise<void> => {
  await sql`truncate ${sql.join((await tables(db)).map((name) => sql.id(name)))}`.execute(db)
  await fillTables(db, archive, manifest.tables)
  for (const { name, value } of manifest.sequences) {
    const { rows } = await sql<{ relation: string | null }>`select to_regclass(${name})::text as relation`.execute(db)
    if (rows[0]?.relation) await sql`select setval(${name}, ${value}::bigint)`.execute(db)
  }
}

const restoreFilesAndJobs = async (platform: Platform, archive: Archive): Promise<void> => {
  for await (const { name, bytes } of entriesOf(archive)) {
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
 * version; when any of it fails the database is unchanged. Refuses, before anything is changed, an archive
 * that is truncated, was changed or belongs to another master key, and a database that is in use or has users (unless `force`).
 */
export const restoreBackup = async (
  settings: Settings,
  url: string,
  path: string,
  force: boolean,
): Promise<Manifest> => {
  const archive = { path, keys: openKeys({ masterKey: settings.key, dataDir: settings.dataDir }) }
  const manifest = await readManifest(archive)
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
      await fill(db, archive, manifest)
      await migrate(url)
      await withPlatformOn(settings, url, (platform) => restoreFilesAndJobs(platform, archive))
    }),
  )
  return manifest
}
