import type { Who } from '@kartis/contract/endpoint.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'

export interface UserActor {
  readonly id: string
  readonly sessionId: string
  /** E.164 */
  readonly phone: string
}

export interface AccountActor {
  readonly id: string
  readonly role: 'manager' | 'scanner'
}

export interface OrderActor {
  readonly id: string
  readonly eventId: string
}

/** Who calls, as far as an endpoint's `who` promises it. */
export type ActorOf<W extends Who> = W extends 'anyone'
  ? { readonly user?: UserActor | undefined }
  : W extends 'user'
    ? { readonly user: UserActor }
    : W extends 'buyer'
      ? { readonly user?: UserActor | undefined; readonly order: OrderActor }
      : { readonly user: UserActor; readonly account: AccountActor }

/** Questions that the platform asks and modules answer: they put their functions here when they are registered. */
export interface Authorizer {
  session(bearer: string): Promise<UserActor | undefined>
  /** Without an account: the only one of a user who has exactly one. */
  membership(userId: string, accountUuid: string | undefined): Promise<AccountActor | undefined>
  /** `shows`: the order is only read, so what is shown of it may be read along. */
  orderAccess(orderUuid: string, token: string, shows: boolean): Promise<OrderActor | undefined>
}

/** A gate that lets nobody in, until modules say otherwise. */
export const denyingAuthorizer = (): Authorizer => ({
  session: async () => undefined,
  membership: async () => undefined,
  orderAccess: async () => undefined,
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text?.trim() || undefined
}

const bearerOf = (request: FastifyRequest): string | undefined => {
  const match = /^Bearer\s+(\S{1,500})$/i.exec(header(request, 'authorization') ?? '')
  return match?.[1]
}

const workspace = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  user: UserActor,
  needs: 'scanner' | 'manager',
) => {
  const wanted = header(request, 'x-account-id')
  const account = wanted === undefined || isUuid(wanted) ? await authorizer.membership(user.id, wanted) : undefined
  if (!account) return refuse('wrong_workspace')
  return needs === 'manager' && account.role !== 'manager' ? refuse('forbidden') : account
}

/** A link that a browser opens by itself (a PDF, a calendar file) carries the token in its address. */
const tokenOf = (request: FastifyRequest): string | undefined => {
  const { token } = request.query as { token?: unknown }
  return header(request, 'x-order-token') ?? (request.method === 'GET' && typeof token === 'string' ? token : undefined)
}

const holder = async (authorizer: Authorizer, request: FastifyRequest): Promise<OrderActor | Refusal> => {
  const token = tokenOf(request)
  if (!token) return refuse('unauthorized')
  const { uuid } = request.params as { uuid?: string }
  const order =
    isUuid(uuid) && token.length <= 500
      ? await authorizer.orderAccess(uuid, token, request.method === 'GET')
      : undefined
  return order ?? refuse('not_found')
}

/** Lets a caller in, or says why not: 401 not signed in, 403 not of this workspace or role too low, 404 not the order's holder. */
export const admit = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  who: Who,
): Promise<ActorOf<Who> | Refusal> => {
  const bearer = bearerOf(request)
  const user = bearer ? await authorizer.session(bearer) : undefined
  if (who === 'anyone') return { user }
  if (who === 'buyer') {
    const order = await holder(authorizer, request)
    return 'refusal' in order ? order : { user, order }
  }
  if (!user) return refuse('unauthorized')
  if (who === 'user') return { user }
  const account = await workspace(authorizer, request, user, who)
  return 'refusal' in account ? account : { user, account }
}
