/** What every failed call throws: a catalogue code, words in the caller's language, the HTTP status (0: no answer came). */
export class ApiError extends Error {
  readonly code: string
  readonly description: string
  readonly status: number
  /** `{field: [reason, …]}` for a validation error, data about the refusal else. */
  readonly detail: Readonly<Record<string, unknown>>
  /** Seconds to wait, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(wrong: {
    code: string
    description: string
    status: number
    detail?: Record<string, unknown>
    retryAfter?: number
  }) {
    super(`${wrong.code}: ${wrong.description}`)
    this.name = 'ApiError'
    this.code = wrong.code
    this.description = wrong.description
    this.status = wrong.status
    this.detail = wrong.detail ?? {}
    this.retryAfter = wrong.retryAfter
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Two shapes of failure: `{code, description | desc | message, detail}`, bare or under `error`; or `[code, message]`, where the message may be a pair. */
export const readFailure = (body: unknown, status: number, retryAfter?: number): ApiError => {
  if (Array.isArray(body)) {
    const message: unknown = Array.isArray(body[1])
      ? body[1].filter((part) => typeof part === 'string').join(': ')
      : body[1]
    return new ApiError({ code: String(body[0] ?? status), description: textOf(message) ?? '', status, retryAfter })
  }
  const inner = isRecord(body) && (isRecord(body['error']) || Array.isArray(body['error'])) ? body['error'] : body
  if (Array.isArray(inner)) return readFailure(inner, status, retryAfter)
  const wrong = isRecord(inner) ? inner : {}
  const detail = wrong['detail'] ?? wrong['error']
  return new ApiError({
    code: textOf(wrong['code']) ?? (typeof wrong['code'] === 'number' ? String(wrong['code']) : String(status)),
    description: textOf(wrong['description']) ?? textOf(wrong['desc']) ?? textOf(wrong['message']) ?? '',
    detail: isRecord(detail) ? detail : {},
    status,
    retryAfter,
  })
}
