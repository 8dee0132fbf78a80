import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { fromKysely, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import type { Db, Tx } from '../database/db.ts'
import {
  type BatchHandler,
  type JobHandler,
  type Limiter,
  type Run,
  runBatch,
  runEach,
  type RunLog,
  runTransactional,
  type TransactionalHandler,
} from './run-job.ts'

export interface JobOptions {
  /** Jobs of this name that one process runs in parallel; 1 by default. */
  readonly concurrency?: number
  /** Maximum jobs of one fetch. */
  readonly batch?: number
  /** Attempts after the first; a job that fails on the last one becomes a dead letter. */
  readonly retries?: number
  /** Seconds before the first retry; the delay doubles with each retry, up to `retryDelayMax`. */
  readonly retryDelay?: number
  readonly retryDelayMax?: number
  /** Seconds after which a job that has not ended is retried; one whose process ended is retried sooner. */
  readonly expire?: number
  /** At most one job waits for each `key` of `enqueue`. */
  readonly unique?: boolean
  /** Milliseconds between a fetch that was not full and the next one: the jobs of that time are fetched and completed together. */
  readonly pause?: number
}

export interface EnqueueOptions {
  /** The job does not start before this instant. */
  readonly after?: Date
  /** For a `unique` job: an enqueue is ignored while another job with the same key waits. */
  readonly key?: string
  /** Jobs with a higher priority start first. */
  readonly priority?: number
}

export interface DeadJob {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly error: string
  readonly died_at: Date
}

/** Background jobs. Each runs at least once, so its handler must be idempotent. */
export interface Jobs {
  define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions): void
  /** The handler's writes through `tx` and the job's completion are one transaction. */
  defineTransactional<T extends object>(name: string, handler: TransactionalHandler<T>, options?: JobOptions): void
  defineBatch<T extends object>(name: string, handler: BatchHandler<T>, options?: JobOptions): void
  /** Runs on a schedule in Jerusalem time, in one process; a run that was missed while no process was up happens once at the next start. */
  cron(name: string, cron: string, handler: () => Promise<unknown>, options?: JobOptions): void
  /** With a transaction, the job exists if and only if the transaction commits. */
  enqueue(db: Db | Tx, name: string, data: object, options?: EnqueueOptions): Promise<void>
  /** Enqueues any number of jobs with one statement. */
  enqueueMany(db: Db | Tx, name: string, data: readonly object[], options?: EnqueueOptions): Promise<void>
  /** Creates the queues of all definitions and, with `work`, starts to process them. */
  start(): Promise<void>
  /** Accepts no new job, waits up to `seconds` for the running ones and returns the others to their queues. */
  stop(seconds?: number): Promise<void>
  /** Runs due jobs in this process until none is left; `later` includes jobs that are not due yet. For tests and commands. */
  drain(options?: { later?: boolean; names?: readonly string[] }): Promise<{ completed: number; failed: number }>
  dead(limit?: number): Promise<DeadJob[]>
  /** Returns dead jobs (all, or those of `ids`) to their queues; resolves with their number. */
  requeueDead(ids?: readonly string[]): Promise<number>
}

export interface JobsSetup {
  readonly connectionString: string
  readonly db: Db
  readonly log: RunLog & { error(fields: object, message: string): void }
  /** Whether this process runs jobs, or only enqueues (and drains) them. */
  readonly work: boolean
  readonly onDeadJob?: RunLog['onDeadJob']
  /** Seconds between two looks for lost jobs; 15 by default. */
  readonly monitorSeconds?: number
  /** Handlers that this process runs in parallel, so that requests always find a database connection; 6 by default. */
  readonly maxParallel?: number
}

const DEAD = 'dead'
const DAY = 86_400
/** A running job says so often that its process is alive, at half this interval; one that does not was lost and is retried. */
const HEARTBEAT_SECONDS = 20
const MONITOR_SECONDS = 15

interface Definition {
  readonly name: string
  readonly options: JobOptions
  readonly run: Run
  readonly cron?: string
}

const queueOf = ({ name, options, cron }: Definition): Queue => ({
  name,
  policy: cron ? 'exclusive' : options.unique ? 'short' : 'standard',
  notify: true,
  deadLetter: DEAD,
  retryLimit: options.retries ?? 5,
  retryDelay: options.retryDelay ?? 5,
  retryBackoff: true,
  retryDelayMax: options.retryDelayMax ?? 900,
  expireInSeconds: options.expire ?? 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retentionSeconds: 30 * DAY,
  deleteAfterSeconds: 3600,
})

/** Creates missing queues and updates those whose options have changed. */
const createQueues = async (boss: PgBoss, definitions: readonly Definition[]): Promise<void> => {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!existing.has(DEAD)) await boss.createQueue(DEAD, { retentionSeconds: 90 * DAY, retryLimit: 0 })
  for (const { name, policy, ...terms } of definitions.map(queueOf)) {
    const found = existing.get(name)
    if (!found) await boss.createQueue(name, { policy, ...terms })
    else if (Object.entries(terms).some(([term, value]) => found[term as keyof typeof found] !== value))
      await boss.updateQueue(name, terms)
  }
}

const createSchedules = async (boss: PgBoss, definitions: readonly Definition[]): Promise<void> => {
  const schedules = new Map(definitions.flatMap(({ name, cron }) => (cron ? [[name, cron]] : [])))
  for (const { name } of await boss.getSchedules()) if (!schedules.has(name)) await boss.unschedule(name)
  for (const [name, cron] of schedules) await boss.schedule(name, cron, null, { tz: ISRAEL_ZONE, missed: 'once' })
}

const work = async (boss: PgBoss, { name, options, run }: Definition): Promise<void> => {
  // With a size of 1 every fetch looks full, and a backlog would wait for the next poll.
  const batchSize = Math.max(2, options.batch ?? (options.concurrency ?? 1) * 2)
  await boss.work(
    name,
    {
      batchSize,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
    },
    async (jobs: JobWithMetadata[]) => {
      const results = await run(jobs)
      if (options.pause && jobs.length < batchSize) await sleep(options.pause)
      return results
    },
  )
}

const runDrained = async (boss: PgBoss, name: string, jobs: readonly JobWithMetadata[], run: Run) => {
  const results = await run(jobs)
  let failed = 0
  for (const job of jobs) {
    const result = results.find(({ id }) => id === job.id)
    if (result?.status === 'completed') await boss.complete(name, job)
    else {
      failed += 1
      await boss.fail(name, job, (result?.output ?? { message: 'the handler returned no outcome' }) as object)
    }
  }
  return { completed: jobs.length - failed, failed }
}

const createBoss = ({ connectionString, log, work, monitorSeconds = MONITOR_SECONDS }: JobsSetup): PgBoss => {
  const boss = new PgBoss({
    connectionString,
    schema: 'jobs',
    application_name: 'kartis-jobs',
    max: work ? 4 : 2,
    useListenNotify: work,
    supervise: work,
    schedule: work,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warning'))
  return boss
}

const readDead = async (boss: PgBoss, limit: number): Promise<DeadJob[]> => {
  const jobs = await boss.findJobs(DEAD, { queued: true })
  return jobs.slice(0, limit).map((job) => ({
    id: job.id,
    name: job.sourceName ?? DEAD,
    data: job.data,
    error: (job.sourceOutput as { message?: string } | null)?.message ?? '',
    died_at: job.createdOn,
  }))
}

/** Opens the job queue of this process. Jobs are defined first; they can be enqueued after `start()`. */
export const openJobs = (setup: JobsSetup): Jobs => {
  const { db } = setup
  const log: RunLog = { warn: (fields, message) => setup.log.warn(fields, message), onDeadJob: setup.onDeadJob }
  const boss = createBoss(setup)
  const processLimit = pLimit(setup.maxParallel ?? 6)
  const definitions = new Map<string, Definition>()
  const add = (name: string, options: JobOptions, run: Run, cron?: string): void => {
    if (definitions.has(name)) throw new Error(`job ${name} is defined twice`)
    definitions.set(name, cron ? { name, options, run, cron } : { name, options, run })
  }
  /** Limits a job to its own concurrency and, together with all others, to the process's. */
  const limiterOf = (options: JobOptions): Limiter => {
    const ownLimit = pLimit(options.concurrency ?? 1)
    return (fn) => ownLimit(() => processLimit(fn))
  }
  const enqueueMany: Jobs['enqueueMany'] = async (on, name, data, { after, key, priority } = {}) => {
    if (data.length === 0) return
    const terms = {
      ...(after && { startAfter: after }),
      ...(key && { singletonKey: key }),
      ...(priority && { priority }),
    }
    await boss.insert(
      name,
      data.map((item) => ({ data: item, ...terms })),
      { db: fromKysely(on), returnId: false },
    )
  }
  return {
    define: (name, handler, options = {}) => add(name, options, runEach(name, handler, limiterOf(options), log)),
    defineTransactional: (name, handler, options = {}) =>
      add(name, options, runTransactional(name, handler, limiterOf(options), log, { boss, db })),
    defineBatch: (name, handler, options = {}) => add(name, options, runBatch(name, handler, limiterOf(options), log)),
    cron: (name, cron, handler, options = {}) =>
      add(name, { retries: 1, ...options }, runEach(name, handler, limiterOf(options), log), cron),
    enqueue: (on, name, data, options) => enqueueMany(on, name, [data], options),
    enqueueMany,
    start: async () => {
      await boss.start()
      await createQueues(boss, [...definitions.values()])
      if (!setup.work) return
      for (const definition of definitions.values()) await work(boss, definition)
      await createSchedules(boss, [...definitions.values()])
    },
    stop: (seconds = 30) => boss.stop({ graceful: true, timeout: seconds * 1000 }),
    drain: async ({ later = false, names } = {}) => {
      const total = { completed: 0, failed: 0 }
      const drained = [...definitions.values()].filter(({ name }) => !names || names.includes(name))
      for (let found = true; found;) {
        found = false
        for (const { name, run } of drained) {
          const jobs = await boss.fetch<object>(name, {
            batchSize: 100,
            includeMetadata: true,
            ignoreStartAfter: later,
          })
          if (jobs.length === 0) continue
          found = true
          const results = await runDrained(boss, name, jobs, run)
          total.completed += results.completed
          total.failed += results.failed
        }
      }
      return total
    },
    dead: (limit = 100) => readDead(boss, limit),
    requeueDead: (ids) => boss.redrive(DEAD, ids ? { ids: [...ids] } : {}),
  }
}
