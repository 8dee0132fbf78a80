import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { codeOf, isDatabaseAway } from '../database/error-code.ts'
import { type Origin, traced, tracing } from '../observability/tracing.ts'
import { RETRY_AFTER } from './retry-after.ts'

/** A larger batch would make its first request wait for its last. */
const MAX_BATCH_SIZE = 400
/** Requests that may wait for one key in this process. */
const MAX_WAITING = 20_000
/** Results delivered in one turn of the event loop. */
const DELIVERIES_PER_TURN = 32

/** Handles one batch: a result for each request, in their order. Throws only when nothing of the batch was committed. */
export type BatchHandler<Request, Result> = (
  key: string,
  requests: readonly Request[],
) => Promise<readonly (Result | Refusal)[]>

export interface BatchQueueOptions {
  /** Requests in one batch. */
  readonly maxBatchSize?: number
  /** Requests that may wait for one key; the next one is refused as `overloaded`. */
  readonly maxWaiting?: number
}

export interface BatchQueue<Request, Result> {
  /** Resolves with the result of the batch that the request goes into. Refusal: `overloaded`. */
  submit(key: string, request: Request): Promise<Result | Refusal>
  /** Resolves when every submitted request has its result. */
  idle(): Promise<void>
}

/** The database is unreachable or full: a retry of each request would only make everyone wait longer. */
export const isOutage = (error: unknown): boolean =>
  /^(53|57|58|XX|E[A-Z])/.test(codeOf(error)) || isDatabaseAway(error)

interface Waiting<Request, Result> {
  readonly request: Request
  /** The span of the caller, where there is a tracer. */
  readonly origin: Origin | undefined
  readonly resolve: (result: Result | Refusal) => void
  readonly reject: (error: unknown) => void
}

/** A batch is a part of the request that woke the queue, and linked to all that it handles. */
const spanOf = (key: string, batch: readonly Waiting<unknown, never>[]) => () => ({
  fields: { 'kartis.batch': key, 'kartis.batch_size': batch.length },
  links: batch.flatMap(({ origin }) => origin ?? []),
})

/**
 * Delivers results a few at a time, after the next batch has been sent: the event loop reads the database's replies in
 * between, and the database works while responses are written.
 */
const deliver = async <Request, Result>(
  batch: readonly Waiting<Request, Result>[],
  results: readonly (Result | Refusal)[],
): Promise<void> => {
  for (let from = 0; from < batch.length; from += DELIVERIES_PER_TURN) {
    await new Promise((resolve) => setImmediate(resolve))
    batch.slice(from, from + DELIVERIES_PER_TURN).forEach(({ resolve, reject }, index) => {
      const result = results[from + index]
      if (result === undefined) reject(new Error('the batch handler returned too few results'))
      else resolve(result)
    })
  }
}

/**
 * Group commit: one queue for each key, one batch of a key at a time. Requests that arrive while a batch runs form the
 * next one, so the number of transactions does not grow with the number of callers; a lone caller is a batch of one and
 * does not wait. Different keys run in parallel.
 *
 * Use it where many requests contend for the same rows (the stock of an event) or only pay for a commit each (webhooks):
 * the handler locks once, decides in order of arrival and commits once. Do not use it for reads (see `coalesce`) or where
 * requests rarely share a key.
 *
 * When a batch fails its requests are retried one by one, so that only the faulty one fails; an outage fails them all.
 */
export const createBatchQueue = <Request, Result>(
  handle: BatchHandler<Request, Result>,
  { maxBatchSize = MAX_BATCH_SIZE, maxWaiting = MAX_WAITING }: BatchQueueOptions = {},
): BatchQueue<Request, Result> => {
  const queues = new Map<string, Waiting<Request, Result>[]>()
  const running = new Set<Promise<void>>()

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
  }

  const runBatch = async (key: string, batch: readonly Waiting<Request, Result>[]): Promise<void> => {
    try {
      const results = await traced('batch', spanOf(key, batch), () =>
        handle(
          key,
          batch.map(({ request }) => request),
        ),
      )
      track(deliver(batch, results))
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) return batch.forEach(({ reject }) => reject(error))
      for (const single of batch) await runBatch(key, [single])
    }
  }

  const drain = async (key: string, queue: Waiting<Request, Result>[]): Promise<void> => {
    // Requests that arrive in the same turn of the event loop join the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await runBatch(key, queue.splice(0, maxBatchSize))
    queues.delete(key)
  }

  return {
    submit: (key, request) => {
      const queue = queues.get(key) ?? []
      if (queue.length >= maxWaiting)
        return Promise.resolve(refuse('overloaded', { detail: { retry_after: RETRY_AFTER } }))
      return new Promise((resolve, reject) => {
        queue.push({ request, origin: tracing.tracer?.origin(), resolve, reject })
        if (queues.has(key)) return
        queues.set(key, queue)
        track(drain(key, queue))
      })
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
