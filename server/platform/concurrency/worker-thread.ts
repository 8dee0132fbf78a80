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

interface Waiting<Output> {
  readonly resolve: (output: Output) => void
  readonly reject: (error: Error) => void
}

/** Jobs that may wait for one thread; a page of a PDF takes about ten milliseconds. */
const MAX_WAITING = 200
/** A thread without work is stopped after this time, to free its memory. */
const IDLE_MS = 60_000

/**
 * Runs jobs one after another in a worker thread, so that they do not block requests. `file` is the thread's module, which
 * calls `serveThread`. Input and output are copied: plain data, texts and byte arrays.
 */
export const createWorkerThread = <Input, Output>(file: URL) => {
  const waiting = new Map<number, Waiting<Output>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const settle = (result: ThreadResult<Output>): void => {
    const job = waiting.get(result.id)
    waiting.delete(result.id)
    if ('output' in result) job?.resolve(result.output)
    else job?.reject(new Error(`A job of the worker thread failed: ${result.error}`))
    if (waiting.size > 0) return
    // An idle thread must not keep the process alive.
    worker?.unref()
    idle = setTimeout(() => void close(), IDLE_MS)
    idle.unref()
  }

  const fail = (error: Error): void => {
    worker = undefined
    for (const job of waiting.values()) job.reject(error)
    waiting.clear()
  }

  const open = (): Worker => {
    const started = new Worker(file)
    started.on('message', settle)
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the worker thread stopped'))
    })
    return started
  }

  /** The result of a job. Refusal: `overloaded`. */
  const run = (input: Input): Promise<Output | Refusal> => {
    if (waiting.size >= MAX_WAITING) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 5 } }))
    clearTimeout(idle)
    worker ??= open()
    worker.ref()
    const id = ++count
    const result = new Promise<Output>((resolve, reject) => waiting.set(id, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, input })
    return result
  }

  return { run, close }
}

export type WorkerThread<Input, Output> = ReturnType<typeof createWorkerThread<Input, Output>>
