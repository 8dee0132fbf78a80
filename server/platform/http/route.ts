import type { SpreadsheetLimit } from './spreadsheet-limit.ts'
import { createHash } from 'node:crypto'
import {
  atEveryPath,
  type BodyOf,
  type Endpoint,
  honoursKey,
  isMemberAccess,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@kartis/contract/endpoint.ts'
import { REFUSAL_DETAILS } from '@kartis/contract/errors.ts'
import { refusalsOf } from '@kartis/contract/refusals.ts'
import { isRefusal, type Refusal, type RefusalCode, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Platform } from '../platform.ts'
import { type Download, isDownload, sendDownload } from './download.ts'
import { langOf, RefusalError, sendRefusal } from './error-handler.ts'
import { type ActorOf, authorize, type Authorizer, checkAccess, type Permits, recordCall } from './authorization.ts'
import type { PreparedBody } from './prepared-body.ts'
import { sendSharedBody, shareReplies } from './shared-replies.ts'
import { type IdempotencyKey, idempotencyKeyOf, once } from './idempotency.ts'
import { fieldReasons, MAX_FIELDS, unstorable } from './validation-reasons.ts'
import { noteCaller, noteCreated } from './log-fields.ts'
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
    spreadsheetLimit: SpreadsheetLimit
  }
  interface FastifyContextConfig {
    /** JSON bodies are left as text. */
    keepsBody?: boolean
    /** Every refusal that the endpoint of the contract may give. */
    refusals?: ReadonlySet<RefusalCode>
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

/** Bytes that a multipart body may have beside its file: its other fields and the boundaries. */
export const MULTIPART_OVERHEAD = 64 * 1024

export interface RouteOptions<E extends Endpoint = Endpoint> {
  /** Maximum body size in bytes; of an upload, that of the file and `MULTIPART_OVERHEAD`. */
  readonly bodyLimit?: number
  /** The handler reads the JSON text of `request.body` itself: a large body, whose parsing would delay other requests. */
  readonly readsBody?: boolean
  /** The body may be a form as well: callbacks of gateways. */
  readonly takesForms?: boolean
  /**
   * What of the caller's permission the access does not say, for endpoints that ask for a fresh proof: it is asked first, with
   * params and body as they were sent. The handler asks again, where it changes anything.
   */
  readonly permits?: Permits<E['access']>
  /** The handler stores its idempotency keys itself, in the transaction of its own work. */
  readonly ownIdempotency?: boolean
  /** Keys of callers without a name belong to their network and device, however long: the reply signs somebody in. */
  readonly keyOfNetwork?: boolean
  /**
   * The reply is the same for every caller and language and may be stale for `sharedReadMs`: it is computed once for all
   * callers. Only for public endpoints, as a cached reply is sent without asking who calls.
   */
  readonly shared?: {
    /** The part of the reply that its ETag is made of. */
    readonly version: (reply: ReplyOf<E>) => unknown
  }
  /**
   * What the handler prepared for this address before, as long as it is true: sent before the request is parsed. Only for
   * public endpoints whose reply is the same for every caller and language.
   */
  readonly prepared?: (request: FastifyRequest) => PreparedBody | undefined
}

/** Bytes of a body that anybody may send; callers who are known have the limit of the server. */
const PUBLIC_BODY_LIMIT = 64 * 1024

const FORM = /^application\/x-www-form-urlencoded\b/i

/** A form holds texts only, so fields of other types would be misread; every page of a stranger can send one. */
const refuseForms = async ({ headers, method }: FastifyRequest): Promise<void> => {
  if (method !== 'GET' && FORM.test(headers['content-type'] ?? ''))
    throw new RefusalError(refuse('unsupported_media_type'))
}

type Parsed = { params: unknown; query: unknown; body: unknown }

/** Every field is unknown where the contract has none. */
const unknownFields = (input: unknown): Record<string, string[]> =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(
        Object.keys(input)
          .slice(0, MAX_FIELDS)
          .map((name) => [name, ['unknown_field']]),
      )
    : {}

/** The request's parameters as its contract reads them, or all of its validation errors at once. */
const parse = (endpoint: Endpoint, request: FastifyRequest, readsBody: boolean): Parsed | Refusal => {
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
  const body = endpoint.requestType || readsBody ? undefined : read(endpoint.body, request.body ?? {})
  if (!endpoint.body && !endpoint.requestType) Object.assign(fields, unknownFields(request.body))
  return Object.keys(fields).length > 0 ? refuse('validation', { fields }) : { params: params?.data, query, body }
}

/** Characters from which a key is one that nobody else uses by chance. */
const LONG_KEY = 20

/** What a browser or program says of itself with each request, as a short hash: neighbours on a network differ by it. */
const deviceOf = ({ headers }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([headers['user-agent'], headers['x-waiting-device']]))
    .digest('base64url')
    .slice(0, 12)

/**
 * Whose idempotency key it is. Callers without a name share one scope only for keys that nobody guesses, such as those of
 * the two sites; a short one belongs to the network and device that sent it.
 */
const callerOf = (
  actor: { user?: { id: string } | undefined; device?: { id: string } | undefined; account?: { id: string } },
  request: FastifyRequest,
  { keyOfNetwork = false }: Pick<RouteOptions, 'keyOfNetwork'>,
): string => {
  const named = actor.user?.id ?? actor.device?.id
  const isShort = String(request.headers['idempotency-key'] ?? '').length < LONG_KEY
  const stranger = () => (isShort || keyOfNetwork ? `anyone ${request.network} ${deviceOf(request)}` : 'anyone')
  return [named ?? stranger(), actor.account?.id].filter(Boolean).join(' ')
}

const validateReply = (endpoint: Endpoint, reply: unknown): void => {
  const parsed = endpoint.reply.safeParse(reply)
  if (!parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${parsed.error.message}`)
}

/** The maximum body size of an endpoint that has one of its own. */
const bodyLimitOf = ({ access }: Endpoint, { bodyLimit }: Pick<RouteOptions, 'bodyLimit'>): { bodyLimit?: number } => {
  if (bodyLimit !== undefined) return { bodyLimit }
  return access === 'public' ? { bodyLimit: PUBLIC_BODY_LIMIT } : {}
}

/** A person's export of what is their own is no act in an account, so it is not logged. */
const isLoggedExport = ({ access, logged, replyType }: Endpoint): boolean =>
  isMemberAccess(access) && (logged === 'export' || replyType === 'xlsx')

/** Records denied calls and exports in the security log. */
const recordResult = async (
  authorizer: Authorizer,
  request: FastifyRequest,
  endpoint: Endpoint,
  result: unknown,
): Promise<void> => {
  const name = `${endpoint.method} ${endpoint.path}`
  if (isRefusal(result)) {
    if (result.refusal === 'forbidden')
      await recordCall(authorizer, request, endpoint.access, { act: 'access.denied', endpoint: name })
  } else if (isLoggedExport(endpoint))
    await recordCall(authorizer, request, endpoint.access, { act: 'export.exported', endpoint: name })
}

const checkShared = (
  { access, method, path }: Endpoint,
  { shared, prepared }: { readonly shared?: unknown; readonly prepared?: unknown },
): void => {
  if ((shared !== undefined || prepared !== undefined) && access !== 'public')
    throw new Error(`${method} ${path} is not public, so its replies cannot be shared`)
}

const sendChecked = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const parsed = request.server.validatesReplies && REFUSAL_DETAILS[refusal.refusal]?.safeParse(refusal.detail)
  if (parsed && parsed.error)
    throw new Error(`the detail of ${refusal.refusal} breaks its contract: ${parsed.error.message}`)
  return sendRefusal(request, reply, refusal)
}

/** Whether the reply was prepared before. */
const sendPreparedFor = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { prepared }: Pick<RouteOptions, 'prepared'>,
): Promise<boolean> => {
  const body = prepared?.(request)
  if (body) await sendSharedBody(request, reply, body)
  return body !== undefined
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
  // A route is called with the actor of its own access.
  const permits = options.permits as Permits | undefined
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
  checkShared(endpoint, options)
  const served = atEveryPath(endpoint)
  const [refusals, takesKey] = [refusalsOf(endpoint), honoursKey(endpoint)]
  app.endpoints.push(...served)

  const decide = async (request: FastifyRequest, reply: FastifyReply): ReturnType<Handler<E>> => {
    const now = platform.clock()
    const actor = noteCaller(request, await authorize(authorizer, request, endpoint.access, { now, permits }))
    if (isRefusal(actor)) return actor
    const parsed = parse(endpoint, request, options.readsBody === true)
    if (isRefusal(parsed)) return parsed
    const full = endpoint.replyType === 'xlsx' ? app.spreadsheetLimit(actor, reply) : undefined
    if (full) return full
    const caller = () => callerOf(actor, request, options)
    const idempotencyKey = takesKey ? idempotencyKeyOf(request, endpoint.path, parsed.params, caller) : undefined
    if (isRefusal(idempotencyKey)) return idempotencyKey
    const call = { ...parsed, actor, now, lang: langOf(request), idempotencyKey, request, reply, platform } as Call<E>
    return idempotencyKey && !options.ownIdempotency
      ? once(platform, { key: idempotencyKey, reply }, () => handler(call))
      : handler(call)
  }

  const run = async (request: FastifyRequest, reply: FastifyReply): ReturnType<Handler<E>> => {
    const result = await decide(request, reply)
    await recordResult(authorizer, request, endpoint, result)
    return result
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (options.prepared && (await sendPreparedFor(request, reply, options))) return reply
    if (sendShared) {
      const refused = await sendShared(request, reply, () => run(request, reply))
      return refused ? sendChecked(request, reply, refused) : reply
    }
    const result: unknown = noteCreated(request, status, await run(request, reply))
    // The handler has sent its reply itself. An awaited reply is undefined, so the result does not say it.
    if (reply.sent || reply.raw.destroyed) return reply
    if (isRefusal(result)) return sendChecked(request, reply, result)
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
      ...bodyLimitOf(endpoint, options),
      config: { keepsBody: options.readsBody === true, refusals },
      ...(!options.takesForms && { onRequest: refuseForms }),
      handler: answer,
    })
}
