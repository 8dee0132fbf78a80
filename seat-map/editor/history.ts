import { type Command, highestKey } from '../commands/command.ts'
import { countPlaces, LIMITS, type MapDocument, type Row, type Table } from '../model/document.ts'

/** Steps that can be undone. */
const MAX_STEPS = 200
/** Changes of one field within this time are one step: a slider, a number that is being typed. */
const MERGE_MS = 300

export interface HistoryState {
  readonly document: MapDocument
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Documents are never changed in place, so a step is the document before it: parts that did not change are shared.
 */
export interface EditorHistory {
  /** The same object until something changes. */
  readonly read: () => HistoryState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Applies a command as one step. Steps of the same `merge` that follow at once are one: the command is then applied to
   * the document before the first of them. False: the document would exceed its limits, and nothing happened.
   */
  readonly run: (command: Command, merge?: string) => boolean
  /** Starts a gesture: what follows is shown, and is one step when it is committed. */
  readonly mark: () => void
  /** Applies a command to the document of the mark. */
  readonly preview: (command: Command) => void
  readonly commit: () => void
  /** Returns to the mark. */
  readonly bail: () => void
  readonly undo: () => void
  readonly redo: () => void
  /** Another document: nothing before it can be undone. */
  readonly replace: (document: MapDocument) => void
}

const isWithinLimits = (document: MapDocument): boolean =>
  document.rows.length <= LIMITS.rows &&
  document.tables.length <= 2000 &&
  document.sections.length <= 500 &&
  document.areas.length <= 500 &&
  document.shapes.length <= 2000 &&
  document.categories.length <= 30 &&
  document.floors.length <= 20 &&
  countPlaces(document) <= LIMITS.places

const withKeysOf = <P extends Row | Table>(parts: P[], later: readonly P[]): P[] => {
  const highest = new Map(later.map((part) => [part.id, highestKey(part)]))
  return parts.map((part) => {
    const last = highest.get(part.id) ?? 0
    return last > highestKey(part) ? { ...part, last_key: last } : part
  })
}

/** Undo takes back parts, never keys: an edition that was published in between names its places by them. */
const withKeys = (document: MapDocument, later: MapDocument): MapDocument => ({
  ...document,
  next: Math.max(document.next, later.next),
  rows: withKeysOf(document.rows, later.rows),
  tables: withKeysOf(document.tables, later.tables),
})

/** `now`: milliseconds of a clock, to merge what follows at once. */
export const createHistory = (first: MapDocument, now: () => number): EditorHistory => {
  let past: MapDocument[] = []
  let future: MapDocument[] = []
  let marked: MapDocument | undefined
  let last: { readonly merge: string; readonly at: number } | undefined
  let state: HistoryState = { document: first, canUndo: false, canRedo: false }
  const listeners = new Set<() => void>()

  const show = (document: MapDocument): void => {
    state = { document, canUndo: past.length > 0, canRedo: future.length > 0 }
    for (const listener of listeners) listener()
  }
  const push = (before: MapDocument): void => {
    past = [...past.slice(1 - MAX_STEPS), before]
    future = []
  }
  const bail = (): void => {
    if (!marked) return
    const before = marked
    marked = undefined
    show(before)
  }

  return {
    read: () => state,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    run: (command, merge) => {
      bail()
      const isMerged = merge !== undefined && last?.merge === merge && now() - last.at < MERGE_MS
      const before = (isMerged ? past.at(-1) : undefined) ?? state.document
      const after = command(before)
      if (after === before) return true
      if (!isWithinLimits(after)) return false
      if (!isMerged || past.length === 0) push(before)
      last = merge === undefined ? undefined : { merge, at: now() }
      show(after)
      return true
    },
    mark: () => {
      bail()
      marked = state.document
    },
    preview: (command) => {
      if (!marked) return
      const after = command(marked)
      if (isWithinLimits(after)) show(after)
    },
    commit: () => {
      const before = marked
      marked = undefined
      last = undefined
      if (!before || before === state.document) return
      push(before)
      show(state.document)
    },
    bail,
    undo: () => {
      bail()
      const before = past.at(-1)
      if (!before) return
      past = past.slice(0, -1)
      future = [...future, state.document]
      last = undefined
      show(withKeys(before, state.document))
    },
    redo: () => {
      const after = future.at(-1)
      if (marked || !after) return
      future = future.slice(0, -1)
      past = [...past, state.document]
      last = undefined
      show(withKeys(after, state.document))
    },
    replace: (document) => {
      ;[past, future, marked, last] = [[], [], undefined, undefined]
      show(document)
    },
  }
}
