import type { StockRow } from './stock-queries.ts'

/** Events that one process remembers at once. */
const MAX_EVENTS = 2000

/**
 * The counters of events as this process saw them last. They may be old and wrong: they are a reason to try, and the
 * statement that tries proves them.
 */
export interface SnapshotCache {
  of(eventId: string): readonly StockRow[] | undefined
  /** `taken` is what was taken since the rows were read, by ticket type. */
  keep(eventId: string, rows: readonly StockRow[], taken: ReadonlyMap<string, number>): void
  forget(eventId: string): void
}

export const createSnapshotCache = (most = MAX_EVENTS): SnapshotCache => {
  const seen = new Map<string, readonly StockRow[]>()
  return {
    of: (eventId) => seen.get(eventId),
    keep: (eventId, rows, taken) => {
      if (!seen.has(eventId) && seen.size >= most) seen.delete(seen.keys().next().value ?? '')
      seen.set(
        eventId,
        rows.map((row) => ({ ...row, held: row.held + (taken.get(row.type_id) ?? 0) })),
      )
    },
    forget: (eventId) => void seen.delete(eventId),
  }
}
