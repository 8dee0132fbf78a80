import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { RETRY_AFTER } from './retry-after.ts'

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

/**
 * So many places for each holder (an account). Taking one returns the function that gives it back, to be called once. Refusal:
 * `too_many_requests`.
 */
export const createHolderPlaces = (max: number) => {
  const taken = new Map<string, number>()
  return (holder: string): (() => void) | Refusal => {
    const count = taken.get(holder) ?? 0
    if (count >= max) return refuse('too_many_requests', { detail: { retry_after: RETRY_AFTER } })
    taken.set(holder, count + 1)
    return () => {
      const left = (taken.get(holder) ?? 1) - 1
      if (left > 0) taken.set(holder, left)
      else taken.delete(holder)
    }
  }
}

/**
 * So many calls of each holder (an account) at the same time, waiting or running. The next one is refused at once, so that
 * nobody piles up work that is done long after he left. Refusal: `too_many_requests`.
 */
export const createHolderLimit = (max: number) => {
  const take = createHolderPlaces(max)
  return async <T>(holder: string, work: () => Promise<T>): Promise<T | Refusal> => {
    const giveBack = take(holder)
    if (isRefusal(giveBack)) return giveBack
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}

/** Runs the work once all earlier work of the same key has ended. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** One after another for each key, in the order of their calls; different keys run side by side. */
export const createInTurn = (): InTurn => {
  /** The end of the last work of each key, whatever came of it. */
  const ends = new Map<string, Promise<void>>()
  return async (key, work) => {
    const earlier = ends.get(key)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    ends.set(key, end)
    try {
      await earlier
      return await work()
    } finally {
      if (ends.get(key) === end) ends.delete(key)
      resolve()
    }
  }
}
