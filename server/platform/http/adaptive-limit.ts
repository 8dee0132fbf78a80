/** Shares of slow requests above which the limit shrinks, and below which it grows. Some kinds are slower than others. */
const TOO_SLOW = 0.25
const QUICK = 0.1
/** So few requests in flight are no overload, however slow they are: exports, uploads, a machine with other work. */
const MIN_LIMIT = 16
/** Requests that a decision needs. */
const MIN_SAMPLES = 5
/** What one decision leaves of the limit, at least and at most: what is in flight ends later. */
const FACTOR = { min: 0.5, max: 0.9 } as const
const GROW = 1.08
/** Requests are to take this share of what began to refuse: at that itself, a moment's more is too slow for those in flight. */
const GOAL = 0.4
/** Milliseconds without another decision after a smaller limit, until those that were in flight have ended. */
const MAX_SETTLE_MS = 1000

/** How many requests one process handles in parallel, so that each of them is quick. */
export interface AdaptiveLimit {
  readonly value: () => number
  /** A request of the kind that waits for nothing but this process and its database has ended. */
  readonly ended: (milliseconds: number) => void
  /** Decides anew; call it often. */
  readonly decide: (inFlight: number, now: number) => void
}

/**
 * A number of parallel requests says nothing about a machine: 2,000 are a tenth of a second of work on one and ten seconds
 * on another. So the limit follows their times: it shrinks in proportion while many are slow, and grows again while few
 * are, up to `max`. `slowMs`: milliseconds above which a request counts as slow while nothing is refused; a burst is served
 * up to there. Below `max` it is less, so that those who were admitted are quick while others are refused.
 */
export const createAdaptiveLimit = (max: number, slowMs: number): AdaptiveLimit => {
  let limit = max
  let settledAt = 0
  let samples = { count: 0, slow: 0, sum: 0 }
  const goalMs = slowMs * GOAL
  const isLimiting = (): boolean => limit < max
  return {
    value: () => limit,
    ended: (milliseconds) => {
      samples.count += 1
      samples.sum += milliseconds
      if (milliseconds > (isLimiting() ? goalMs : slowMs)) samples.slow += 1
    },
    decide: (inFlight, now) => {
      const { count, slow, sum } = samples
      if (count < MIN_SAMPLES && inFlight > MIN_LIMIT) return
      samples = { count: 0, slow: 0, sum: 0 }
      if (now < settledAt) return
      if (count >= MIN_SAMPLES && slow > count * TOO_SLOW) {
        const mean = sum / count
        const share = Math.min(FACTOR.max, Math.max(FACTOR.min, goalMs / mean))
        limit = Math.max(MIN_LIMIT, Math.min(max, Math.floor(Math.min(limit, inFlight) * share)))
        settledAt = now + Math.min(mean, MAX_SETTLE_MS)
      } else if (slow < count * QUICK || count === 0) limit = Math.min(max, Math.ceil(limit * GROW))
    },
  }
}
