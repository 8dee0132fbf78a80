import { buildApp } from '../app.ts'
import type { Platform } from '../platform/platform.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { openLog } from '../platform/observability/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openPlatform } from '../platform/open-platform.ts'
import type { App } from '../platform/http/route.ts'
import type { Settings } from '../platform/config/settings.ts'

export interface CommandContext {
  readonly settings: Settings
  readonly args: readonly string[]
  readonly print: (line: string) => void
}

export interface Command {
  readonly name: string
  /** One line for --help. */
  readonly summary: string
  /** Usage lines for --help. */
  readonly usage: readonly string[]
  /** Resolves with the exit code. */
  readonly run: (context: CommandContext) => Promise<number>
}

/** An error that the operator can correct; printed in one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Opens the database while `act` runs. */
export const withDatabase = async <T>(settings: Settings, act: (url: string) => Promise<T>): Promise<T> => {
  const database = await openDatabase(settings)
  try {
    return await act(database.direct)
  } finally {
    await database.stop()
  }
}

/** The platform with every module on this database, not listening; jobs can be enqueued and drained. */
export const withPlatformOn = async <T>(
  settings: Settings,
  url: string,
  act: (platform: Platform, app: App) => Promise<T>,
): Promise<T> => {
  const log = openLog({
    ...settings,
    production: true,
    logLevel: settings.logLevel === 'info' ? 'warn' : settings.logLevel,
  })
  const { platform, close } = openPlatform(settings, { url, work: false, log, poolSizes: { main: 4, reports: 2 } })
  const app = await buildApp(platform)
  try {
    await platform.jobs.start()
    return await act(platform, app)
  } finally {
    await app.close()
    await platform.jobs.stop(5)
    await close()
  }
}

/** The same with the database of the settings, which is migrated first. */
export const withPlatform = <T>(settings: Settings, act: (platform: Platform, app: App) => Promise<T>): Promise<T> =>
  withDatabase(settings, async (url) => {
    await migrate(url)
    return withPlatformOn(settings, url, act)
  })
