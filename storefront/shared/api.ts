import type { Lang } from '@kartis/i18n/lang.ts'
import { learnFromAnswer } from './clock.ts'

/** A refusal of the API, or no answer at all (`N1`). `text` is ready to show. */
export interface Refused {
  readonly ok: false
  readonly status: number
  readonly code: string
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}
export type Result<T> = { readonly ok: true; readonly data: T } | Refused

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly lang: Lang
  readonly orderToken?: string
  readonly bearer?: string | undefined
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Said when there is no network, and when the answer is none of ours. */
  readonly offline: string
  readonly fault: string
}

const TIMEOUT_MS = 40_000

const headersOf = (call: Call): Record<string, string> => ({
  accept: 'application/json',
  'accept-language': call.lang,
  'x-app-name': 'order',
  ...(call.body === undefined || call.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  ...(call.orderToken ? { 'x-order-token': call.orderToken } : {}),
  ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
  ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
  ...call.headers,
})

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly description?: string; readonly detail?: Record<string, unknown> }
}

const refusedBy = (status: number, body: unknown, fault: string): Refused => {
  const error = (body as ErrorBody | undefined)?.error
  return {
    ok: false,
    status,
    code: error?.code ?? 'SYSTEM_ERROR',
    text: error?.description || fault,
    detail: error?.detail ?? {},
  }
}

/** Calls the API; the answer is the envelope's inside. Refusals and lost networks are values, never throws. */
export const callApi = async <T>(path: string, call: Call): Promise<Result<T>> => {
  let response: Response
  try {
    response = await fetch(`/api/v1${path}`, {
      method: call.method ?? 'GET',
      headers: headersOf(call),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: call.body === undefined ? null : call.body instanceof FormData ? call.body : JSON.stringify(call.body),
    })
  } catch {
    return { ok: false, status: 0, code: 'N1', text: call.offline, detail: {} }
  }
  learnFromAnswer(response.headers.get('date'))
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok || body === undefined) return refusedBy(response.status, body, call.fault)
  return { ok: true, data: (body as { data: T }).data }
}
