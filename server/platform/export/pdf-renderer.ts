import { Worker } from 'node:worker_threads'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'

/** What a printing thread is sent. */
export interface PrintJob<Sheet> {
  readonly id: number
  readonly sheet: Sheet
}

/** What it answers. */
export type PrintResult =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly done: (pdf: Uint8Array) => void
  readonly failed: (error: Error) => void
}

/** Documents that may wait for one printer; a page takes some ten milliseconds. */
const MAX_WAITING = 200
/** After so long without work the thread and its fonts are let go. */
const IDLE_MS = 60_000

/**
 * A thread of its own makes the PDFs, so that no sale waits behind a page being set. `file` runs in it and answers each
 * PrintJob with a PrintResult.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties what is sent to what the thread renders
export const openPrinter = <Sheet>(file: URL) => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const old = worker
    worker = undefined
    await old?.terminate()
  }

  const settle = (result: PrintResult): void => {
    const job = waiting.get(result.id)
    waiting.delete(result.id)
    if ('pdf' in result) job?.done(result.pdf)
    else job?.failed(new Error(`a PDF could not be made: ${result.error}`))
    if (waiting.size > 0) return
    // A thread without work must not keep the process alive.
    worker?.unref()
    idle = setTimeout(() => void close(), IDLE_MS)
    idle.unref()
  }

  const fail = (error: Error): void => {
    worker = undefined
    for (const job of waiting.values()) job.failed(error)
    waiting.clear()
  }

  const open = (): Worker => {
    const fresh = new Worker(file)
    fresh.on('message', settle)
    fresh.on('error', fail)
    fresh.on('exit', () => {
      if (worker === fresh) fail(new Error('the printer stopped'))
    })
    return fresh
  }

  const print = (sheet: Sheet): Promise<Uint8Array | Refusal> => {
    if (waiting.size >= MAX_WAITING) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 5 } }))
    clearTimeout(idle)
    worker ??= open()
    worker.ref()
    const id = ++count
    const result = new Promise<Uint8Array>((done, failed) => waiting.set(id, { done, failed }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, sheet })
    return result
  }

  return { print, close }
}

export type Printer<Sheet> = ReturnType<typeof openPrinter<Sheet>>
