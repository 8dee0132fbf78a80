import type { Refusal } from '@kartis/domain/refusal.ts'
import { createWorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import type { SeatingTasks } from './seating-tasks.ts'

type TaskName = keyof SeatingTasks
type InputOf<N extends TaskName> = Parameters<SeatingTasks[N]>[0]
type OutputOf<N extends TaskName> = ReturnType<SeatingTasks[N]>

export interface SeatingWorker {
  /** Runs a task beside the requests. Refusal: `overloaded`. */
  readonly run: <N extends TaskName>(name: N, input: InputOf<N>) => Promise<OutputOf<N> | Refusal>
  readonly close: () => Promise<void>
}

/** Compiles and compares the maps of events in a thread of its own, so that a stadium holds up nobody's request. */
export const createSeatingWorker = (): SeatingWorker => {
  const thread = createWorkerThread<{ name: TaskName; input: unknown }, unknown>(
    new URL('./seating-thread.ts', import.meta.url),
  )
  return {
    // The thread runs the task of this name.
    run: async (name, input) => (await thread.run({ name, input })) as OutputOf<typeof name> | Refusal,
    close: thread.close,
  }
}
