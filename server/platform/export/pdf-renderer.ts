import { Worker } from 'node:worker_threads'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'

/** A document that is sent to the worker thread. */
export interface RenderJob<Content> {
  readonly id: number
  readonly content: Content
}

/** The worker's reply. */
export type RenderResult =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Documents that may wait for one worker; a page takes about ten milliseconds. */
const MAX_WAITING = 200
/** A worker without work is stopped after this time, to free its fonts. */
const IDLE_MS = 60_000

/**
 * Renders PDFs in a worker thread, so that rendering does not block requests. `file` is the worker's module, which calls
 * `serveRenderer`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types the content that the worker renders
export const createPdfRenderer = <Content>(file: URL) => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const settle = (result: RenderResult): void => {
    const job = waiting.get(result.id)
    waiting.delete(result.id)
    if ('pdf' in result) job?.resolve(result.pdf)
    else job?.reject(new Error(`PDF rendering failed: ${result.error}`))
    if (waiting.size > 0) return
    // An idle worker must not keep the process alive.
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
      if (worker === started) fail(new Error('the PDF worker stopped'))
    })
    return started
  }

  /** The PDF of a document. Refusal: `overloaded`. */
  const render = (content: Content): Promise<Uint8Array | Refusal> => {
    if (waiting.size >= MAX_WAITING) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 5 } }))
    clearTimeout(idle)
    worker ??= open()
    worker.ref()
    const id = ++count
    const result = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, content })
    return result
  }

  return { render, close }
}

export type PdfRenderer<Content> = ReturnType<typeof createPdfRenderer<Content>>
