import { setImmediate } from 'node:timers/promises'

/**
 * Maps items like `map`, with other requests served in between: `perTurn` items in each turn of the event loop. For work of a
 * fraction of a millisecond on each of many, such as signatures.
 */
export const inTurns = async <T, R>(items: readonly T[], perTurn: number, act: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for (let from = 0; from < items.length; from += perTurn) {
    if (from > 0) await setImmediate()
    results.push(...items.slice(from, from + perTurn).map((item) => act(item)))
  }
  return results
}
