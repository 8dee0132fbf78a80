import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './platform/config/settings.ts'

const STOP_LIMIT = 45_000
const SAME_SIGNAL = 1000

/** Variables of the file `.env`, if there is one; what the environment says already wins. */
export const loadEnvironment = (): void => {
  const file = join(import.meta.dirname, '../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** One line for what a person can mend, the whole story for a fault of ours. */
export const explain = (error: unknown): string => {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `PORT is wrong: ${port} is taken, it must be a free port.`
  if (code === 'EACCES' && port) return `PORT is wrong: ${port} may not be opened by this user.`
  if (/^[A-Z_]+ is (wrong|missing)|embedded PostgreSQL/.test(error.message)) return error.message
  return error.cause ? `${error.stack}\ncaused by ${explain(error.cause)}` : (error.stack ?? error.message)
}

/**
 * Stops once, on a signal or when the parent goes away, and then ends the process. Whoever asks again does not want to
 * wait; but the same Ctrl-C may arrive twice, from the terminal and from the parent.
 */
export const stopOnSignal = (
  stop: () => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): void => {
  let began: number | undefined
  const end = (): void => {
    if (began !== undefined) {
      if (Date.now() - began > SAME_SIGNAL) process.exit(1)
      return
    }
    began = Date.now()
    setTimeout(() => process.exit(1), STOP_LIMIT).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error))
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, end)
  process.on('disconnect', () => began ?? end())
}
