import { isUrgent } from './urgent.ts'

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Returns a loader that runs `load` once for all callers of a key in the same turn of the event loop. The load starts
 * after the last of them has called, so no caller gets a value that is older than its call; nothing is cached.
 */
export const coalesce = <T>(load: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const pending = new Map<string, Promise<T>>()
  return (key) => {
    const shared = pending.get(key)
    if (shared) return shared
    const loading = endOfTurn().then(() => {
      pending.delete(key)
      return load(key)
    })
    pending.set(key, loading)
    return loading
  }
}

/**
 * Returns a loader of rows by key that calls `load` once for all keys of one turn of the event loop. As with `coalesce`, the
 * load starts after the last caller, and nothing is cached. What is urgent does not wait for the load of what is not.
 */
export const coalesceKeys = <T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  const turns = new Map<boolean, { readonly keys: Set<string>; readonly rows: Promise<ReadonlyMap<string, T>> }>()
  const turnOf = (urgent: boolean) => {
    const current = turns.get(urgent)
    if (current) return current
    const keys = new Set<string>()
    const rows = endOfTurn().then(() => {
      turns.delete(urgent)
      return load([...keys])
    })
    const turn = { keys, rows }
    turns.set(urgent, turn)
    return turn
  }
  return async (key) => {
    const turn = turnOf(isUrgent())
    turn.keys.add(key)
    return (await turn.rows).get(key)
  }
}
