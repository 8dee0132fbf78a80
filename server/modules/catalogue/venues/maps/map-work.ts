import type { Refusal } from '@kartis/domain/refusal.ts'
import { createInTurn, type InTurn } from '../../../../platform/concurrency/limiter.ts'
import type { CallTasks, TaskRunner } from '../../../../platform/concurrency/task-thread.ts'
import { type CostlyCaller, createCostlyCalls } from '../../../../platform/http/costly-calls.ts'
import type { MapTasks } from './map-tasks.ts'

/** What an action on the document of a seat map works with. */
export interface MapTurn {
  readonly tasks: CallTasks<MapTasks>
  /** Changes of one map, by its uuid, one after another: each of those that meet would be computed again for every other. */
  readonly inTurn: InTurn
}

interface MapCall extends MapTurn {
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal
}

/** What calls on documents of seat maps share in a process. */
export interface MapWork {
  readonly worker: TaskRunner<MapTasks>
  readonly inTurn: InTurn
  /** A call that costs work on a document. Refusal: `too_many_requests`. */
  readonly costly: <R>(caller: CostlyCaller, work: (call: MapCall) => Promise<R>) => Promise<R | Refusal>
}

export const createMapWork = (worker: TaskRunner<MapTasks>): MapWork => {
  const costly = createCostlyCalls(worker)
  const inTurn = createInTurn()
  return {
    worker,
    inTurn,
    costly: (caller, work) => costly(caller, (tasks) => work({ tasks, inTurn, signal: tasks.signal })),
  }
}
