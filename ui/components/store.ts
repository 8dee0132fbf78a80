import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly read: () => T
  readonly write: (value: T) => void
  readonly use: () => T
  /** Calls the listener on every write; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** One value outside React that components subscribe to (toasts, confirmations, connection state). */
export const createStore = <T>(start: T): Store<T> => {
  let value = start
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const read = () => value
  return {
    read,
    write: (next) => {
      value = next
      // A listener may unsubscribe while it is called.
      for (const listener of Array.from(listeners)) listener()
    },
    use: () => useSyncExternalStore(subscribe, read, read),
    subscribe,
  }
}
