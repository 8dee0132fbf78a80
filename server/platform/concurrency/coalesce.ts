/**
 * Returns a loader that runs `load` once for all callers of a key in the same turn of the event loop. The load starts
 * after the last of them has called, so no caller gets a value that is older than its call; nothing is cached.
 */
export const coalesce = <T>(load: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const pending = new Map<string, Promise<T>>()
  return (key) => {
    const shared = pending.get(key)
    if (shared) return shared
    const loading = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      pending.delete(key)
      return load(key)
    })
    pending.set(key, loading)
    return loading
  }
}
