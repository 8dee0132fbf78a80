import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../concurrency/batch-queue.ts'
import { type Db, inTransaction, type Tx } from '../database/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { traced } from '../observability/tracing.ts'
import type { DomainEvent, DomainEventType } from './event-types.ts'
import { type EventRow, lockCursor, moveCursor, peek, readEvents } from './events-queries.ts'

export interface Subscription<T extends DomainEventType = DomainEventType> {
  /** Names the cursor: never change it, or everything is read again. */
  readonly name: string
  readonly types: readonly T[]
  /**
   * Handles events of these types in commit order. Its writes through `tx` and the move of the cursor are one
   * transaction, so each event takes effect exactly once; it must not reach outside the database.
   */
  readonly handle: (tx: Tx, events: readonly DomainEvent<T>[]) => Promise<void>
}

export interface ReaderSetup {
  readonly db: Db
  readonly jobs: Jobs
  readonly log: { warn(fields: object, message: string): void }
}

/** Carries events whose handler failed: they are tried again with backoff and end as dead letters that the doctor shows. */
export const RETRY_JOB = 'domain_events.retry'

/** An event as JSON in a job. */
export interface RetriedEvent {
  readonly subscription: string
  readonly row: Omit<EventRow, 'at'> & { readonly at: string }
}

/** Events of one transaction. */
const BATCH = 500
/** Milliseconds: another reader holds the cursor, and may have read before our events were there. */
const BUSY_WAIT = 50
/** Milliseconds between looks while an earlier transaction is open; they double up to the second. */
const MIN_WAIT = 2
const MAX_WAIT = 500

/** The type in the row decides what its data is; rows are written by `append` alone, which has checked that. */
export const eventOf = (row: Omit<EventRow, 'xid'>): DomainEvent =>
  ({
    id: row.id,
    type: row.type,
    at: row.at,
    accountId: row.account_id,
    eventId: row.event_id,
    subject: row.subject,
    data: row.data,
  }) as unknown as DomainEvent

const retried = (subscription: Subscription, row: EventRow): RetriedEvent => ({
  subscription: subscription.name,
  row: { ...row, at: row.at.toISOString() },
})

/** What a transaction over the next part of the log found: more may follow, nothing follows, or another process reads. */
type Part = 'full' | 'last' | 'empty' | 'busy'

/** One transaction over the next `limit` events of the log. */
const readPart = (
  { db }: ReaderSetup,
  subscription: Subscription,
  limit: number,
  act: (tx: Tx, rows: readonly EventRow[]) => Promise<void>,
): Promise<Part> =>
  inTransaction(db, async (tx) => {
    const cursor = await lockCursor(tx, subscription.name)
    if (!cursor) return 'busy'
    const types: readonly string[] = subscription.types
    const { rows, isFull } = await readEvents(tx, cursor, types, limit)
    const last = rows.at(-1)
    if (!last) return 'empty'
    const matching = rows.filter((row) => types.includes(row.type))
    if (matching.length > 0) await act(tx, matching)
    await moveCursor(tx, subscription.name, last)
    return isFull ? 'full' : 'last'
  })

/** Handles a batch that failed event by event; one that fails alone goes to the retry job, and the others go on. */
const readOneByOne = async (setup: ReaderSetup, subscription: Subscription): Promise<void> => {
  const failures: unknown[] = []
  for (let left = BATCH; left > 0; left--) {
    let read: Part
    try {
      read = await readPart(setup, subscription, 1, (tx, rows) => subscription.handle(tx, rows.map(eventOf)))
    } catch (error) {
      if (isOutage(error)) throw error
      failures.push(error)
      read = await readPart(setup, subscription, 1, (tx, rows) =>
        setup.jobs.enqueueMany(
          tx,
          RETRY_JOB,
          rows.map((row) => retried(subscription, row)),
        ),
      )
    }
    if (read === 'busy' || read === 'empty') break
  }
  if (failures.length > 0)
    setup.log.warn(
      { subscription: subscription.name, events: failures.length, err: failures[0] },
      'domain events will be retried',
    )
}

const readBatch = async (setup: ReaderSetup, subscription: Subscription): Promise<Part> => {
  try {
    return await readPart(setup, subscription, BATCH, (tx, rows) =>
      traced(
        `domain events ${subscription.name}`,
        () => ({ kind: 'consumer', isRoot: true, fields: { 'kartis.domain_events': rows.map(({ id }) => id) } }),
        () => subscription.handle(tx, rows.map(eventOf)),
      ),
    )
  } catch (error) {
    // While the database is down the events stay where they are.
    if (isOutage(error)) throw error
    await readOneByOne(setup, subscription)
    return 'full'
  }
}

export interface ReadLimits {
  /** Milliseconds that it waits for transactions that are still open. */
  readonly patience: number
  /**
   * Milliseconds between two batches when the first had room left. Under load there is always a next event; without the
   * pause each would get a transaction of its own.
   */
  readonly pause: number
  readonly signal?: AbortSignal
}

/** Reads until nothing committed is left. True when everything was read, false when it gave up or was stopped. */
export const readAll = async (
  setup: ReaderSetup,
  subscription: Subscription,
  { patience, pause, signal }: ReadLimits,
): Promise<boolean> => {
  const deadline = Date.now() + patience
  let wait = MIN_WAIT
  for (;;) {
    if (signal?.aborted) return false
    const { ready, waiting } = await peek(setup.db, subscription.name)
    if (!ready && !waiting) return true
    if (ready) {
      wait = MIN_WAIT
      const part = await readBatch(setup, subscription)
      if (part === 'last') await sleep(pause)
      if (part !== 'busy') continue
    }
    if (Date.now() > deadline) return false
    await sleep(ready ? BUSY_WAIT : wait)
    wait = Math.min(wait * 2, MAX_WAIT)
  }
}
