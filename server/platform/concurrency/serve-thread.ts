import { parentPort } from 'node:worker_threads'
import type { NamedInput, Tasks } from './task-thread.ts'
import type { ThreadJob, ThreadResult } from './worker-thread.ts'

/** Runs in a worker thread: handles each job and replies with its output or the error. */
export const serveThread = (handle: (input: never) => unknown): void => {
  const resultOf = async ({ id, input }: ThreadJob<unknown>): Promise<ThreadResult<unknown>> => {
    try {
      return { id, output: await handle(input as never) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  parentPort?.on('message', (job: ThreadJob<unknown>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void resultOf(job).then((result) => parentPort?.postMessage(result))
  })
}

/** Runs in the worker thread of `createTaskThread`. */
export const serveTasks = (tasks: Tasks): void =>
  serveThread(({ name, input }: NamedInput) => {
    const task = tasks[name]
    if (!task) throw new Error(`there is no task ${name}`)
    return task(input as never)
  })
