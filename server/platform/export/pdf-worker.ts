import { parentPort } from 'node:worker_threads'
import type { RenderJob, RenderResult } from './pdf-renderer.ts'

/** Runs in a worker thread: renders each job and replies with the PDF or the error. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types the content that the worker renders
export const serveRenderer = <Content>(render: (content: Content) => Promise<Uint8Array>): void => {
  parentPort?.on('message', ({ id, content }: RenderJob<Content>) => {
    void render(content)
      .then((pdf): RenderResult => ({ id, pdf: new Uint8Array(pdf) }))
      .catch((error: unknown): RenderResult => ({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      .then((result) => parentPort?.postMessage(result))
  })
}
