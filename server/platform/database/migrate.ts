import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { FileMigrationProvider, type MigrationResult, Migrator } from 'kysely/migration'
import { Pool } from 'pg'

const FOLDER = path.resolve(import.meta.dirname, '../../migrations')

const withMigrator = async <T>(url: string, act: (migrator: Migrator) => Promise<T>): Promise<T> => {
  // Connections of its own: a migration may take longer than the server's statement timeout.
  const pool = new Pool({
    connectionString: url,
    max: 2,
    application_name: 'kartis migrate',
    options: '-c timezone=UTC',
  })
  // A connection that breaks fails the statement that runs on it; the event says nothing more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER })
  try {
    return await act(new Migrator({ db, provider, migrationTableSchema: 'public' }))
  } finally {
    await db.destroy()
  }
}

/**
 * Applies all pending migrations, or none when one fails. Of several processes that start together one migrates and the
 * others wait for its advisory lock. Returns the names of the applied migrations.
 */
export const migrate = (url: string): Promise<string[]> =>
  withMigrator(url, async (migrator) => {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      const failed = results.find((result: MigrationResult) => result.status === 'Error')
      throw new Error(`The migration ${failed?.migrationName ?? ''} failed; nothing was changed.`, { cause: error })
    }
    return results.map((result: MigrationResult) => result.migrationName)
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
