import { delivered, type Delivery, permanentFailure, retryLater } from '../provider.ts'

export interface ProviderReply {
  readonly status: number
  /** The JSON object of the reply; empty where it has none. */
  readonly body: Readonly<Record<string, unknown>>
}

const TIMEOUT_SECONDS = 10

const parse = (text: string): ProviderReply['body'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/**
 * Posts to a provider and reads its JSON reply. A timeout, a lost connection, 429 and 5xx are retried; so are 401 and 403,
 * because the operator can correct the credentials in the meantime.
 */
export const callProvider = async (
  provider: string,
  url: string,
  init: { headers: Record<string, string>; body: string },
  seconds = TIMEOUT_SECONDS,
): Promise<{ reply: ProviderReply } | { failure: Delivery }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      ...init,
      signal: AbortSignal.timeout(seconds * 1000),
    })
    const reply = { status: response.status, body: parse(await response.text()) }
    if ([401, 403, 408, 425, 429].includes(reply.status) || reply.status >= 500)
      return { failure: retryLater(`${provider}: HTTP ${reply.status}${reasonOf(reply.body)}`) }
    return { reply }
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? `no answer in ${seconds} s` : 'no connection'
    return { failure: retryLater(`${provider}: ${reason}`) }
  }
}

/** The provider's own description of a failure, for the operator. */
export const reasonOf = (body: ProviderReply['body']): string => {
  const reason = body['message'] ?? body['StatusDescription']
  return typeof reason === 'string' && reason ? ` ${reason}` : ''
}

/** Account at a provider that authenticates by a user name and a token. */
export interface ProviderAccount {
  readonly username: string
  readonly token: string
  readonly sender: string
  readonly baseUrl?: string | undefined
  readonly seconds?: number
}

interface StatusReply {
  readonly provider: string
  readonly body: ProviderReply['body']
  readonly status: unknown
  /** Status of an accepted message. */
  readonly accepted: number
  /** Statuses that refuse the number or the text: a repeat cannot succeed. */
  readonly permanent: ReadonlySet<number>
  readonly ref: unknown
}

/** The delivery that a numeric status reports; a status that is neither accepted nor permanent is retried. */
export const deliveryOfStatus = ({ provider, body, status, accepted, permanent, ref }: StatusReply): Delivery => {
  const code = Number(status ?? Number.NaN)
  if (code === accepted) return delivered(ref as string | number | undefined)
  const error = `${provider}: status ${Number.isNaN(code) ? 'missing' : code}${reasonOf(body)}`
  return permanent.has(code) ? permanentFailure(error) : retryLater(error)
}

/** `+972501234567` → `0501234567`; numbers of other countries keep their country code, without the plus. */
export const israeliNumber = (e164: string): string =>
  e164.startsWith('+972') ? `0${e164.slice(4)}` : e164.replace(/^\+/, '')
