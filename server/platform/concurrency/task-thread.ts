import type { Refusal } from '@kartis/domain/refusal.ts'
import { createWorkerThread, type Waiter } from './worker-thread.ts'

/** Pure functions by name: plain data in and out. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>

/** Runs tasks for one caller. */
export interface CallTasks<T extends Tasks> {
  /** Refusals: those of the task, and `overloaded`. */
  readonly run: <N extends keyof T>(name: N, input: Parameters<T[N]>[0]) => Promise<ReturnType<T[N]> | Refusal>
}

export interface TaskRunner<T extends Tasks> {
  /** Runs a task; the tasks of different holders take turns. Refusals: those of the task, and `overloaded`. */
  readonly run: <N extends keyof T>(
    name: N,
    input: Parameters<T[N]>[0],
    waiter?: Waiter,
  ) => Promise<ReturnType<T[N]> | Refusal>
}

export interface TaskThread<T extends Tasks> extends TaskRunner<T> {
  readonly close: () => Promise<void>
}

/** What is sent to the thread. */
export interface NamedInput {
  readonly name: string
  readonly input: unknown
}

type OutputOf<T extends Tasks, N extends keyof T> = ReturnType<T[N]>

/** Tasks in a worker thread of their own, beside the requests. `file` is the thread's module, which calls `serveTasks`. */
export const createTaskThread = <T extends Tasks>(file: URL): TaskThread<T> => {
  const thread = createWorkerThread<NamedInput, unknown>(file)
  return {
    // The thread runs the task of this name.
    run: async (name, input, waiter) =>
      (await thread.run({ name: String(name), input }, waiter)) as OutputOf<T, typeof name> | Refusal,
    close: thread.close,
  }
}

/** Tasks on the thread of the caller: for programs that serve no requests. */
export const inlineTasks = <T extends Tasks>(tasks: T): TaskRunner<T> => ({
  // The name pairs the input and the output.
  run: async (name, input) => tasks[name]?.(input as never) as OutputOf<T, typeof name>,
})
