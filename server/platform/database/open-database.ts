import { join } from 'node:path'
import { startEmbedded } from './postgres/embedded.ts'
import type { Settings } from '../config/settings.ts'
import { openLog } from '../observability/log.ts'
import { withConnection } from './single-connection.ts'

export interface RunningDatabase {
  readonly url: string
  /** Address of the same database without a pooler, for jobs, migrations and commands. */
  readonly direct: string
  readonly embedded: boolean
  /** Stops the embedded server unless another process uses it; does nothing to an external one. */
  readonly stop: () => Promise<void>
}

const MIN_VERSION = 15

/** The version of the PostgreSQL at this address, such as 18.4. Throws a one-line error for the operator. */
export const serverVersion = async (url: string): Promise<string> => {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? ''
    })
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new Error(
      `DATABASE_URL is wrong: no PostgreSQL answers at ${host}${pathname} (${(error as Error).message}).`,
      { cause: error },
    )
  }
}

/** A pooler does not pass on session settings, so those that Kartis relies on must be the database's defaults. */
const checkPooledDefaults = (url: string): Promise<void> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ TimeZone: string }>('show timezone')
    if (!/^(UTC|Etc\/UTC|GMT)$/.test(rows[0]?.TimeZone ?? ''))
      throw new Error(
        `DATABASE_URL is wrong: behind a pooler the database's own time zone must be UTC (ALTER DATABASE … SET timezone = 'UTC').`,
      )
  })

/** Opens the database of the settings, or the embedded one in the data directory. */
export const openDatabase = async (
  settings: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'production' | 'logLevel'>,
): Promise<RunningDatabase> => {
  if (!settings.databaseUrl) {
    const server = await startEmbedded({
      folder: join(settings.dataDir, 'postgres'),
      // A log of its own, opened when there is something to say: the platform's log is opened on the running database.
      onLoss: () => openLog(settings),
    })
    return { url: server.url, direct: server.url, embedded: true, stop: () => server.stop() }
  }
  const version = await serverVersion(settings.databaseUrl)
  if (Number.parseInt(version, 10) < MIN_VERSION) {
    throw new Error(`DATABASE_URL is wrong: that is PostgreSQL ${version}, it must be ${MIN_VERSION} or later.`)
  }
  const direct = settings.databaseDirectUrl ?? settings.databaseUrl
  if (direct !== settings.databaseUrl) await checkPooledDefaults(settings.databaseUrl)
  return { url: settings.databaseUrl, direct, embedded: false, stop: async () => undefined }
}
