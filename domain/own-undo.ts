/** How long whoever made an entry may take it back, without a lead. */
export const OWN_UNDO_MS = 120_000
/** What times by clocks that a network sets may be off by. */
const TOLERANCE_MS = 5000

export interface OwnUndo {
  /** When the entry was made, by the clock that also says when it was undone. */
  readonly enteredAt: Date
  readonly undoneAt: Date
}

/** Whether an entry was taken back soon enough after it was made, and not before. */
export const isSoonEnough = ({ enteredAt, undoneAt }: OwnUndo): boolean => {
  const after = undoneAt.getTime() - enteredAt.getTime()
  return after >= -TOLERANCE_MS && after <= OWN_UNDO_MS + TOLERANCE_MS
}

/** For how many milliseconds the last entry of a device may still be taken back there; 0 for none. */
export const ownUndoLeft = (enteredAt: Date, now: Date): number =>
  Math.max(0, Math.min(OWN_UNDO_MS, enteredAt.getTime() + OWN_UNDO_MS - now.getTime()))
