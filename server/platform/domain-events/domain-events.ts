import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, type Db, inTransaction, type Tx } from '../database/db.ts'
import type { DomainEvent, DomainEventType, NewDomainEvent } from './event-types.ts'
import { deleteReadEvents, insertCursors, insertEvents, renumberForeignEvents } from './events-queries.ts'
import { eventOf, readAll, type ReaderSetup, RETRY_JOB, type RetriedEvent, type Subscription } from './reader.ts'

/** Milliseconds between two looks at the log, for events of other processes. */
const POLL = 1000
/** Milliseconds before a run and between its batches: the events of several changes are then handled by one transaction. */
const GATHER = 200
/** Milliseconds that a reader waits for open transactions before it leaves the rest to the next look. */
const PATIENCE = 5000
const DRAIN_PATIENCE = 30_000
const RETENTION_DAYS = 14
const DAY = 86_400_000

export interface DomainEventsSetup extends ReaderSetup {
  readonly clock: () => Date
}

/**
 * What changed, in a log that is written in the transaction of the change. Whoever must act on a change reads the log
 * with a cursor of his own, in commit order; the action that makes the change calls nobody.
 */
export interface DomainEvents {
  /** One insert, however many. After the commit the readers of this process are woken. */
  append(db: Db | Tx, events: readonly NewDomainEvent[]): Promise<void>
  /** After a statement that wrote events by itself (`insertEventsFrom`). */
  written(db: Db | Tx): void
  /** Before `start`. A name is subscribed once; its first start reads all that the log still has. */
  subscribe<T extends DomainEventType>(subscription: Subscription<T>): void
  /** Begins to read in this process. */
  start(): Promise<void>
  /** Waits for the batches that are being handled. */
  stop(): Promise<void>
  /** Reads until nothing is left, in this process. For tests and operator's commands. */
  drain(): Promise<void>
}

/** A reader of this process for one subscription: `wake` begins a run, or one more after the run under way. */
const createReader = (setup: ReaderSetup, subscription: Subscription) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    do {
      await sleep(GATHER)
      again = false
      await readAll(setup, subscription, { patience: PATIENCE, pause: GATHER, signal: stopping.signal })
    } while (again)
  }
  return {
    wake: (): void => {
      if (stopping.signal.aborted) return
      again = true
      running ??= run()
        .catch((err: unknown) =>
          setup.log.warn({ subscription: subscription.name, err }, 'domain events could not be read'),
        )
        .finally(() => {
          running = undefined
        })
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}

export const createDomainEvents = (setup: DomainEventsSetup): DomainEvents => {
  const { db, jobs } = setup
  const subscriptions = new Map<string, Subscription>()
  let readers: ReturnType<typeof createReader>[] = []
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => readers.forEach((reader) => reader.wake())
  const prepare = (): Promise<void> => insertCursors(db, [...subscriptions.keys()])

  jobs.defineTransactional<RetriedEvent>(
    RETRY_JOB,
    async ({ subscription, row }, tx) => {
      const found = subscriptions.get(subscription)
      if (!found) throw new Error(`no subscription ${subscription}`)
      await found.handle(tx, [eventOf({ ...row, at: new Date(row.at) })])
    },
    { retries: 8, retryDelay: 5, retryDelayMax: 3600 },
  )
  jobs.cron('domain_events.cleanup', '23 * * * *', () =>
    deleteReadEvents(db, [...subscriptions.keys()], new Date(setup.clock().getTime() - RETENTION_DAYS * DAY)),
  )

  const written: DomainEvents['written'] = (on) => afterCommit(on, wake)
  return {
    written,
    append: async (on, events) => {
      if (events.length === 0) return
      await insertEvents(on, events)
      written(on)
    },
    subscribe: (subscription) => {
      if (subscriptions.has(subscription.name)) throw new Error(`${subscription.name} is subscribed twice`)
      // `handle` gets events of its own types alone: the reader filters by `types`.
      subscriptions.set(subscription.name, subscription as unknown as Subscription)
    },
    start: async () => {
      await inTransaction(db, renumberForeignEvents)
      await prepare()
      readers = [...subscriptions.values()].map((subscription) => createReader(setup, subscription))
      timer = setInterval(wake, POLL)
      timer.unref()
      wake()
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(readers.splice(0).map((reader) => reader.stop()))
    },
    drain: async () => {
      await prepare()
      for (const subscription of subscriptions.values())
        if (!(await readAll(setup, subscription, { patience: DRAIN_PATIENCE, pause: 0 })))
          throw new Error(`events of ${subscription.name} wait for a transaction that does not end`)
    },
  }
}

export type { DomainEvent, Subscription }
