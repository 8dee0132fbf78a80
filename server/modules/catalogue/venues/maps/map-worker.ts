import type { Refusal } from '@kartis/domain/refusal.ts'
import { createTaskThread, type TaskThread } from '../../../../platform/concurrency/task-thread.ts'
import type { MapTasks } from './map-tasks.ts'

export interface MapWorker {
  /** Runs a task for an account: accounts take turns. Refusals: those of the task, and `overloaded`. */
  readonly run: <N extends keyof MapTasks>(
    name: N,
    input: Parameters<MapTasks[N]>[0],
    accountId: string,
  ) => Promise<ReturnType<MapTasks[N]> | Refusal>
}

/** Work on documents of seat maps in a thread of its own: a stadium takes too long for the thread that serves requests. */
export const createMapWorker = (): TaskThread<MapTasks> =>
  createTaskThread<MapTasks>(new URL('./map-thread.ts', import.meta.url))
