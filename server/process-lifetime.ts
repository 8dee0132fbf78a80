import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './platform/config/settings-error.ts'

/** Milliseconds after which a stop is forced. */
const STOP_TIMEOUT_MS = 45_000
/** Milliseconds for which a process that ends after an error may finish what it does. */
const DRAIN_TIMEOUT_MS = 10_000
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
  if (/^[A-Z_]+ is (wrong|missing)|embedded PostgreSQL|^The database is of another version/.test(error.message))
    return error.message
  return error.cause ? `${error.stack}\ncaused by ${describeError(error.cause)}` : (error.stack ?? error.message)
}

/**
 * Calls `stop` once, on a signal, when the parent ends, or after an error or a rejection that nothing handled, which is
 * printed; then exits, after an error with code 1. A second signal exits at once, unless it is the same Ctrl-C.
 */
export const stopOnSignal = (
  stop: () => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): void => {
  let startedAt: number | undefined
  let exitCode = 0
  const end = (timeout: number): void => {
    startedAt = Date.now()
    setTimeout(() => process.exit(1), timeout).unref()
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(describeError(error))
        process.exit(1)
      },
    )
  }
  const begin = (): void => {
    if (startedAt === undefined) end(STOP_TIMEOUT_MS)
    else if (Date.now() - startedAt > SAME_SIGNAL_MS) process.exit(1)
  }
  for (const signal of signals) process.on(signal, begin)
  // Unhandled rejections come here too.
  process.on('uncaughtException', (error) => {
    console.error(`The process ends after an error that nothing handled: ${describeError(error)}`)
    exitCode = 1
    if (startedAt === undefined) end(DRAIN_TIMEOUT_MS)
  })
  process.on('disconnect', () => startedAt ?? begin())
}
