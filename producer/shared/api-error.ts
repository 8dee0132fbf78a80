/** Thrown by every failed call: a code of the error catalogue, a text in the caller's language, the HTTP status (0: no response). */
export class ApiError extends Error {
  readonly code: string
  readonly description: string
  readonly status: number
  /** `{field: [reason, …]}` for a validation error, otherwise data about the refusal. */
  readonly detail: Readonly<Record<string, unknown>>
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfter: number | undefined
  /** Of the failed call, where it got a response. */
  method?: string

  constructor(failure: {
    code: string
    description: string
    status: number
    detail?: Record<string, unknown>
    retryAfter?: number
  }) {
    super(`${failure.code}: ${failure.description}`)
    this.name = 'ApiError'
    this.code = failure.code
    this.description = failure.description
    this.status = failure.status
    this.detail = failure.detail ?? {}
    this.retryAfter = failure.retryAfter
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads a failed response. It has one of two shapes: `{code, description | desc | message, detail}`, bare or under `error`; or `[code, message]`, where the message may be a pair. */
export const readFailure = (body: unknown, status: number, retryAfter?: number): ApiError => {
  if (Array.isArray(body)) {
    const message: unknown = Array.isArray(body[1])
      ? body[1].filter((part) => typeof part === 'string').join(': ')
      : body[1]
    return new ApiError({ code: String(body[0] ?? status), description: textOf(message) ?? '', status, retryAfter })
  }
  const inner = isRecord(body) && (isRecord(body['error']) || Array.isArray(body['error'])) ? body['error'] : body
  if (Array.isArray(inner)) return readFailure(inner, status, retryAfter)
  const failure = isRecord(inner) ? inner : {}
  const detail = failure['detail'] ?? failure['error']
  return new ApiError({
    code: textOf(failure['code']) ?? (typeof failure['code'] === 'number' ? String(failure['code']) : String(status)),
    description: textOf(failure['description']) ?? textOf(failure['desc']) ?? textOf(failure['message']) ?? '',
    detail: isRecord(detail) ? detail : {},
    status,
    retryAfter,
  })
}
