import type { BodyIn, Endpoint, ParamsOf, QueryIn, ReplyOf } from './endpoint.ts'

/** What a call of this endpoint takes: only the parts that the endpoint has. */
export type CallOf<E extends Endpoint> = (ParamsOf<E> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<E> }) & {
  query?: Partial<QueryIn<E>> | undefined
  body?: BodyIn<E> | FormData | undefined
}

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

const pathOf = (path: string, params: Record<string, unknown> | undefined): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] as string))

/** An endpoint and what is put into it, as an HTTP request. */
export const requestOf = <E extends Endpoint>(endpoint: E, call: CallOf<E>): WireRequest => {
  const query = call.query ? queryText(call.query as Record<string, unknown>) : ''
  const path = `/api${pathOf(endpoint.path, call.params as Record<string, unknown> | undefined)}`
  const { body } = call
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  return {
    method: endpoint.method,
    url: query ? `${path}?${query}` : path,
    body: body === undefined ? undefined : isForm ? (body as FormData) : JSON.stringify(body),
  }
}

/** The type of a successful reply. */
export type Answer<E extends Endpoint> = ReplyOf<E>
