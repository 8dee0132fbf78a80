import { promises as fs } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import {
  FileMigrationProvider,
  type Migration,
  type MigrationResult,
  type MigrationResultSet,
  Migrator,
} from 'kysely/migration'
import { type Client, Pool } from 'pg'
import { codeOf } from './error-code.ts'
import { withConnection } from './single-connection.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../migrations')
const provider = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER })

/**
 * Migrations whose name sorts from here on run beside the version before: `online-migrations.test.ts` refuses what breaks it.
 * Each is a transaction of its own and waits for locks for a moment only.
 */
export const ONLINE_FROM = '0171'
/** A migration with this in its name removes what earlier versions use: they must have ended, and do not start after it. */
const CONTRACT = /^\d+-contract-/

/** What a migration file may say beside its `up`. */
interface MigrationFile extends Migration {
  /** `false`: it builds indexes while others write (`build-index.ts`), and can be repeated after it was cut off. */
  readonly isTransaction?: boolean
}

const TURN_LOCK = 7_203_915
const TURN_EVERY_MS = 200
/** Who waits for a lock of a table makes everybody else wait behind: better to give up at once and try again. */
const LOCK_LIMIT_MS = 2000
const RETRY_MS = 1000
const PATIENCE_MS = 10 * 60_000
/** Lock timeout, and deadlock. */
const RETRYABLE = new Set(['55P03', '40P01'])

const withMigrator = async <T>(
  url: string,
  act: (migrator: Migrator) => Promise<T>,
  lockLimit = 0,
  files?: Record<string, Migration>,
): Promise<T> => {
  // Connections of its own: a migration may take longer than the server's statement timeout.
  const pool = new Pool({
    connectionString: url,
    max: 2,
    application_name: 'kartis migrate',
    options: `-c timezone=UTC -c lock_timeout=${lockLimit}`,
  })
  // A connection that breaks fails the statement that runs on it; the event says nothing more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await act(
      new Migrator({
        db,
        provider: files ? { getMigrations: async () => files } : provider,
        migrationTableSchema: 'public',
      }),
    )
  } finally {
    await db.destroy()
  }
}

/**
 * One process at a time. It asks again and again instead of waiting in PostgreSQL: a statement that waits has a snapshot,
 * for whose end the concurrent build of an index would wait in turn.
 */
const inTurn = <T>(url: string, act: (client: Client) => Promise<T>): Promise<T> =>
  withConnection(url, async (client) => {
    const request = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TURN_LOCK])
    while (!(await request()).rows[0]?.mine) await sleep(TURN_EVERY_MS)
    return await act(client)
  })

const executedIn = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  )
  if (!rows[0]?.there) return []
  const executed = await client.query<{ name: string }>('select name from public.kysely_migration order by name')
  return executed.rows.map(({ name }) => name)
}

const apply = async (migrating: Promise<MigrationResultSet>): Promise<string[]> => {
  const { error, results = [] } = await migrating
  if (!error) return results.map((result: MigrationResult) => result.migrationName)
  const failed = results.find((result: MigrationResult) => result.status === 'Error')
  throw new Error(`The migration ${failed?.migrationName ?? ''} failed; nothing of it was kept.`, { cause: error })
}

/** Applies the next migration beside servers that sell. */
const applyOnline = async (url: string, files: Record<string, Migration>, name: string): Promise<string[]> => {
  const isTransaction = (files[name] as MigrationFile | undefined)?.isTransaction
  const began = Date.now()
  for (;;) {
    try {
      return await withMigrator(
        url,
        (migrator) => apply(migrator.migrateUp({ disableTransactions: isTransaction === false })),
        LOCK_LIMIT_MS,
        files,
      )
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      if (!RETRYABLE.has(codeOf(cause)) || Date.now() - began > PATIENCE_MS) throw error
      await sleep(RETRY_MS)
    }
  }
}

/**
 * Whether a later version has migrated the database, beside which this one can still run: it applied more than this one
 * knows, and removed nothing. Throws when this version cannot run on it.
 */
const isOfLaterVersion = (names: readonly string[], executed: readonly string[]): boolean => {
  const ours = new Set(names)
  const later = executed.filter((name) => !ours.has(name))
  if (later.length === 0) return false
  const last = names.at(-1) ?? ''
  if (names.every((name) => executed.includes(name)) && later.every((name) => name > last && !CONTRACT.test(name)))
    return true
  throw new Error(
    `The database is of another version of Kartis, which applied ${later.join(', ')}: start that version.`,
  )
}

/**
 * Applies all pending migrations. Of several processes that start together one migrates and the others wait; servers of the
 * version before sell on meanwhile. Those before `ONLINE_FROM` are one transaction, as are all of an empty database. Returns
 * the names of the applied migrations.
 */
export const migrate = (url: string, files?: Record<string, Migration>): Promise<string[]> =>
  inTurn(url, async (client) => {
    const all = files ?? (await provider.getMigrations())
    const names = Object.keys(all).toSorted()
    const executed = await executedIn(client)
    if (isOfLaterVersion(names, executed)) return []
    const pending = names.filter((name) => !executed.includes(name))
    const together = executed.length === 0 ? pending : pending.filter((name) => name < ONLINE_FROM)
    const applied: string[] = []
    const last = together.at(-1)
    if (last !== undefined)
      applied.push(...(await withMigrator(url, (migrator) => apply(migrator.migrateTo(last)), 0, all)))
    for (const name of pending.filter((each) => !together.includes(each)))
      applied.push(...(await applyOnline(url, all, name)))
    return applied
  })

/** Migrates an empty database up to the named migration, to restore a backup of that time. */
export const migrateTo = (url: string, name: string): Promise<void> =>
  withMigrator(url, async (migrator) => {
    const { error } = await migrator.migrateTo(name)
    if (error)
      throw new Error(`The database cannot be brought to ${name}; is the backup of a later version?`, { cause: error })
  })

/** Names of migrations not yet applied. */
export const pendingMigrations = (url: string): Promise<string[]> =>
  withMigrator(url, async (migrator) =>
    (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt).map(({ name }) => name),
  )
