import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Platform } from '../platform.ts'
import { type Download, isDownload, sendDownload } from './download.ts'
import { langOf, sendRefusal } from './error-handler.ts'
import { type ActorOf, admit, type Authorizer } from './authorization.ts'
import { shareReplies } from './cached-reply.ts'
import { once, idempotencyKeyOf } from './idempotency.ts'
import { fieldReasons, unkeepable } from './validation-reasons.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import { serializerOf } from './serialize.ts'

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform
    authorizer: Authorizer
    /** Every endpoint that was routed, in order: what OpenAPI is derived from. */
    endpoints: Endpoint[]
    /** Prove each reply with its schema before it leaves (tests). */
    provesReplies: boolean
    /** Milliseconds for which replies that everyone sees alike are kept in memory. */
    keepsReads: number
  }
}

export type App = FastifyInstance
export type Plugin = (app: App, platform: Platform) => Promise<void>

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorOf<E['who']>
  /** One reading of the clock for the whole request. */
  readonly now: Date
  readonly lang: Lang
  /** The request's key, when its endpoint is idempotent and it has one. */
  readonly idempotencyKey: IdempotencyKey | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly platform: Platform
}

export type Act<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Refusal | Download | FastifyReply>

export interface RouteOptions<E extends Endpoint = Endpoint> {
  /** Largest body in bytes. */
  readonly bodyLimit?: number
  /** The module keeps idempotency keys itself, in the transaction of its own work. */
  readonly ownIdempotency?: boolean
  /** The reply is the same for every caller and language, and may lag by a moment: made once for all who ask. */
  readonly shared?: {
    /** What of the reply tells whether anything has changed. */
    readonly mark: (reply: ReplyOf<E>) => unknown
  }
}

type Parsed = { params: unknown; query: unknown; body: unknown }

const noQuery = (query: unknown): Record<string, string[]> =>
  Object.fromEntries(Object.keys((query ?? {}) as object).map((name) => [name, ['unknown_field']]))

/** What the contract makes of a request, or everything that is wrong with it at once. */
const parse = (endpoint: Endpoint, request: FastifyRequest): Parsed | Refusal => {
  const params = endpoint.params?.safeParse(request.params)
  // An id that cannot be one names nothing.
  if (params && (!params.success || Object.keys(unkeepable(params.data)).length > 0)) return refuse('not_found')
  const fields: Record<string, string[]> = {}
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    const result = schema?.safeParse(value, { reportInput: true })
    if (result) Object.assign(fields, result.success ? unkeepable(result.data) : fieldReasons(result.error))
    return result?.data
  }
  const query = read(endpoint.query, request.query)
  if (!endpoint.query && endpoint.method === 'GET') Object.assign(fields, noQuery(request.query))
  const body = endpoint.takes ? undefined : read(endpoint.body, request.body ?? {})
  return Object.keys(fields).length > 0 ? refuse('validation', { fields }) : { params: params?.data, query, body }
}

const callerOf = (actor: { user?: { id: string } | undefined; account?: { id: string } }): string =>
  [actor.user?.id ?? 'anyone', actor.account?.id].filter(Boolean).join(' ')

const prove = (endpoint: Endpoint, result: unknown): void => {
  const proof = endpoint.reply.safeParse(result)
  if (!proof.success) throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${proof.error.message}`)
}

/**
 * Serves an endpoint of the contract. The caller is admitted by its `who`, params, query and body are parsed by its
 * schemas; `act` returns the reply, a refusal, or a file. Faults that it throws leave as `system_error`.
 */
export const route = <E extends Endpoint>(app: App, endpoint: E, act: Act<E>, options: RouteOptions<E> = {}): void => {
  const { platform, authorizer } = app
  const status = endpoint.status ?? 200
  const serialize = endpoint.gives ? undefined : serializerOf(endpoint.reply)
  const { shared } = options
  const share =
    shared &&
    shareReplies(
      app.keepsReads,
      (reply) => {
        if (app.provesReplies) prove(endpoint, reply)
        return (serialize ?? JSON.stringify)(reply)
      },
      (reply) => JSON.stringify(shared.mark(reply as ReplyOf<E>)),
    )
  app.endpoints.push(endpoint)

  const run = async (request: FastifyRequest, reply: FastifyReply): ReturnType<Act<E>> => {
    const actor = await admit(authorizer, request, endpoint.who)
    if (isRefusal(actor)) return actor
    const parsed = parse(endpoint, request)
    if (isRefusal(parsed)) return parsed
    const idempotencyKey = endpoint.idempotent ? idempotencyKeyOf(request, callerOf(actor)) : undefined
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
    return idempotencyKey && !options.ownIdempotency ? once(platform, idempotencyKey, () => act(call)) : act(call)
  }

  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      if (share) {
        const refused = await share(request, reply, () => run(request, reply))
        return refused ? sendRefusal(request, reply, refused) : reply
      }
      const result: unknown = await run(request, reply)
      if (result === reply) return reply
      if (isRefusal(result)) return sendRefusal(request, reply, result)
      if (isDownload(result)) return sendDownload(reply, result)
      if (app.provesReplies && serialize) prove(endpoint, result)
      if (status === 204) return reply.code(204).send()
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .serializer(serialize ?? JSON.stringify)
        .send(result)
    },
  })
}
