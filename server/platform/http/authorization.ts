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

/** The caller that an endpoint's `who` guarantees. */
export type ActorOf<W extends Who> = W extends 'anyone'
  ? { readonly user?: UserActor | undefined }
  : W extends 'user'
    ? { readonly user: UserActor }
    : W extends 'buyer'
      ? { readonly user?: UserActor | undefined; readonly order: OrderActor }
      : { readonly user: UserActor; readonly account: AccountActor }

/** Lookups that modules provide to the platform when they are registered. */
export interface Authorizer {
  /** The user of an access token. */
  session(bearer: string): Promise<UserActor | undefined>
  /** Membership in an account; without `accountUuid`, in the only account of a user who has exactly one. */
  membership(userId: string, accountUuid: string | undefined): Promise<AccountActor | undefined>
  /** The order that a token opens. `readOnly`: the request only reads, so the order's page data may be loaded with it. */
  orderAccess(orderUuid: string, token: string, readOnly: boolean): Promise<OrderActor | undefined>
}

/** Denies everyone; the default until modules provide their lookups. */
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

const authorizeMember = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  user: UserActor,
  requiredRole: 'scanner' | 'manager',
): Promise<AccountActor | Refusal> => {
  const accountUuid = header(request, 'x-account-id')
  const account =
    accountUuid === undefined || isUuid(accountUuid) ? await authorizer.membership(user.id, accountUuid) : undefined
  if (!account) return refuse('wrong_workspace')
  return requiredRole === 'manager' && account.role !== 'manager' ? refuse('forbidden') : account
}

/** A link that the browser opens itself (a PDF, a calendar file) carries the token in its query. */
const orderTokenOf = (request: FastifyRequest): string | undefined => {
  const { token } = request.query as { token?: unknown }
  return header(request, 'x-order-token') ?? (request.method === 'GET' && typeof token === 'string' ? token : undefined)
}

const authorizeBuyer = async (authorizer: Authorizer, request: FastifyRequest): Promise<OrderActor | Refusal> => {
  const token = orderTokenOf(request)
  if (!token) return refuse('unauthorized')
  const { uuid } = request.params as { uuid?: string }
  const order =
    isUuid(uuid) && token.length <= 500
      ? await authorizer.orderAccess(uuid, token, request.method === 'GET')
      : undefined
  return order ?? refuse('not_found')
}

/**
 * The caller of a request, or a refusal: `unauthorized` (not signed in), `wrong_workspace` (not a member of the account),
 * `forbidden` (role too low), `not_found` (the token does not open this order).
 */
export const authorize = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  who: Who,
): Promise<ActorOf<Who> | Refusal> => {
  const bearer = bearerOf(request)
  const user = bearer ? await authorizer.session(bearer) : undefined
  if (who === 'anyone') return { user }
  if (who === 'buyer') {
    const order = await authorizeBuyer(authorizer, request)
    return 'refusal' in order ? order : { user, order }
  }
  if (!user) return refuse('unauthorized')
  if (who === 'user') return { user }
  const account = await authorizeMember(authorizer, request, user, who)
  return 'refusal' in account ? account : { user, account }
}
