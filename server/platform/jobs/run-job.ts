import { fromKysely, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { type Db, inTransaction, type Tx } from '../database/db.ts'
import { type SpanOptions, traced } from '../observability/tracing.ts'

/** One attempt of a job, as its handler sees it. */
export interface JobAttempt {
  readonly id: string
  /** 1 on the first attempt. */
  readonly attempt: number
  /** No retry follows this attempt. */
  readonly last: boolean
  /** Aborted when the job's time is over or the server stops. */
  readonly signal: AbortSignal
}

export type JobHandler<T> = (data: T, job: JobAttempt) => Promise<unknown>
export type TransactionalHandler<T> = (data: T, tx: Tx, job: JobAttempt) => Promise<unknown>
export type JobOutcome =
  | { readonly id: string; readonly ok: true }
  | { readonly id: string; readonly ok: false; readonly error: string }
export type BatchHandler<T> = (jobs: readonly (JobAttempt & { readonly data: T })[]) => Promise<readonly JobOutcome[]>

/** Runs the jobs of one fetch and returns a result for each. */
export type Run = (jobs: readonly JobWithMetadata[]) => Promise<JobResult[]>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const attemptOf = (job: JobWithMetadata): JobAttempt => ({
  id: job.id,
  attempt: job.retryCount + 1,
  last: job.retryCount >= job.retryLimit,
  signal: job.signal ?? new AbortController().signal,
})

/** A fetch picks the most urgent jobs but returns them in any order. */
const inOrder = (jobs: readonly JobWithMetadata[]): JobWithMetadata[] =>
  jobs.toSorted((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime())

/** Runs a function within the limits of parallel handlers. */
export type Limiter = <R>(fn: () => Promise<R>) => Promise<R>

export interface RunLog {
  warn(fields: object, message: string): void
  /** Called with the error of a job's last attempt. */
  readonly onDeadJob?: ((error: unknown, tags: { job: string }) => void) | undefined
}

/** Runs the handler of jobs in a span of its own. */
const tracedJobs = <R>(name: string, jobs: readonly JobWithMetadata[], act: () => Promise<R>): Promise<R> => {
  const options = (): SpanOptions => ({
    kind: 'consumer',
    isRoot: true,
    fields: {
      'kartis.jobs': jobs.map(({ id }) => id),
      'kartis.retries': Math.max(...jobs.map((job) => job.retryCount)),
    },
  })
  return traced(`job ${name}`, options, act)
}

const resultOf = (name: string, log: RunLog, job: JobWithMetadata, work: () => Promise<unknown>): Promise<JobResult> =>
  work().then(
    () => ({ id: job.id, status: 'completed' as const }),
    (error: unknown) => {
      const { attempt, last } = attemptOf(job)
      log.warn({ job: name, id: job.id, attempt, last, err: error }, 'job failed')
      if (last) log.onDeadJob?.(error, { job: name })
      return { id: job.id, status: 'failed' as const, output: { message: messageOf(error) } }
    },
  )

/** Runs each job on its own; one that throws does not affect the others. */
export const runEach =
  <T>(name: string, handler: JobHandler<T>, limit: Limiter, log: RunLog): Run =>
  (jobs) =>
    Promise.all(
      inOrder(jobs).map((job) =>
        resultOf(name, log, job, () =>
          limit(() => tracedJobs(name, [job], () => handler(job.data as T, attemptOf(job)))),
        ),
      ),
    )

/** Where jobs and what their handlers write are. */
interface JobStore {
  readonly boss: PgBoss
  readonly db: Db
}

/** Runs each job in a transaction that also completes it: the handler's writes happen exactly once. */
export const runTransactional =
  <T>(name: string, handler: TransactionalHandler<T>, limit: Limiter, log: RunLog, { boss, db }: JobStore): Run =>
  (jobs) =>
    Promise.all(
      inOrder(jobs).map((job) =>
        resultOf(name, log, job, () =>
          limit(() =>
            tracedJobs(name, [job], () =>
              inTransaction(db, async (tx) => {
                await handler(job.data as T, tx, attemptOf(job))
                const done = (await boss.complete(name, { id: job.id, retryCount: job.retryCount }, null, {
                  db: fromKysely(tx),
                })) as { affected?: number }
                // The job expired and another process runs it: only one of them may commit.
                if (done.affected !== 1) throw new Error('the job lease was lost')
              }),
            ),
          ),
        ),
      ),
    )

/** Passes all jobs of a fetch to the handler at once, which returns an outcome for each; when it throws, all of them fail. */
export const runBatch =
  <T>(name: string, handler: BatchHandler<T>, limit: Limiter, log: RunLog): Run =>
  (jobs) =>
    limit(async () => {
      try {
        const outcomes = await tracedJobs(name, jobs, () =>
          handler(inOrder(jobs).map((job) => ({ ...attemptOf(job), data: job.data as T }))),
        )
        return outcomes.map((outcome) =>
          outcome.ok
            ? { id: outcome.id, status: 'completed' as const }
            : { id: outcome.id, status: 'failed' as const, output: { message: outcome.error } },
        )
      } catch (error) {
        log.warn({ job: name, jobs: jobs.length, err: error }, 'job batch failed')
        return jobs.map((job) => ({ id: job.id, status: 'failed' as const, output: { message: messageOf(error) } }))
      }
    })
