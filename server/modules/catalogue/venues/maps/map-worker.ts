import { createTaskThread, type TaskThread } from '../../../../platform/concurrency/task-thread.ts'
import type { MapTasks } from './map-tasks.ts'

/** Work on documents of seat maps in a thread of its own: a stadium takes too long for the thread that serves requests. */
export const createMapWorker = (): TaskThread<MapTasks> =>
  createTaskThread<MapTasks>(new URL('./map-thread.ts', import.meta.url))
