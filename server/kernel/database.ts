import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from './postgres/embedded.ts'
import type { Settings } from './settings.ts'

export interface RunningDatabase {
  readonly url: string
  readonly embedded: boolean
  /** Stops the embedded server when nobody else uses it; leaves a foreign one alone. */
  readonly stop: () => Promise<void>
}

const OLDEST = 15

/** `version` of the PostgreSQL at this address, such as 18.4. Throws a line for the operator. */
export const serverVersion = async (url: string): Promise<string> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new Error(
      `DATABASE_URL is wrong: no PostgreSQL answers at ${host}${pathname} (${(error as Error).message}).`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The database that the settings name, or the embedded one of the data directory. */
export const openDatabase = async (settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<RunningDatabase> => {
  if (!settings.databaseUrl) {
    const server = await startEmbedded({ folder: join(settings.dataDir, 'postgres') })
    return { url: server.url, embedded: true, stop: () => server.stop() }
  }
  const version = await serverVersion(settings.databaseUrl)
  if (Number.parseInt(version, 10) < OLDEST) {
    throw new Error(`DATABASE_URL is wrong: that is PostgreSQL ${version}, it must be ${OLDEST} or later.`)
  }
  return { url: settings.databaseUrl, embedded: false, stop: async () => undefined }
}
