import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import type { JobWithMetadata, Queue } from 'pg-boss'
import type { Db, Tx } from '../database/db.ts'
import { runBatch, runEach, runTransactional, slots } from './run-job.ts'
import type { BatchHandler, JobHandler, Run, RunLog, TransactionalHandler } from './run-job.ts'

export interface JobOptions {
  /** Jobs of this kind that one process runs side by side. */
  readonly concurrency?: number
  /** Most jobs of one fetch. */
  readonly batch?: number
  /** Tries after the first; the job is then a dead letter. */
  readonly retries?: number
  /** Seconds before the first retry; each next one waits about twice as long, up to `retryDelayMax`. */
  readonly retryDelay?: number
  readonly retryDelayMax?: number
  /** Seconds after which a job that has not ended is taken to be lost and tried again. */
  readonly expire?: number
  /** At most one job waits for each `key` given to enqueue. */
  readonly unique?: boolean
  /** Milliseconds that a process rests after a fetch that was not full: what comes meanwhile is fetched, and ended, together. */
  readonly rest?: number
}

export interface EnqueueOptions {
  /** Not before this instant. */
  readonly after?: Date
  /** With a `unique` kind: a second job with the same key while the first waits changes nothing. */
  readonly key?: string
  /** Higher goes first. */
  readonly priority?: number
}

export interface DeadJob {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly error: string
  readonly died_at: Date
}

/** Work that happens after the answer. Every job runs at least once; its handler must bear being run again. */
export interface Jobs {
  define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions): void
  /** The handler's writes through `tx` and the end of the job are one transaction. */
  defineTransactional<T extends object>(name: string, handler: TransactionalHandler<T>, options?: JobOptions): void
  defineBatch<T extends object>(name: string, handler: BatchHandler<T>, options?: JobOptions): void
  /** `cron` in the time of Jerusalem. One process runs it; one that was missed while nobody was up runs once at start. */
  cron(name: string, cron: string, handler: () => Promise<unknown>, options?: JobOptions): void
  /** With a transaction, the job exists if and only if the transaction commits. */
  enqueue(db: Db | Tx, name: string, data: object, options?: EnqueueOptions): Promise<void>
  /** One statement, however many. */
  enqueueMany(db: Db | Tx, name: string, data: readonly object[], options?: EnqueueOptions): Promise<void>
  /** Makes the queues of everything defined and, unless this process only sends, begins to work. */
  start(): Promise<void>
  /** Takes no new job, waits for the running ones (at most `seconds`), hands back what did not end. */
  stop(seconds?: number): Promise<void>
  /** Runs what is due until nothing is, in this process; `later` also runs what is not due yet. For tests and operator's commands. */
  drain(options?: { later?: boolean; names?: readonly string[] }): Promise<{ completed: number; failed: number }>
  dead(limit?: number): Promise<DeadJob[]>
  /** Puts dead jobs (all, or those named) back into their queues; answers how many. */
  requeueDead(ids?: readonly string[]): Promise<number>
}

export interface JobsSetup {
  readonly connectionString: string
  readonly db: Db
  readonly log: RunLog & { error(fields: object, message: string): void }
  /** false: this process sends jobs (and drains them when asked), others work. */
  readonly work: boolean
  readonly onFault?: RunLog['onFault']
  /** Handlers of all kinds that run side by side in this process, so that requests always find a connection. */
  readonly slots?: number
}

const DEAD = 'dead'
const DAY = 86_400
const ZONE = 'Asia/Jerusalem'

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
  retentionSeconds: 30 * DAY,
  deleteAfterSeconds: 3600,
})

/** Queues that are missing are made; ones whose terms have changed are brought up to date. */
const makeQueues = async (boss: PgBoss, definitions: readonly Definition[]): Promise<void> => {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD)) await boss.createQueue(DEAD, { retentionSeconds: 90 * DAY, retryLimit: 0 })
  for (const { name, policy, ...terms } of definitions.map(queueOf)) {
    const found = known.get(name)
    if (!found) await boss.createQueue(name, { policy, ...terms })
    else if (Object.entries(terms).some(([term, value]) => found[term as keyof typeof found] !== value))
      await boss.updateQueue(name, terms)
  }
}

const makeSchedules = async (boss: PgBoss, definitions: readonly Definition[]): Promise<void> => {
  const wanted = new Map(definitions.flatMap(({ name, cron }) => (cron ? [[name, cron]] : [])))
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const [name, cron] of wanted) await boss.schedule(name, cron, null, { tz: ZONE, missed: 'once' })
}

const work = async (boss: PgBoss, { name, options, run }: Definition): Promise<void> => {
  // Below two a full fetch cannot be told from a last one, and a backlog would wait for the poll.
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
      if (options.rest && jobs.length < batchSize) await sleep(options.rest)
      return results
    },
  )
}

const settleDrained = async (boss: PgBoss, name: string, jobs: readonly JobWithMetadata[], run: Run) => {
  const results = await run(jobs)
  let failed = 0
  for (const job of jobs) {
    const result = results.find(({ id }) => id === job.id)
    if (result?.status === 'completed') await boss.complete(name, job)
    else {
      failed += 1
      await boss.fail(name, job, (result?.output ?? { message: 'the handler gave no outcome' }) as object)
    }
  }
  return { completed: jobs.length - failed, failed }
}

const makeBoss = ({ connectionString, log, work }: JobsSetup): PgBoss => {
  const boss = new PgBoss({
    connectionString,
    schema: 'jobs',
    application_name: 'kartis-jobs',
    max: work ? 4 : 2,
    useListenNotify: work,
    supervise: work,
    schedule: work,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'))
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

/** The job queue of this process. Define everything, then `start()`; only after that can jobs be enqueued. */
export const openJobs = (setup: JobsSetup): Jobs => {
  const { db } = setup
  const log: RunLog = { warn: (fields, message) => setup.log.warn(fields, message), onFault: setup.onFault }
  const boss = makeBoss(setup)
  const all = slots(setup.slots ?? 6)
  const definitions = new Map<string, Definition>()
  const add = (name: string, options: JobOptions, run: Run, cron?: string): void => {
    if (definitions.has(name)) throw new Error(`job ${name} is defined twice`)
    definitions.set(name, cron ? { name, options, run, cron } : { name, options, run })
  }
  /** A kind of job keeps within its own concurrency and, with all others, within the process's. */
  const laneOf = (options: JobOptions) => {
    const own = slots(options.concurrency ?? 1)
    return <R>(fn: () => Promise<R>): Promise<R> => own(() => all(fn))
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
      data.map((each) => ({ data: each, ...terms })),
      { db: fromKysely(on), returnId: false },
    )
  }
  return {
    define: (name, handler, options = {}) => add(name, options, runEach(name, handler, laneOf(options), log)),
    defineTransactional: (name, handler, options = {}) =>
      add(name, options, runTransactional(name, handler, laneOf(options), log, boss, db)),
    defineBatch: (name, handler, options = {}) => add(name, options, runBatch(name, handler, laneOf(options), log)),
    cron: (name, cron, handler, options = {}) =>
      add(name, { retries: 1, ...options }, runEach(name, handler, laneOf(options), log), cron),
    enqueue: (on, name, data, options) => enqueueMany(on, name, [data], options),
    enqueueMany,
    start: async () => {
      await boss.start()
      await makeQueues(boss, [...definitions.values()])
      if (!setup.work) return
      for (const definition of definitions.values()) await work(boss, definition)
      await makeSchedules(boss, [...definitions.values()])
    },
    stop: (seconds = 30) => boss.stop({ graceful: true, timeout: seconds * 1000 }),
    drain: async ({ later = false, names } = {}) => {
      const total = { completed: 0, failed: 0 }
      const chosen = [...definitions.values()].filter(({ name }) => !names || names.includes(name))
      for (let found = true; found;) {
        found = false
        for (const { name, run } of chosen) {
          const jobs = await boss.fetch<object>(name, {
            batchSize: 100,
            includeMetadata: true,
            ignoreStartAfter: later,
          })
          if (jobs.length === 0) continue
          found = true
          const settled = await settleDrained(boss, name, jobs, run)
          total.completed += settled.completed
          total.failed += settled.failed
        }
      }
      return total
    },
    dead: (limit = 100) => readDead(boss, limit),
    requeueDead: (ids) => boss.redrive(DEAD, ids ? { ids: [...ids] } : {}),
  }
}
