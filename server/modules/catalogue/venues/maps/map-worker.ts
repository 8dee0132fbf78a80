import type { Refusal } from '@kartis/domain/refusal.ts'
import { createWorkerThread } from '../../../../platform/concurrency/worker-thread.ts'
import { MAP_TASKS, type MapTaskName, type MapTasks } from './map-tasks.ts'

type InputOf<N extends MapTaskName> = Parameters<MapTasks[N]>[0]
type OutputOf<N extends MapTaskName> = ReturnType<MapTasks[N]>

export interface MapWorker {
  /** Runs a task beside the requests. Refusals: those of the task, and `overloaded`. */
  readonly run: <N extends MapTaskName>(name: N, input: InputOf<N>) => Promise<OutputOf<N> | Refusal>
  readonly close: () => Promise<void>
}

/** For programs that serve no requests. */
export const inlineWorker: Pick<MapWorker, 'run'> = {
  // The type pairs each name with its input and its output.
  run: async (name, input) => (MAP_TASKS[name] as (input: unknown) => unknown)(input) as OutputOf<typeof name>,
}

/** Work on documents of seat maps in a thread of its own: a stadium takes too long for the thread that serves requests. */
export const createMapWorker = (): MapWorker => {
  const thread = createWorkerThread<{ name: MapTaskName; input: unknown }, unknown>(
    new URL('./map-thread.ts', import.meta.url),
  )
  return {
    // The thread runs the task of this name.
    run: async (name, input) => (await thread.run({ name, input })) as OutputOf<typeof name> | Refusal,
    close: thread.close,
  }
}
