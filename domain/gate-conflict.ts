import type { ConflictKind } from './scan-upload.ts'
import type { StateTable } from './states.ts'

export const CONFLICT_STATES = ['open', 'explained', 'closed'] as const
export type ConflictState = (typeof CONFLICT_STATES)[number]

/** An explanation may be corrected until the conflict is closed. */
export const CONFLICT_MOVES: StateTable<ConflictState> = {
  open: ['explained'],
  explained: ['explained', 'closed'],
  closed: [],
}

/** The states from which a conflict may move to this one. */
export const conflictStatesBefore = (state: ConflictState): ConflictState[] =>
  CONFLICT_STATES.filter((from) => CONFLICT_MOVES[from].includes(state))

/** A ticket whose scan was not recorded for its time, as it is now. */
interface LateTicket {
  readonly status: 'valid' | 'cancelled'
  readonly revision: number
  readonly hasEntered: boolean
}

/**
 * Why the ticket of a scan that was not recorded for its time is not let in by hand; undefined where it is. `reissued`:
 * somebody else may hold it by now, and stands outside. `scanned`: its revision as the scan has met it.
 */
export const lateObstacle = (
  { status, revision, hasEntered }: LateTicket,
  scanned: number,
): 'cancelled' | 'reissued' | 'entered' | undefined => {
  if (status === 'cancelled') return 'cancelled'
  if (revision > scanned) return 'reissued'
  return hasEntered ? 'entered' : undefined
}

/** What a person at the gate may say of a conflict. `other` needs a note. */
export const CONFLICT_ANSWERS = ['passed_on', 'approved', 'scanned_twice', 'came_back', 'other'] as const
export type ConflictAnswer = (typeof CONFLICT_ANSWERS)[number]

const ANSWERS: Readonly<Record<ConflictKind, readonly ConflictAnswer[]>> = {
  double: CONFLICT_ANSWERS,
  cancelled: ['approved', 'other'],
  // The old code may be with whoever had it before.
  reissued: ['passed_on', 'approved', 'other'],
  foreign: ['approved', 'scanned_twice', 'other'],
  unknown: ['approved', 'scanned_twice', 'other'],
  // One entry that was not recorded: nothing was passed on or scanned twice, and nobody came back.
  untimely: ['approved', 'other'],
}

/** The ready answers that can be true of a conflict of this kind. */
export const answersOf = (kind: ConflictKind): readonly ConflictAnswer[] => ANSWERS[kind]

/**
 * Said by the server alone. `exit_arrived`: the exit between the two entries came later, so that both count. `admitted`:
 * somebody let the ticket in by hand, since its guest is inside.
 */
export const CONFLICT_REASONS = [...CONFLICT_ANSWERS, 'exit_arrived', 'admitted'] as const
export type ConflictReason = (typeof CONFLICT_REASONS)[number]
