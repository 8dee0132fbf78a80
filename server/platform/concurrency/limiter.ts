import { type Refusal, refuse } from '@kartis/domain/refusal.ts'

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 2

export interface LimiterOptions {
  /** Calls that run at the same time in this process. */
  readonly running: number
  /** Calls that wait for them; the next one is refused. */
  readonly waiting: number
}

/** Runs the work once its turn has come. Refusal: `overloaded`. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T | Refusal>

/**
 * Few at a time, in the order of their calls. For requests that each have much to do, such as uploads of many scans: side by
 * side all of them would end last, and everything else would wait meanwhile. Use a batch queue where the work can be shared.
 */
export const createLimiter = ({ running: maxRunning, waiting: maxWaiting }: LimiterOptions): Limiter => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) return refuse('overloaded', { detail: { retry_after: RETRY_AFTER } })
      // Whoever ends hands its place over, so that nobody overtakes.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
