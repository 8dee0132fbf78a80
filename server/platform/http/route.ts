import {
  atEveryPath,
  type BodyOf,
  type Endpoint,
  honoursKey,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Platform } from '../platform.ts'
import { type Download, isDownload, sendDownload } from './download.ts'
import { langOf, sendRefusal } from './error-handler.ts'
import { type ActorOf, authorize, type Authorizer, checkAccess } from './authorization.ts'
import { shareReplies } from './shared-replies.ts'
import { type IdempotencyKey, idempotencyKeyOf, once } from './idempotency.ts'
import { fieldReasons, unstorable } from './validation-reasons.ts'
import { serializerOf } from './serialize.ts'

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform
    authorizer: Authorizer
    /** Every routed endpoint, in order; the OpenAPI document is derived from it. */
    endpoints: Endpoint[]
    /** Validate each reply with its schema before it is sent (tests). */
    validatesReplies: boolean
    /** Milliseconds for which shared replies are cached; 0 disables the cache. */
    sharedReadMs: number
  }
}

export type App = FastifyInstance
/** Registers a module's routes and jobs; resolves to the lookups of authorization that the module answers, if any. */
export type Plugin = (app: App, platform: Platform) => Promise<Partial<Authorizer> | void>

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorOf<E['access']>
  /** The time of the request, read once. */
  readonly now: Date
  readonly lang: Lang
  /** The request's `Idempotency-Key`, if it has one and the endpoint honours it. */
  readonly idempotencyKey: IdempotencyKey | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly platform: Platform
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Refusal | Download | FastifyReply>

export interface RouteOptions<E extends Endpoint = Endpoint> {
  /** Maximum body size in bytes. */
  readonly bodyLimit?: number
  /** The handler stores its idempotency keys itself, in the transaction of its own work. */
  readonly ownIdempotency?: boolean
  /** The reply is the same for every caller and language and may be stale for `sharedReadMs`: it is computed once for all callers. */
  readonly shared?: {
    /** The part of the reply that its ETag is made of. */
    readonly version: (reply: ReplyOf<E>) => unknown
  }
}

type Parsed = { params: unknown; query: unknown; body: unknown }

/** Every field is unknown where the contract has none. */
const unknownFields = (input: unknown): Record<string, string[]> =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.keys(input).map((name) => [name, ['unknown_field']]))
    : {}

/** The request's parameters as its contract reads them, or all of its validation errors at once. */
const parse = (endpoint: Endpoint, request: FastifyRequest): Parsed | Refusal => {
  const params = endpoint.params?.safeParse(request.params)
  // A malformed id identifies nothing.
  if (params && (!params.success || Object.keys(unstorable(params.data)).length > 0)) return refuse('not_found')
  const fields: Record<string, string[]> = {}
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    const result = schema?.safeParse(value, { reportInput: true })
    if (result) Object.assign(fields, result.success ? unstorable(result.data) : fieldReasons(result.error))
    return result?.data
  }
  const query = read(endpoint.query, request.query)
  if (!endpoint.query) Object.assign(fields, unknownFields(request.query))
  const body = endpoint.requestType ? undefined : read(endpoint.body, request.body ?? {})
  if (!endpoint.body && !endpoint.requestType) Object.assign(fields, unknownFields(request.body))
  return Object.keys(fields).length > 0 ? refuse('validation', { fields }) : { params: params?.data, query, body }
}

/** Characters from which a key is one that nobody else uses by chance. */
const LONG_KEY = 20

/**
 * Whose idempotency key it is. Callers without a name share one scope only for keys that nobody guesses, such as those of
 * the two sites; a short one belongs to the network that sent it.
 */
const callerOf = (
  actor: { user?: { id: string } | undefined; account?: { id: string } },
  { headers, network }: FastifyRequest,
): string => {
  const isShort = String(headers['idempotency-key'] ?? '').length < LONG_KEY
  const stranger = isShort ? `anyone ${network}` : 'anyone'
  return [actor.user?.id ?? stranger, actor.account?.id].filter(Boolean).join(' ')
}

const validateReply = (endpoint: Endpoint, reply: unknown): void => {
  const parsed = endpoint.reply.safeParse(reply)
  if (!parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${parsed.error.message}`)
}

/**
 * Serves an endpoint of the contract: authorizes the caller by its `access`, parses params, query and body by its schemas,
 * and calls `handler`, which returns the reply, a refusal or a file. An error that it throws becomes `system_error`.
 */
export const route = <E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions<E> = {},
): void => {
  const { platform, authorizer } = app
  const status = endpoint.status ?? 200
  const serialize = endpoint.replyType ? undefined : serializerOf(endpoint.reply)
  const { shared } = options
  const sendShared =
    shared &&
    shareReplies(
      app.sharedReadMs,
      (reply) => {
        if (app.validatesReplies) validateReply(endpoint, reply)
        return (serialize ?? JSON.stringify)(reply)
      },
      (reply) => JSON.stringify(shared.version(reply as ReplyOf<E>)),
    )
  checkAccess(endpoint.access)
  const served = atEveryPath(endpoint)
  app.endpoints.push(...served)

  const run = async (request: FastifyRequest, reply: FastifyReply): ReturnType<Handler<E>> => {
    const actor = await authorize(authorizer, request, endpoint.access)
    if (isRefusal(actor)) return actor
    const parsed = parse(endpoint, request)
    if (isRefusal(parsed)) return parsed
    const idempotencyKey = honoursKey(endpoint) ? idempotencyKeyOf(request, callerOf(actor, request)) : undefined
    if (isRefusal(idempotencyKey)) return idempotencyKey
    const call = {
      ...parsed,
      actor,
      now: platform.clock(),
      lang: langOf(request),
      idempotencyKey,
      request,
      reply,
      platform,
    } as Call<E>
    return idempotencyKey && !options.ownIdempotency
      ? once(platform, { key: idempotencyKey, reply }, () => handler(call))
      : handler(call)
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (sendShared) {
      const refused = await sendShared(request, reply, () => run(request, reply))
      return refused ? sendRefusal(request, reply, refused) : reply
    }
    const result: unknown = await run(request, reply)
    if (result === reply) return reply
    if (isRefusal(result)) return sendRefusal(request, reply, result)
    if (isDownload(result)) return sendDownload(reply, result)
    if (app.validatesReplies && serialize) validateReply(endpoint, result)
    if (status === 204) return reply.code(204).send()
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(serialize ?? JSON.stringify)
      .send(result)
  }

  for (const { path } of served)
    app.route({
      method: endpoint.method,
      url: `/api${path}`,
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      handler: answer,
    })
}
