import type { Permission } from '@kartis/domain/permissions.ts'
import type { RefusalCode } from '@kartis/domain/refusal.ts'
import { z } from 'zod'

/**
 * What an endpoint reads or changes, so that a membership limited to some events is authorized for those only. `event`, `order`,
 * `ticket_type`, `coupon`, `payment` and `refund_run` say what the `:uuid` of the path names; `body`: the event is the body's
 * `event_uuid`; `list`: the reply is filtered by the caller's events.
 */
export type Touches = 'event' | 'order' | 'ticket_type' | 'coupon' | 'payment' | 'refund_run' | 'body' | 'list'

/**
 * Calls that need a fresh proof of who calls: a sign-in or a re-authentication of the session in the last ten minutes
 * (`FRESH_PROOF`), or else `proof_required`. `fields`: only a call whose body has one of these.
 */
export type FreshProof = true | { readonly fields: readonly string[] }

/** Signed in by phone, with a fresh proof. */
export interface UserAccess {
  readonly user: true
  readonly fresh: FreshProof
}

/** A member of the workspace (`X-Account-Id`) who has the permission; a permission of an event also says what it touches. */
export interface MemberAccess {
  readonly permission: Permission
  readonly of?: Touches
  readonly fresh?: FreshProof
  /**
   * A device that joined the gate of this event by a link may call too, with the permissions of its role; `upload`: also
   * for a day after it has ended. No device may call anything else.
   */
  readonly device?: true | 'upload'
}

/**
 * Who may call.
 * - `public`: no sign-in (a bearer token is read when it is there)
 * - `order-token`: the holder of an order's token (`X-Order-Token`)
 * - `user`: signed in by phone; as `UserAccess` with a fresh proof
 * - a permission: a member of the workspace who has it
 */
export type Access = 'public' | 'order-token' | 'user' | UserAccess | MemberAccess

/** Whether a member of a workspace calls, whose role decides. */
export const isMemberAccess = (access: Access): access is MemberAccess =>
  typeof access === 'object' && 'permission' in access

/** Members and devices at the gate. */
export interface DeviceAccess extends MemberAccess {
  readonly of: 'event'
  readonly device: true | 'upload'
}

/** Whether devices at the gate may call. */
export const isDeviceAccess = (access: Access): access is DeviceAccess =>
  isMemberAccess(access) && access.device !== undefined

/** The fresh proof that an endpoint asks for, if it asks for one. */
export const freshProofOf = (access: Access): FreshProof | undefined =>
  typeof access === 'object' ? access.fresh : undefined

/** Refusals that every endpoint may give. */
type CommonRefusal =
  | 'validation'
  | 'unauthorized'
  | 'forbidden'
  | 'wrong_workspace'
  | 'proof_required'
  | 'not_found'
  | 'too_many_requests'
  | 'idempotency_mismatch'
  | 'idempotency_in_flight'
  | 'overloaded'
  | 'system_error'
  | 'unspecific'

/** The format of a body or a reply that is not JSON. */
export type Binary = 'multipart' | 'xlsx' | 'pdf' | 'ics' | 'html' | 'image' | 'file' | 'json'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Under `/api`, params as `:name`. */
export type ApiPath = `/v1/${string}`

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
  M extends Method = Method,
  Path extends ApiPath = ApiPath,
  C extends RefusalCode = RefusalCode,
> {
  readonly method: M
  readonly path: Path
  readonly access: A
  readonly tag: string
  /** One sentence for the API page. */
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The whole JSON reply, envelope included (see `data` and `page`). */
  readonly reply: R
  readonly status?: 200 | 201 | 202 | 204
  /**
   * Refusals beyond the common ones (`CommonRefusal`). A common one is listed where neither access nor path says that the
   * endpoint gives it: a `not_found` of an event that the body names, an `unauthorized` of a public endpoint.
   */
  readonly refusals?: readonly C[]
  /** The request body's format, if it is not JSON. */
  readonly requestType?: 'multipart'
  /** The text fields of a multipart request beside `file`, for the API document: the handler reads them itself. */
  readonly fields?: z.ZodObject
  /** The reply's format, if it is not JSON. */
  readonly replyType?: Exclude<Binary, 'multipart'>
  /**
   * `false`: a write that ignores `Idempotency-Key`, because a repeat changes nothing by the nature of the operation. All
   * other writes honour it (`honoursKey`).
   */
  readonly idempotent?: false
  /** A member's successful call is written to the security log; every spreadsheet of an account is. */
  readonly logged?: 'export'
  /** Further paths at which it is served: the specification names most resources with and without `/producer`. */
  readonly aliases?: readonly ApiPath[]
}

export const endpoint = <
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
  const A extends Access = Access,
  const M extends Method = Method,
  const Path extends ApiPath = ApiPath,
  // An endpoint without refusals of its own has none beyond the general ones.
  const C extends RefusalCode = never,
>(
  definition: Endpoint<P, Q, B, R, A, M, Path, C>,
): Endpoint<P, Q, B, R, A, M, Path, C> => definition

/**
 * Whether the endpoint honours the `Idempotency-Key` header: the same key and body get the same reply, another body is
 * refused. All writes do, except those that only produce a file and those that are declared `idempotent: false`.
 */
export const honoursKey = ({ method, replyType, idempotent }: Endpoint): boolean =>
  method !== 'GET' && replyType === undefined && idempotent !== false

/** The endpoint as it is served at each of its paths. */
export const atEveryPath = <E extends Endpoint>({ aliases = [], ...endpoint }: E): Omit<E, 'aliases'>[] =>
  [endpoint.path, ...aliases].map((path) => ({ ...endpoint, path }))

export type ParamsOf<E> = E extends Endpoint<infer P> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.output<B> : never
/** What a caller may send (before defaults and coercion). */
export type BodyIn<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer B>
    ? // A preprocessed schema has the input type `unknown`; the type of its inner schema is used.
      B extends z.ZodPreprocess<infer Inner>
      ? z.input<Inner>
      : z.input<B>
    : never
export type QueryIn<E> = E extends Endpoint<z.ZodType, infer Q> ? z.input<Q> : never
/**
 * Codes with which this endpoint may refuse, the general ones included.
 * @public The refusals of an endpoint, for clients in TypeScript.
 */
export type RefusalOf<E> =
  | CommonRefusal
  | (E extends { readonly refusals?: readonly (infer C)[] } ? Extract<C, RefusalCode> : never)
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

/** The envelope of one entity. */
export const data = <T extends z.ZodType>(item: T) => z.object({ data: item })

export const pageMeta = z
  .object({ current_page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() })
  .meta({ id: 'PageMeta' })

/** The envelope of a page of a list. */
export const page = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: pageMeta })

/** The envelope of a page of a list that says more than its page. */
export const pageWith = <T extends z.ZodType, M extends z.ZodRawShape>(item: T, more: M) =>
  z.object({ data: z.array(item), meta: z.object({ ...pageMeta.shape, ...more }) })

/** Decimal digits; `1e3` and `0x10` are no numbers that people write. */
const readNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(value) ? Number(value) : value
}

/** A number in a query or a path, whose values are texts. An empty one is missing (`required`), never zero. */
export const numberText = <T extends z.ZodType>(schema: T) => z.preprocess(readNumber, schema)

const MAX_PER_PAGE = 100

const pagingWith = (perPage: number) => ({
  page: numberText(z.int().min(1).max(100_000).default(1)),
  per_page: numberText(z.int().min(1).max(MAX_PER_PAGE).default(perPage)),
})

/** Query of a short list, which has neither filters nor an order to choose: all of it is on its first page as a rule. */
export const pageQuery = z.strictObject(pagingWith(MAX_PER_PAGE))

/** In small letters whatever the caller typed: budgets, keys and computed uuids are of its text. */
export const uuid = z.uuid().toLowerCase()

/** A value of a state and its label. */
export const statusCase = z.object({ value: z.string(), label: z.string() }).meta({ id: 'StatusCase' })

/** Endpoint that lists the states of a resource with their labels. */
export const statusCasesAt = <const Path extends ApiPath>(path: Path, tag: string, aliases: readonly ApiPath[] = []) =>
  endpoint({
    method: 'GET',
    path,
    aliases,
    access: 'public',
    tag,
    summary: 'The states there are, with their labels.',
    query: pageQuery,
    reply: page(statusCase),
  })

type ExportPath<Path> = Path extends `/v1/${infer Rest}` ? `/v1/${Rest}/export` : never

/** The export of a list: the same filters and order, as a spreadsheet; the same access, unless it needs a permission of its own. */
export const exportOf = <
  Q extends z.ZodType,
  A extends Access,
  const Path extends ApiPath,
  P extends z.ZodType,
  const Own extends Access = A,
>(
  list: Pick<Endpoint<P, Q, z.ZodType, z.ZodType, A, 'GET', Path>, 'path' | 'access' | 'tag' | 'aliases'> & {
    readonly params?: P
    readonly query?: Q
  },
  access: A | Own = list.access,
) =>
  endpoint({
    method: 'GET',
    // The compiler does not follow the text through the generic parameter.
    path: `${list.path}/export` as ExportPath<Path>,
    aliases: (list.aliases ?? []).map((path) => `${path}/export` as const),
    access,
    tag: list.tag,
    summary: 'The same list as an .xlsx.',
    ...(list.params && { params: list.params }),
    ...(list.query && { query: list.query }),
    replyType: 'xlsx',
    reply: z.unknown(),
  })

/** Path params of an endpoint for one entity. */
export const byUuid = z.object({ uuid })

/** In shekels: above it, agorot are no longer exact. */
const MAX_SHEKELS = 90_000_000_000_000

/** Whether a sum has two decimal places at most; what computers add to it when they calculate (0.1 + 0.2) is none. */
const isHundredths = (value: number): boolean =>
  Math.abs(value - Number(value.toFixed(2))) <= 4 * Number.EPSILON * Math.max(1, Math.abs(value))

/** An amount in shekels, with at most two decimal places. The server computes in integer agorot (domain/money). */
export const shekels = z
  .number()
  .min(-MAX_SHEKELS)
  .max(MAX_SHEKELS)
  .refine(isHundredths, { error: 'money_two_places' })
  .meta({ description: 'shekels, at most two decimal places' })

/** No date of this product is outside these years; those of years below 100 mean others to half of all programs. */
const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)
const isOfOurTime = (at: number): boolean => at >= EARLIEST && at < LATEST
/** Offsets from UTC go from -12:00 to +14:00; PostgreSQL knows none above 15:59. */
const HAS_OFFSET_OF_A_ZONE = /(Z|[+-](0\d|1[0-4]):?\d{2})$/i

/** ISO 8601 with an offset; replies are in UTC. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isOfOurTime(Date.parse(text)) && HAS_OFFSET_OF_A_ZONE.test(text), { error: 'invalid_date' })

/** A calendar day, `2026-11-22`. */
export const calendarDay = z.iso.date().refine((text) => isOfOurTime(Date.parse(text)), { error: 'invalid_date' })

const listOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(names)).max(20)).optional()

interface ListOptions {
  readonly with?: readonly [string, ...string[]]
  readonly with_count?: readonly [string, ...string[]]
  readonly append?: readonly [string, ...string[]]
  readonly sort?: readonly [string, ...string[]]
  readonly filter?: z.ZodRawShape
  /** Fields of the OR group; each matches by case-insensitive containment. */
  readonly or?: readonly [string, ...string[]]
}

const noValues = z.array(z.never()).max(0).optional()

/** Query of one entity: the relations and counts to include. An unknown name is a 422, never ignored. */
export const showQuery = (options: Pick<ListOptions, 'with' | 'append' | 'with_count'>) =>
  z.strictObject({
    with: options.with ? listOf(options.with) : noValues,
    append: options.append ? listOf(options.append) : noValues,
    with_count: options.with_count ? listOf(options.with_count) : noValues,
  })

/** A place in a numbered list of changes, in the query of a request. An empty one is not zero, which would be everything. */
export const sequence = numberText(z.int().min(0))

/**
 * Query of a list: paging, sorting (`-field` descends), relations and filters. An unknown name is a 422, never ignored;
 * relations and counts that every reply has may be named too.
 */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a list without filters has no filter fields
export const listQuery = <F extends z.ZodRawShape = Record<never, never>>(
  options: ListOptions & { readonly filter?: F },
) =>
  z.strictObject({
    ...pagingWith(20),
    sort: options.sort
      ? z.enum([...options.sort, ...options.sort.map((field) => `-${field}`)] as [string, ...string[]]).optional()
      : z.never().optional(),
    with: options.with ? listOf(options.with) : noValues,
    with_count: options.with_count ? listOf(options.with_count) : noValues,
    append: options.append ? listOf(options.append) : noValues,
    filter: z
      .strictObject({
        ...(options.filter ?? ({} as F)),
        or: z
          .strictObject(
            Object.fromEntries((options.or ?? []).map((field) => [field, z.string().max(100).optional()])) as Record<
              string,
              z.ZodOptional<z.ZodString>
            >,
          )
          .optional(),
      })
      .optional(),
  })
