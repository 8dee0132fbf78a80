import { fromKysely } from 'pg-boss'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { inTransaction } from '../database/db.ts'
import type { Db, Tx } from '../database/db.ts'

/** What a handler knows about its try. */
export interface JobTry {
  readonly id: string
  /** 1 on the first try. */
  readonly attempt: number
  /** No retry follows this one. */
  readonly last: boolean
  /** Aborted when the time for the job is over or the server must stop now. */
  readonly signal: AbortSignal
}

export type JobHandler<T> = (data: T, job: JobTry) => Promise<unknown>
export type TransactionalHandler<T> = (data: T, tx: Tx, job: JobTry) => Promise<unknown>
export type JobOutcome =
  | { readonly id: string; readonly ok: true }
  | { readonly id: string; readonly ok: false; readonly error: string }
export type BatchHandler<T> = (jobs: readonly (JobTry & { readonly data: T })[]) => Promise<readonly JobOutcome[]>

/** A settled fetch: every job of it is in the answer. */
export type Run = (jobs: readonly JobWithMetadata[]) => Promise<JobResult[]>

/** Lets at most `most` of the functions given to it run at the same time; the others wait their turn. */
export const slots = (most: number) => {
  let free = most
  const waiting: (() => void)[] = []
  return async <R>(fn: () => Promise<R>): Promise<R> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await fn()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

export type Slots = ReturnType<typeof slots>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const tryOf = (job: JobWithMetadata): JobTry => ({
  id: job.id,
  attempt: job.retryCount + 1,
  last: job.retryCount >= job.retryLimit,
  signal: job.signal ?? new AbortController().signal,
})

/** A fetch picks the most urgent jobs but answers them in any order. */
const inOrder = (jobs: readonly JobWithMetadata[]): JobWithMetadata[] =>
  jobs.toSorted((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime())

export interface RunLog {
  warn(fields: object, message: string): void
  /** Hears of a job that has failed for the last time. */
  readonly onFault?: ((fault: unknown, tags: { job: string }) => void) | undefined
}

const settle = (name: string, log: RunLog, job: JobWithMetadata, work: () => Promise<unknown>): Promise<JobResult> =>
  work().then(
    () => ({ id: job.id, status: 'completed' as const }),
    (error: unknown) => {
      const { attempt, last } = tryOf(job)
      log.warn({ job: name, id: job.id, attempt, last, err: error }, 'job failed')
      if (last) log.onFault?.(error, { job: name })
      return { id: job.id, status: 'failed' as const, output: { message: messageOf(error) } }
    },
  )

/** Each job alone, up to `slots` of them at a time; one that throws does not disturb its neighbours. */
export const runEach =
  <T>(name: string, handler: JobHandler<T>, lane: Slots, log: RunLog): Run =>
  (jobs) =>
    Promise.all(
      inOrder(jobs).map((job) => settle(name, log, job, () => lane(() => handler(job.data as T, tryOf(job))))),
    )

/** The handler's writes and the end of its job in one transaction: both happen once, or neither does. */
export const runTransactional =
  <T>(name: string, handler: TransactionalHandler<T>, lane: Slots, log: RunLog, boss: PgBoss, db: Db): Run =>
  (jobs) =>
    Promise.all(
      inOrder(jobs).map((job) =>
        settle(name, log, job, () =>
          lane(() =>
            inTransaction(db, async (tx) => {
              await handler(job.data as T, tx, tryOf(job))
              const done = (await boss.complete(name, { id: job.id, retryCount: job.retryCount }, null, {
                db: fromKysely(tx),
              })) as { affected?: number }
              // Somebody else holds the job by now (it ran over its time): their writes count, ours must not.
              if (done.affected !== 1) throw new Error('the job was no longer ours at its end')
            }),
          ),
        ),
      ),
    )

/** The whole fetch at once; the handler says of each job how it went. A throw fails them all. */
export const runBatch =
  <T>(name: string, handler: BatchHandler<T>, lane: Slots, log: RunLog): Run =>
  (jobs) =>
    lane(async () => {
      try {
        const outcomes = await handler(inOrder(jobs).map((job) => ({ ...tryOf(job), data: job.data as T })))
        return outcomes.map((outcome) =>
          outcome.ok
            ? { id: outcome.id, status: 'completed' as const }
            : { id: outcome.id, status: 'failed' as const, output: { message: outcome.error } },
        )
      } catch (error) {
        log.warn({ job: name, jobs: jobs.length, err: error }, 'batch of jobs failed')
        return jobs.map((job) => ({ id: job.id, status: 'failed' as const, output: { message: messageOf(error) } }))
      }
    })
