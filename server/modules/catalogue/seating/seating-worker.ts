import { createTaskThread, type TaskThread } from '../../../platform/concurrency/task-thread.ts'
import type { SeatingTasks } from './seating-tasks.ts'

export type SeatingWorker = TaskThread<SeatingTasks>

/** Compiles and compares the maps of events in a thread of its own, so that a stadium holds up nobody's request. */
export const createSeatingWorker = (): SeatingWorker =>
  createTaskThread<SeatingTasks>(new URL('./seating-thread.ts', import.meta.url))
