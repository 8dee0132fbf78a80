import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../observability/log.ts'
import { isAlive } from './pid-file.ts'

/** Milliseconds between two looks at the server's process. */
const EVERY_MS = 250
/** Milliseconds before the next attempt when the server could not be started. */
const RETRY_MS = 1000

export interface Supervision {
  /** Process id of the running server. */
  readonly pid: number
  /** Starts the server, or joins the one that another process has started; resolves with its process id. */
  readonly restart: () => Promise<number>
  /** Opened for each loss. */
  readonly log: () => Pick<Logger, 'error' | 'warn'>
}

/** Starts a server process again whenever it has ended by itself, until `stop`. */
export const supervise = ({ pid: first, restart, log }: Supervision): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  const revive = async (lost: number): Promise<number> => {
    const logger = log()
    const since = Date.now()
    logger.error({ pid: lost }, 'the embedded PostgreSQL ended; it is started again')
    while (!stopping.signal.aborted) {
      try {
        const pid = await restart()
        logger.warn({ pid, ms: Date.now() - since }, 'the embedded PostgreSQL runs again')
        return pid
      } catch (failure) {
        logger.error({ err: failure }, 'the embedded PostgreSQL did not start')
        await pause(RETRY_MS)
      }
    }
    return lost
  }

  const watch = async (): Promise<void> => {
    let pid = first
    while (!stopping.signal.aborted) {
      await pause(EVERY_MS)
      if (!stopping.signal.aborted && !isAlive(pid)) pid = await revive(pid)
    }
  }

  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}
