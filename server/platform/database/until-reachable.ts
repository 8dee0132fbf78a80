import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './error-code.ts'

const PATIENCE_MS = 60_000
const EVERY_MS = 500

/**
 * Writes what has already happened elsewhere, and repeats it for a minute while PostgreSQL is out of reach: nobody else
 * knows it. What is written may have been committed although the connection broke, so it must bear repetition.
 */
export const untilReachable = async <T>(write: () => Promise<T>): Promise<T> => {
  const end = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error
      await sleep(EVERY_MS)
    }
}
