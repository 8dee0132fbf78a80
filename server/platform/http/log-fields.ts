import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'

interface Actor {
  readonly user?: { readonly id: string } | undefined
  readonly device?: { readonly id: string } | undefined
  readonly account?: { readonly id: string }
  readonly order?: { readonly id: string }
}

/** Notes who calls, for the request's line in the log; returns the actor. */
export const noteCaller = <A extends Actor>(request: FastifyRequest, actor: A | Refusal): A | Refusal => {
  if (!isRefusal(actor)) {
    const { user, device, account, order } = actor
    request.logFields = { user: user?.id ?? device?.id, account: account?.id, order: order?.id }
  }
  return actor
}

/** Notes the uuid of what a call has made, by which its later lines in the log are found; returns the result. */
export const noteCreated = (request: FastifyRequest, status: number, result: unknown): unknown => {
  const { data } = (status === 201 ? (result ?? {}) : {}) as { readonly data?: { readonly uuid?: unknown } }
  if (typeof data?.uuid === 'string') request.logFields = { ...request.logFields, created: data.uuid }
  return result
}
