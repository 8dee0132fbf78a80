import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly read: () => T
  readonly write: (value: T) => void
  readonly use: () => T
  /** Calls whenever the value is written, until the answer is called. */
  readonly watch: (watcher: () => void) => () => void
}

/** One value outside React that parts can watch: what is asked or said from anywhere (toasts, confirmations). */
export const createStore = <T>(start: T): Store<T> => {
  let value = start
  const watchers = new Set<() => void>()
  const watch = (watcher: () => void) => {
    watchers.add(watcher)
    return () => {
      watchers.delete(watcher)
    }
  }
  const read = () => value
  return {
    read,
    write: (next) => {
      value = next
      // A watcher may let itself be forgotten while it is called.
      for (const watcher of Array.from(watchers)) watcher()
    },
    use: () => useSyncExternalStore(watch, read, read),
    watch,
  }
}
