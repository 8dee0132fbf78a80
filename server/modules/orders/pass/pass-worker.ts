import { parentPort } from 'node:worker_threads'
import { renderPasses } from './pass-document.ts'
import type { PassSheet } from './pass-sheet.ts'

export interface PassJob {
  readonly id: number
  readonly sheet: PassSheet
}

export type PassResult =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

parentPort?.on('message', ({ id, sheet }: PassJob) => {
  void renderPasses(sheet)
    .then((pdf): PassResult => ({ id, pdf: new Uint8Array(pdf) }))
    .catch((error: unknown): PassResult => ({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    .then((result) => parentPort?.postMessage(result))
})
