import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { EventSeats } from './event-seats.ts'
import type { InTurn } from '../../../platform/concurrency/limiter.ts'
import type { CallTasks } from '../../../platform/concurrency/task-thread.ts'
import type { RelabelledSeat, SeatingTasks } from './seating-tasks.ts'

/** Runs in the transaction that gives sold seats other words: their tickets are to say so, and their holders are to be notified. */
export type OnRelabelled = (
  platform: Platform,
  tx: Tx,
  event: { readonly accountId: string; readonly eventId: string },
  seats: readonly RelabelledSeat[],
) => Promise<void>

/** What the actions on an event's seats work with. */
export interface SeatingContext extends Platform {
  readonly seats: EventSeats
  readonly onRelabelled: readonly OnRelabelled[]
}

/** What actions on the map of an event work with. */
export interface MapContext extends SeatingContext {
  readonly tasks: CallTasks<SeatingTasks>
}

export interface ChangeContext extends MapContext {
  /** Changes of maps of one account, by its id: each holds a connection to the database while it waits for the thread. */
  readonly inTurn: InTurn
}
