import type { BodyIn, Endpoint, ParamsOf, QueryIn } from './endpoint.ts'

type ParamsPart<E extends Endpoint> = ParamsOf<E> extends undefined ? { params?: undefined } : { params: ParamsOf<E> }
type BodyPart<E extends Endpoint> =
  undefined extends BodyIn<E> ? { body?: BodyIn<E> | FormData } : { body: BodyIn<E> | FormData }

/** What a call of this endpoint takes: only the parts that the endpoint has. */
export type CallOf<E extends Endpoint> = ParamsPart<E> & BodyPart<E> & { query?: Partial<QueryIn<E>> | undefined }

/** The call as a rest argument: left out where the endpoint needs neither params nor a body. */
export type CallArgs<E extends Endpoint, Extra = unknown> = undefined extends CallOf<E>['params'] & CallOf<E>['body']
  ? [call?: CallOf<E> & Extra]
  : [call: CallOf<E> & Extra]

export interface WireRequest {
  readonly method: string
  /** Path and query under the origin, `/api` included. */
  readonly url: string
  /** JSON text, or the form as it is. */
  readonly body: string | FormData | undefined
}

/** `{filter: {or: {name: 'x'}}, with: ['a']}` to `filter[or][name]=x&with[]=a`. */
export const queryText = (query: Record<string, unknown>): string => {
  const out = new URLSearchParams()
  const put = (key: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) value.forEach((item) => put(`${key}[]`, item))
    else if (typeof value === 'object') Object.entries(value).forEach(([name, item]) => put(`${key}[${name}]`, item))
    else out.append(key, `${value as string | number | boolean}`)
  }
  Object.entries(query).forEach(([key, value]) => put(key, value))
  return out.toString()
}

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

const fillPath = (path: string, params: Record<string, unknown> | undefined): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] as string))

/** Path and query of a call under the origin, `/api` included. */
export const urlOf = (path: string, { params, query }: Parts): string => {
  const filled = `/api${fillPath(path, params as Record<string, unknown> | undefined)}`
  const text = query ? queryText(query as Record<string, unknown>) : ''
  return text ? `${filled}?${text}` : filled
}

/** A call as an HTTP request; its parts were checked where the endpoint was named. */
export const wireRequest = (method: string, path: string, call: Parts): WireRequest => {
  const { body } = call
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  return {
    method,
    url: urlOf(path, call),
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  }
}

/** A call of an endpoint as an HTTP request. */
export const requestOf = <E extends Endpoint>({ method, path }: E, call: CallOf<E>): WireRequest =>
  wireRequest(method, path, call)

/** A random key, 32 hex digits. Works where `crypto.randomUUID` is missing: plain http in a hall's network. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
