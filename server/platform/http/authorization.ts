import {
  type Access,
  type DeviceAccess,
  type FreshProof,
  freshProofOf,
  isDeviceAccess,
  isMemberAccess,
  type MemberAccess,
  type Touches,
  type UserAccess,
} from '@kartis/contract/endpoint.ts'
import {
  gateDeviceState,
  type GateDeviceLife,
  type GateDeviceRole,
  mayDeviceCall,
  roleOfDevice,
} from '@kartis/domain/gate-device.ts'
import { FRESH_PROOF } from '@kartis/domain/limits.ts'
import { coversEvent, isAllowed, type Membership, PERMISSIONS } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'

/** The user of an access token. */
export interface SessionUser {
  readonly id: string
  readonly sessionId: string
  /** E.164 */
  readonly phone: string
}

export interface UserActor extends SessionUser {
  /** Where the request comes from, as `networkOf` names it. */
  readonly network: string
}

/** A member of the workspace with the role and the events of the membership. */
export interface AccountActor extends Membership {
  readonly id: string
}

export interface OrderActor {
  readonly id: string
  readonly eventId: string
}

/** A phone that joined the gate of one event by a link. */
export interface GateDevice {
  readonly id: string
  readonly eventId: string
  readonly accountId: string
  readonly role: GateDeviceRole
  /** The gate that it was enrolled for; null where its helper chooses. */
  readonly gate: string | null
  readonly life: GateDeviceLife
}

/** The caller that an endpoint's `access` guarantees. */
export type ActorOf<A extends Access> = A extends 'public'
  ? { readonly user?: UserActor | undefined }
  : A extends 'user' | UserAccess
    ? { readonly user: UserActor }
    : A extends 'order-token'
      ? { readonly user?: UserActor | undefined; readonly order: OrderActor }
      : A extends { readonly device: true | 'upload' }
        ? {
            readonly user?: UserActor | undefined
            readonly device?: GateDevice | undefined
            readonly account: AccountActor
          }
        : { readonly user: UserActor; readonly account: AccountActor }

/** What the `:uuid` of a path may name that belongs to an event. */
export type EventOwned = Exclude<Touches, 'event' | 'body' | 'list'>

/** Lookups that modules answer: each plugin resolves to its own, and `buildApp` puts them together. */
export interface Authorizer {
  /** The user of an access token. */
  session(bearer: string): Promise<SessionUser | undefined>
  /** The device at a gate that a token of its own names, also one that has ended. */
  gateDevice(token: string): Promise<GateDevice | undefined>
  /** When the person of a session last proved who they are; undefined for a session that has ended. Never cached. */
  provedAt(sessionId: string): Promise<Date | undefined>
  /** Membership in an account; without `accountUuid`, in the only account of a user who has exactly one. */
  membership(userId: string, accountUuid: string | undefined): Promise<AccountActor | undefined>
  /** The order that a token opens. `readOnly`: the request only reads, so the order's page data may be loaded with it. */
  orderAccess(orderUuid: string, token: string, readOnly: boolean): Promise<OrderActor | undefined>
  /** The event of an order, ticket type, coupon or payment; asked only for members of named events. */
  eventOf(kind: EventOwned, uuid: string): Promise<string | undefined>
  /** Writes what a route itself has seen to the security log. */
  record(seen: RecordedCall): Promise<void>
}

/** A call that was refused to the role of its caller, or an export. */
export interface RecordedCall {
  readonly act: 'access.denied' | 'export.exported'
  readonly user: UserActor
  readonly accountId: string | undefined
  /** Method and path of the contract. */
  readonly endpoint: string
}

/**
 * The authorizer of an app and the function that adds a module's lookups to it. Routes are registered before all modules
 * are known, so they hold the authorizer and not its lookups. A lookup that no module answers finds nothing, which denies.
 * Throws when two modules answer the same lookup.
 */
export const createAuthorizer = (): {
  readonly authorizer: Authorizer
  readonly add: (lookups: Partial<Authorizer>) => void
} => {
  const lookups: Partial<Authorizer> = {}
  return {
    authorizer: {
      session: async (bearer) => lookups.session?.(bearer),
      gateDevice: async (token) => lookups.gateDevice?.(token),
      provedAt: async (sessionId) => lookups.provedAt?.(sessionId),
      record: async (seen) => lookups.record?.(seen),
      membership: async (userId, accountUuid) => lookups.membership?.(userId, accountUuid),
      orderAccess: async (orderUuid, token, readOnly) => lookups.orderAccess?.(orderUuid, token, readOnly),
      eventOf: async (kind, uuid) => lookups.eventOf?.(kind, uuid),
    },
    add: (more) => {
      const twice = Object.keys(more).find((name) => name in lookups)
      if (twice) throw new Error(`two modules answer the lookup ${twice}`)
      Object.assign(lookups, more)
    },
  }
}

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

/** The event that a request touches, where it touches one; undefined when it names nothing that exists. */
const touchedEvent = (
  authorizer: Authorizer,
  { params, body }: Pick<FastifyRequest, 'params' | 'body'>,
  of: Exclude<Touches, 'list'>,
): Promise<string | undefined> | string | undefined => {
  const { uuid } = params as { uuid?: string }
  if (of === 'event') return uuid
  if (of !== 'body') return isUuid(uuid) ? authorizer.eventOf(of, uuid) : undefined
  const { event_uuid: eventUuid } = (body ?? {}) as { event_uuid?: unknown }
  return typeof eventUuid === 'string' ? eventUuid : undefined
}

/** A member of named events finds nothing of any other event. */
const authorizeEvent = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  account: AccountActor,
  { of }: MemberAccess,
): Promise<Refusal | undefined> => {
  if (account.events === null || of === undefined || of === 'list') return undefined
  const eventId = await touchedEvent(authorizer, request, of)
  return eventId !== undefined && coversEvent(account, eventId.toLowerCase()) ? undefined : refuse('not_found')
}

const authorizeMember = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  user: UserActor,
  access: MemberAccess,
): Promise<AccountActor | Refusal> => {
  const accountUuid = header(request, 'x-account-id')
  const account =
    accountUuid === undefined || isUuid(accountUuid) ? await authorizer.membership(user.id, accountUuid) : undefined
  if (!account) return refuse('wrong_workspace')
  if (!isAllowed(account, access.permission)) return refuse('forbidden')
  return (await authorizeEvent(authorizer, request, account, access)) ?? account
}

/** A permission of an event must say what it touches, or a member of named events would reach every event by it. */
export const checkAccess = (access: Access): void => {
  if (!isMemberAccess(access) || access.of !== undefined) return
  if (PERMISSIONS[access.permission].reach === 'event')
    throw new Error(`an endpoint with the permission ${access.permission} must say what it touches`)
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
      ? await authorizer.orderAccess(uuid.toLowerCase(), token, request.method === 'GET')
      : undefined
  return order ?? refuse('not_found')
}

const needsProof = (fresh: FreshProof | undefined, body: unknown): boolean =>
  fresh === true ||
  (fresh !== undefined &&
    typeof body === 'object' &&
    body !== null &&
    fresh.fields.some((field) => (body as Record<string, unknown>)[field] !== undefined))

/** What of a caller's permission the access of an endpoint does not say: it depends on the body or on what is changed. */
export type Permits<A extends Access = Access> = (
  actor: ActorOf<A>,
  request: Pick<FastifyRequest, 'params' | 'body'>,
) => Promise<Refusal | undefined> | Refusal | undefined

/** Asks for a proof when the last one is too old; read from the database, since another process may have taken the new one. */
const requireProof = async (authorizer: Authorizer, user: UserActor, now: Date): Promise<Refusal | undefined> => {
  const provedAt = await authorizer.provedAt(user.sessionId)
  if (!provedAt) return refuse('unauthorized')
  return now.getTime() - provedAt.getTime() > FRESH_PROOF.seconds * 1000 ? refuse('proof_required') : undefined
}

/** By their beginning, so that scans of members cost no look-up of devices, and those of devices none of sessions. */
const isDeviceToken = (bearer: string): boolean => bearer.startsWith('gate_')

/** The device at the gate that calls, with the permissions of its role for its event. Undefined where a person calls. */
const authorizeDevice = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  access: DeviceAccess,
  now: Date,
): Promise<ActorOf<DeviceAccess> | Refusal | undefined> => {
  const bearer = bearerOf(request)
  if (!bearer || !isDeviceToken(bearer)) return undefined
  const device = await authorizer.gateDevice(bearer)
  if (!device) return refuse('unauthorized')
  if (!mayDeviceCall(device.life, now, access.device === 'upload'))
    return refuse('gate_device_ended', { detail: { state: gateDeviceState(device.life, now) } })
  const account: AccountActor = { id: device.accountId, role: roleOfDevice(device.role), events: [device.eventId] }
  if (!isAllowed(account, access.permission)) return refuse('forbidden')
  return (await authorizeEvent(authorizer, request, account, access)) ?? { device, account }
}

const userOf = async (authorizer: Authorizer, request: FastifyRequest): Promise<UserActor | undefined> => {
  const bearer = bearerOf(request)
  const user = bearer && !isDeviceToken(bearer) ? await authorizer.session(bearer) : undefined
  return user && { ...user, network: request.network }
}

/**
 * The caller of a request, or a refusal: `unauthorized` (not signed in), `wrong_workspace` (not a member of the account),
 * `forbidden` (the role lacks the permission), `not_found` (the token does not open this order, or the membership does not
 * cover the event), `proof_required` (the last proof of who calls is too old for this call), `gate_device_ended` (the device
 * has expired or was revoked). Nobody is asked for a proof of what `permits` refuses: it would be for nothing.
 */
export const authorize = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  access: Access,
  { now, permits }: { readonly now: Date; readonly permits?: Permits | undefined },
): Promise<ActorOf<Access> | Refusal> => {
  const device = isDeviceAccess(access) ? await authorizeDevice(authorizer, request, access, now) : undefined
  if (device) return device
  const user = await userOf(authorizer, request)
  if (access === 'public') return { user }
  if (access === 'order-token') {
    const order = await authorizeBuyer(authorizer, request)
    return 'refusal' in order ? order : { user, order }
  }
  if (!user) return refuse('unauthorized')
  const account = isMemberAccess(access) ? await authorizeMember(authorizer, request, user, access) : undefined
  if (isRefusal(account)) return account
  const actor = account ? { user, account } : { user }
  if (!needsProof(freshProofOf(access), request.body)) return actor
  return (await permits?.(actor, request)) ?? (await requireProof(authorizer, user, now)) ?? actor
}

/**
 * Records a call in the security log of the account that it names, if it names one of the caller's; a call of members that
 * names none is one in the caller's only account.
 */
export const recordCall = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  access: Access,
  call: Pick<RecordedCall, 'act' | 'endpoint'>,
): Promise<void> => {
  const user = await userOf(authorizer, request)
  if (!user) return
  const { uuid } = request.params as { uuid?: string }
  const named = call.endpoint.includes('/accounts/:uuid') ? uuid : header(request, 'x-account-id')
  const inAccount = named === undefined ? isMemberAccess(access) : isUuid(named)
  const account = inAccount ? await authorizer.membership(user.id, named) : undefined
  await authorizer.record({ ...call, user, accountId: account?.id })
}
