import { LRUCache } from 'lru-cache'

export interface CacheOptions<T> {
  /** Milliseconds, counted from the start of the load; with 0 nothing is cached, but concurrent callers share a load. */
  readonly ttlMs: number
  /** Milliseconds for values that have a time to live of their own; `ttlMs` without it. */
  readonly ttlOf?: (value: T) => number
  /** A value is kept for at least so many times what its load took: what is slow is loaded less often. None by default. */
  readonly timesLoad?: number
  /** Entries; the least recently used one is dropped first. */
  readonly max: number
  /** Whether a loaded value may be cached. Failures never are. */
  readonly isCacheable?: (value: T) => boolean
  /** Milliseconds of the clock that the TTL is measured by; the process's monotonic clock by default. */
  readonly now?: () => number
}

export interface Cache<T> {
  /** The cached value of the key, or the value of `load`; callers that arrive during a load share it. */
  getOrLoad(key: string, load: () => Promise<T>): Promise<T>
  delete(key: string): void
  size(): number
}

interface Entry<T> {
  readonly value: T
  readonly isFresh: boolean
}

/**
 * A bounded in-memory cache with a time to live and one load at a time for each key. It belongs to one process, so it
 * holds only what may be stale for its TTL.
 */
export const createCache = <T>({
  ttlMs,
  ttlOf = () => ttlMs,
  timesLoad = 0,
  max,
  isCacheable = () => true,
  now = () => performance.now(),
}: CacheOptions<T>): Cache<T> => {
  const entries = new LRUCache<string, Entry<T>, () => Promise<T>>({
    max,
    // A TTL of 0 would mean "for ever".
    ttl: Math.max(1, ttlMs),
    ttlResolution: 0,
    perf: { now },
    // A load whose entry is dropped meanwhile still resolves for those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: load }) => {
      const startedAt = now()
      const value = await load()
      const took = now() - startedAt
      const remaining = Math.max(ttlOf(value), timesLoad * took) - took
      options.ttl = Math.max(1, Math.ceil(remaining))
      return { value, isFresh: remaining > 0 && isCacheable(value) }
    },
  })
  return {
    getOrLoad: async (key, load) => {
      // A hit is by far the most frequent case, and `fetch` costs several microseconds even then.
      const cached = entries.get(key)
      if (cached?.isFresh === true) return cached.value
      const entry = await entries.forceFetch(key, { context: load })
      if (!entry.isFresh && entries.peek(key) === entry) entries.delete(key)
      return entry.value
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
  }
}
