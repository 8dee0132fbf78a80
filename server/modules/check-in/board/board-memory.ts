interface Cached<T> {
  readonly value: Promise<T>
  readonly until: number
}

/** How long a value is good for at least, and how many times what it took to compute it. */
const CACHE = { ms: 2000, times: 20, events: 200 } as const

/**
 * Remembers what is asked every few seconds by several screens: one computation answers all of them for two seconds, or
 * longer where it took long, so that boards never take more than a twentieth of a connection for each event. A failure is
 * not remembered.
 */
export const createBoardMemory = <T>(): ((key: string, now: Date, load: () => Promise<T>) => Promise<T>) => {
  const memory = new Map<string, Cached<T>>()
  return (key, now, load) => {
    const cached = memory.get(key)
    const at = now.getTime()
    // A clock that was set back makes nothing last longer.
    if (cached && at < cached.until && at >= cached.until - CACHE.times * 60_000) return cached.value
    const began = performance.now()
    const value = load()
    const keep = (ms: number): void => {
      memory.delete(key)
      memory.set(key, { value, until: at + ms })
    }
    keep(CACHE.ms)
    const [oldest] = memory.keys()
    if (memory.size > CACHE.events && oldest !== undefined) memory.delete(oldest)
    void value.then(
      () => memory.get(key)?.value === value && keep(Math.max(CACHE.ms, CACHE.times * (performance.now() - began))),
      () => memory.get(key)?.value === value && memory.delete(key),
    )
    return value
  }
}
