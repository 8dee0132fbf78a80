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

export interface WorkerThread<Input, Output> {
  /** The result of a job. Refusal: `overloaded`, where too many wait or the job takes longer than the thread's limit. */
  readonly run: (input: Input, holder?: string) => Promise<Output | Refusal>
  readonly close: () => Promise<void>
}

/**
 * Runs jobs one after another in a worker thread, so that they do not block requests. Jobs of different holders (the networks
 * that asked) take turns, so that nobody waits for all jobs of another. `file` is the thread's module, which calls `serveThread`. Input and output are copied: plain data, texts and byte arrays.
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

  const open = (): Worker => {
    const started = new Worker(file)
    const ofThis =
      <T>(act: (value: T) => void) =>
      (value: T): void => {
        if (worker === started) act(value)
      }
    started.on('message', ofThis(settle))
    started.on('error', ofThis(fail))
    started.on(
      'exit',
      ofThis(() => fail(new Error('the worker thread stopped'))),
    )
    return started
  }

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

  const run = (input: Input, holder?: string): Promise<Output | Refusal> => {
    if (!waiting.hasCapacity(holder)) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 5 } }))
    return new Promise((resolve, reject) => {
      waiting.add({ id: ++count, input, resolve, reject }, holder)
      next()
    })
  }

  return { run, close }
}
