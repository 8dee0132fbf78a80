import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RefundRunEventData } from './domain-events.ts'
import type { RunRow } from './runs-queries.ts'

export const STEP_JOB = 'refund_runs.step'

export interface StepJob {
  readonly eventId: string
  readonly runId: string
}

/** Makes the run go on: at most one such job waits for each run. */
export const enqueueStep = (platform: Platform, db: Db | Tx, run: Pick<RunRow, 'event_id' | 'id'>): Promise<void> =>
  platform.jobs.enqueue(db, STEP_JOB, { eventId: run.event_id, runId: run.id } satisfies StepJob, { key: run.id })

type RunEvent = {
  [T in keyof RefundRunEventData]: { readonly type: T; readonly data: RefundRunEventData[T] }
}[keyof RefundRunEventData]

export const recordRunEvent = (
  platform: Platform,
  tx: Tx,
  { account_id: accountId, event_id: eventId, id: subject }: RunRow,
  event: RunEvent,
  at: Date,
): Promise<void> => platform.domainEvents.append(tx, [{ ...event, at, accountId, eventId, subject }])
