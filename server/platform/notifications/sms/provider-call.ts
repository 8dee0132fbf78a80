import { delivered, neverGoes, tryLater } from '../provider.ts'
import type { Delivery } from '../provider.ts'

export interface ProviderAnswer {
  readonly status: number
  /** Parsed JSON; an empty object where the answer was none. */
  readonly body: Readonly<Record<string, unknown>>
}

const SECONDS = 10

const parse = (text: string): ProviderAnswer['body'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/**
 * Posts to a provider and reads a JSON answer. No answer in time, a broken line and a 429 or 5xx are all to be tried
 * later; so is 401 and 403, because an operator mends credentials while the messages wait.
 */
export const callProvider = async (
  provider: string,
  url: string,
  init: { headers: Record<string, string>; body: string },
  seconds = SECONDS,
): Promise<{ answer: ProviderAnswer } | { failure: Delivery }> => {
  try {
    const response = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(seconds * 1000) })
    const answer = { status: response.status, body: parse(await response.text()) }
    if ([401, 403, 408, 425, 429].includes(answer.status) || answer.status >= 500)
      return { failure: tryLater(`${provider}: HTTP ${answer.status}${note(answer.body)}`) }
    return { answer }
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? `no answer in ${seconds} s` : 'no connection'
    return { failure: tryLater(`${provider}: ${reason}`) }
  }
}

/** What the provider says went wrong, for the operator. */
export const note = (body: ProviderAnswer['body']): string => {
  const said = body['message'] ?? body['StatusDescription']
  return typeof said === 'string' && said ? ` ${said}` : ''
}

/** What it takes to send through a provider that knows us by a name and a token. */
export interface ProviderAccount {
  readonly username: string
  readonly token: string
  readonly sender: string
  readonly baseUrl?: string | undefined
  readonly seconds?: number
}

interface Judged {
  readonly provider: string
  readonly body: ProviderAnswer['body']
  readonly status: unknown
  readonly taken: number
  /** What the provider says of the number or the text: it will not change by asking again. */
  readonly final: ReadonlySet<number>
  readonly ref: unknown
}

/** A provider that answers with a number for how it went: one number is taken, some are final, the rest is tried again. */
export const judge = ({ provider, body, status, taken, final, ref }: Judged): Delivery => {
  const told = Number(status ?? Number.NaN)
  if (told === taken) return delivered(ref as string | number | undefined)
  const error = `${provider}: status ${Number.isNaN(told) ? 'missing' : told}${note(body)}`
  return final.has(told) ? neverGoes(error) : tryLater(error)
}
