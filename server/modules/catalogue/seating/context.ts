import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { EventSeats } from './event-seats.ts'
import type { TaskRunner } from '../../../platform/concurrency/task-thread.ts'
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
  readonly worker: TaskRunner<SeatingTasks>
  readonly onRelabelled: readonly OnRelabelled[]
}
