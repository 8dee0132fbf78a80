import type { EndpointAt, PathOf } from '@kartis/contract/api-map.ts'
import { type CallArgs, wireRequest, type WireRequest } from '@kartis/contract/client.ts'
import type { Endpoint, Method, RefusalOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { createIntents, isOpenReply } from '@kartis/contract/intents.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useCallback } from 'react'
import { syncClockWithReply } from './clock.ts'
import { usePageContext } from './page-context.tsx'
import type { Translate } from './translator.ts'

/** A refusal of the API, or no usable reply: `N1` without a network, `SYSTEM_ERROR` for a reply that is not of the API. */
export interface Refused<Code extends string = string> {
  readonly ok: false
  /** HTTP status; 0 without a reply. */
  readonly status: number
  readonly code: Code | 'N1' | 'SYSTEM_ERROR'
  /** Text for the visitor, in the page's language. */
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}
export type Result<T, Code extends string = string> = { readonly ok: true; readonly data: T } | Refused<Code>

export interface CallOptions {
  /** Token of the order, which authorizes its buyer. */
  readonly orderToken?: string
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The request outlives the page. */
  readonly keepalive?: boolean
}

type DataOf<E extends Endpoint> = ReplyOf<E> extends { readonly data: infer Data } ? Data : never

/** Calls an endpoint of the contract by method and path. Resolves with the data of the reply; refusals are values. */
export type Api = <M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...args: CallArgs<EndpointAt<M, Path>, CallOptions>
) => Promise<Result<DataOf<EndpointAt<M, Path>>, RefusalOf<EndpointAt<M, Path>>>>

type Call = CallOptions & { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

const TIMEOUT_MS = 40_000

const headersOf = (body: WireRequest['body'], lang: Lang, call: CallOptions): Record<string, string> => ({
  accept: 'application/json',
  'accept-language': lang,
  'x-app-name': 'order',
  ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  ...(call.orderToken ? { 'x-order-token': call.orderToken } : {}),
  ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
  ...call.headers,
})

/** Sends one request with the headers of every call. Rejects without a reply. */
export const send = (request: WireRequest, lang: Lang, options: CallOptions = {}): Promise<Response> =>
  fetch(request.url, {
    method: request.method,
    headers: headersOf(request.body, lang, options),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: request.body ?? null,
    keepalive: options.keepalive ?? false,
  })

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly description?: string; readonly detail?: Record<string, unknown> }
}

const refusedBy = (status: number, body: unknown, t: Translate): Refused => {
  const error = (body as ErrorBody | undefined)?.error
  return {
    ok: false,
    status,
    code: error?.code ?? 'SYSTEM_ERROR',
    text: error?.description || t('sale.site.fault'),
    detail: error?.detail ?? {},
  }
}

export const networkFailure = (t: Translate): Refused => ({
  ok: false,
  status: 0,
  code: 'N1',
  text: t('sale.site.offline'),
  detail: {},
})

const callApi = async (request: WireRequest, call: Call, lang: Lang, t: Translate): Promise<Result<unknown>> => {
  let response: Response
  try {
    response = await send(request, lang, call)
  } catch {
    return networkFailure(t)
  }
  syncClockWithReply(response.headers)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok || body === undefined) return refusedBy(response.status, body, t)
  return { ok: true, data: (body as { data: unknown }).data }
}

const intents = createIntents<Result<unknown>>({
  storage: () => sessionStorage,
  isOpen: (outcome) =>
    !('result' in outcome) || (!outcome.result.ok && isOpenReply(outcome.result.status, outcome.result.code)),
})

/** The API in the page's language. A write carries the `Idempotency-Key` of its intent. */
export const useApi = (): Api => {
  const { lang, t } = usePageContext()
  const api = useCallback(
    (method: Method, path: string, call: Call = {}) => {
      const request = wireRequest(method, path, call)
      if (method === 'GET') return callApi(request, call, lang, t)
      return intents.run(request, (key) =>
        callApi(request, { ...call, headers: { ...call.headers, 'idempotency-key': key } }, lang, t),
      )
    },
    [lang, t],
  )
  // The types of a path come from the contract; the request is built in the same way for all of them.
  return api as Api
}
