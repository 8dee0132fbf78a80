import { serveThread } from '../concurrency/serve-thread.ts'

/** Runs in a worker thread: renders each document as a PDF. */
export const serveRenderer = (render: (content: never) => Promise<Uint8Array>): void =>
  // A buffer may be a part of a larger one, which would be copied whole.
  serveThread(async (content: never) => new Uint8Array(await render(content)))
