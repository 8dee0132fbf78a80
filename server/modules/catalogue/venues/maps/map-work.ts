import type { Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { createHolderLimit, createInTurn, type InTurn } from '../../../../platform/concurrency/limiter.ts'
import type { MapWorker } from './map-worker.ts'

/** Calls of one account at the same time that work on whole documents of its seat maps. */
export const MAX_CALLS = 8

interface Caller {
  readonly actor: { readonly account: { readonly id: string } }
  readonly request: FastifyRequest
}

/** What calls on documents of seat maps share in a process. */
export interface MapWork {
  readonly worker: MapWorker
  /** Changes of one map, by its uuid, one after another: each of those that meet would be computed again for every other. */
  readonly inTurn: InTurn
  /**
   * A call that costs work on a document. It waits for a thread and takes no place of other requests meanwhile; how many an
   * account may have is limited instead. Refusal: `too_many_requests`.
   */
  readonly costly: <T>(caller: Caller, work: () => Promise<T>) => Promise<T | Refusal>
}

export const createMapWork = (worker: MapWorker): MapWork => {
  const ofAccount = createHolderLimit(MAX_CALLS)
  return {
    worker,
    inTurn: createInTurn(),
    costly: ({ actor, request }, work) => ofAccount(actor.account.id, () => request.whileIdle(work)),
  }
}
