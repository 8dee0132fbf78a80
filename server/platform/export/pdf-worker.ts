import { parentPort } from 'node:worker_threads'
import type { PrintJob, PrintResult } from './pdf-renderer.ts'

/** Makes this thread a printer: every job is rendered and answered, a failed one with its error. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties what is sent to what the thread renders
export const printHere = <Sheet>(render: (sheet: Sheet) => Promise<Uint8Array>): void => {
  parentPort?.on('message', ({ id, sheet }: PrintJob<Sheet>) => {
    void render(sheet)
      .then((pdf): PrintResult => ({ id, pdf: new Uint8Array(pdf) }))
      .catch((error: unknown): PrintResult => ({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      .then((result) => parentPort?.postMessage(result))
  })
}
