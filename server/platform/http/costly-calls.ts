import type { Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHolderLimit } from '../concurrency/limiter.ts'
import type { CallTasks, TaskRunner, Tasks } from '../concurrency/task-thread.ts'
import type { Waiter } from '../concurrency/worker-thread.ts'

/** Calls of one account at the same time, in one process. */
export const MAX_CALLS = 8

export interface CostlyCaller {
  readonly actor: { readonly account: { readonly id: string } }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Aborts when the caller hangs up. The signal of a Fastify request does not, once its body was read. */
const hangUpOf = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => controller.abort())
  return controller.signal
}

/** Who waits for a thread: an account, until its caller hangs up. */
export const waiterOf = ({ actor, reply }: Pick<CostlyCaller, 'actor' | 'reply'>) =>
  ({ holder: actor.account.id, signal: hangUpOf(reply) }) satisfies Waiter

/** The tasks of a call: done in turn with those of other accounts, and not begun once the caller has hung up. */
export interface CostlyTasks<T extends Tasks> extends CallTasks<T> {
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal
}

/**
 * A call that costs work of a thread. It takes no place of other requests while it waits for it; how many an account may have
 * is limited instead. Refusals: `too_many_requests` for those, and what the work refuses.
 */
export type CostlyCalls<T extends Tasks> = <R>(
  caller: CostlyCaller,
  work: (tasks: CostlyTasks<T>) => Promise<R>,
) => Promise<R | Refusal>

export const createCostlyCalls = <T extends Tasks>(worker: TaskRunner<T>): CostlyCalls<T> => {
  const ofAccount = createHolderLimit(MAX_CALLS)
  return ({ actor, request, reply }, work) => {
    const waiter = waiterOf({ actor, reply })
    const tasks: CostlyTasks<T> = { signal: waiter.signal, run: (name, input) => worker.run(name, input, waiter) }
    return ofAccount(waiter.holder, () => request.whileIdle(() => work(tasks)))
  }
}
