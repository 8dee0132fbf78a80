import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './platform/config/settings.ts'

/** Milliseconds after which a stop is forced. */
const STOP_TIMEOUT_MS = 45_000
/** Signals within this time are the same Ctrl-C, from the terminal and from the parent. */
const SAME_SIGNAL_MS = 1000

/** Loads the file `.env`, if there is one; variables that are set already take precedence. */
export const loadEnvironment = (): void => {
  const file = join(import.meta.dirname, '../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The text of an error: one line for what an operator can correct, the stack for anything else. */
export const describeError = (error: unknown): string => {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `PORT is wrong: ${port} is taken, it must be a free port.`
  if (code === 'EACCES' && port) return `PORT is wrong: ${port} may not be opened by this user.`
  if (/^[A-Z_]+ is (wrong|missing)|embedded PostgreSQL/.test(error.message)) return error.message
  return error.cause ? `${error.stack}\ncaused by ${describeError(error.cause)}` : (error.stack ?? error.message)
}

/**
 * Calls `stop` once, on a signal or when the parent ends, and then exits. A second signal exits at once, unless it is the
 * same Ctrl-C.
 */
export const stopOnSignal = (
  stop: () => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): void => {
  let startedAt: number | undefined
  const begin = (): void => {
    if (startedAt !== undefined) {
      if (Date.now() - startedAt > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    startedAt = Date.now()
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(describeError(error))
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, begin)
  process.on('disconnect', () => startedAt ?? begin())
}
