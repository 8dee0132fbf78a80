import { Worker } from 'node:worker_threads'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'

/** What is sent to the thread. */
export interface ThreadJob<Input> {
  readonly id: number
  readonly input: Input
}

/** The thread's reply. */
export type ThreadResult<Output> =
  | { readonly id: number; readonly output: Output }
  | { readonly id: number; readonly error: string }

/** Who waits for a job. */
export interface Waiter {
  /** Whose share of the queue it takes: the account or the network that asked. */
  readonly holder?: string
  /** Aborts once nobody waits any more: the job is not begun then. */
  readonly signal?: AbortSignal
}

interface Waiting<Input, Output> extends ThreadJob<Input> {
  readonly resolve: (output: Output | Refusal) => void
  readonly reject: (error: Error) => void
}

/** Jobs that may wait for one thread; a page of a PDF takes about ten milliseconds. */
const MAX_WAITING = 200
/** Of them, those of one holder. */
const MAX_WAITING_OF_HOLDER = 50
/** A thread without work is stopped after this time, to free its memory. */
const IDLE_MS = 60_000
/** The result of a job that was not begun because its caller has left; a repeated request is done. */
const GONE = refuse('overloaded', { detail: { retry_after: 1 } })
/** A job that takes longer is stopped with its thread: nobody may keep all others waiting. */
const LIMIT_MS = 30_000

/** Waiting jobs by holder: the holders take turns. */
const createTurns = <Job>() => {
  /** In the order of whose turn it is. */
  const queues = new Map<string, Job[]>()
  let count = 0
  const jobsOf = (holder = ''): Job[] => queues.get(holder) ?? []
  return {
    hasCapacity: (holder?: string): boolean =>
      count < MAX_WAITING && (holder === undefined || jobsOf(holder).length < MAX_WAITING_OF_HOLDER),
    add: (job: Job, holder = ''): void => {
      queues.set(holder, [...jobsOf(holder), job])
      count += 1
    },
    /** True where the job still waited. */
    remove: (job: Job, holder = ''): boolean => {
      const others = jobsOf(holder).filter((each) => each !== job)
      if (others.length === jobsOf(holder).length) return false
      if (others.length > 0) queues.set(holder, others)
      else queues.delete(holder)
      count -= 1
      return true
    },
    /** The job of the holder whose turn it is, who then queues up behind the others. */
    next: (): Job | undefined => {
      const [first] = queues
      if (!first) return undefined
      const [holder, [job, ...others]] = first
      queues.delete(holder)
      if (others.length > 0) queues.set(holder, others)
      count -= 1
      return job
    },
  }
}

const startWorker = (
  file: URL,
  {
    settle,
    fail,
  }: {
    readonly settle: (started: Worker, result: ThreadResult<never>) => unknown
    readonly fail: (started: Worker, error: Error) => unknown
  },
): Worker => {
  const started = new Worker(file)
  started.on('message', (result: ThreadResult<never>) => settle(started, result))
  started.on('error', (error: Error) => fail(started, error))
  started.on('exit', () => fail(started, new Error('the worker thread stopped')))
  return started
}

export interface WorkerThread<Input, Output> {
  /** The result of a job. Refusal: `overloaded`, where too many wait or the job takes longer than the thread's limit. */
  readonly run: (input: Input, waiter?: Waiter) => Promise<Output | Refusal>
  readonly close: () => Promise<void>
}

/**
 * Runs jobs one after another in a worker thread, so that they do not block requests. Jobs of different holders take turns, so
 * that nobody waits for all jobs of another; what nobody waits for any more is not begun. `file` is the thread's module, which
 * calls `serveThread`. Input and output are copied: plain data, texts and byte arrays.
 */
export const createWorkerThread = <Input, Output>(file: URL, limitMs = LIMIT_MS): WorkerThread<Input, Output> => {
  const waiting = createTurns<Waiting<Input, Output>>()
  let current: Waiting<Input, Output> | undefined
  let worker: Worker | undefined
  /** Of the current job, or of the idle thread. */
  let timer: NodeJS.Timeout | undefined
  let count = 0

  const close = async (): Promise<void> => {
    clearTimeout(timer)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const take = (): Waiting<Input, Output> | undefined => {
    const job = current
    current = undefined
    clearTimeout(timer)
    return job
  }

  const settle = (result: ThreadResult<Output>): void => {
    if (result.id !== current?.id) return
    const job = take()
    if ('output' in result) job?.resolve(result.output)
    else job?.reject(new Error(`A job of the worker thread failed: ${result.error}`))
    next()
  }

  const fail = (error: Error): void => {
    worker = undefined
    take()?.reject(error)
    next()
  }

  const stopLate = (): void => {
    void close()
    take()?.resolve(refuse('overloaded', { detail: { retry_after: 60 } }))
    next()
  }

  /** What a thread says counts as long as it is the current one. */
  const open = (): Worker =>
    startWorker(file, {
      settle: (started, result) => worker === started && settle(result),
      fail: (started, error) => worker === started && fail(error),
    })

  const stopWhenIdle = (): void => {
    // An idle thread must not keep the process alive.
    worker?.unref()
    timer = setTimeout(() => void close(), IDLE_MS)
    timer.unref()
  }

  const next = (): void => {
    if (current) return
    current = waiting.next()
    if (!current) return stopWhenIdle()
    const { id, input } = current
    clearTimeout(timer)
    timer = setTimeout(stopLate, limitMs)
    worker ??= open()
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, input } satisfies ThreadJob<Input>)
  }

  const run = (input: Input, { holder, signal }: Waiter = {}): Promise<Output | Refusal> => {
    if (signal?.aborted) return Promise.resolve(GONE)
    if (!waiting.hasCapacity(holder)) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 5 } }))
    return new Promise((resolve, reject) => {
      const job = { id: ++count, input, resolve, reject }
      waiting.add(job, holder)
      const leave = (): void => {
        if (waiting.remove(job, holder)) resolve(GONE)
      }
      signal?.addEventListener('abort', leave, { once: true })
      next()
    })
  }

  return { run, close }
}
