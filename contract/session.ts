import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { newKey, wireRequest, type WireRequest } from './client.ts'

export interface SessionOptions<T> {
  readonly readToken: () => string | undefined
  readonly saveToken: (token: string) => void
  /** Sends a request with the site's own headers and these. Rejects without a reply. */
  readonly send: (request: WireRequest, headers: Readonly<Record<string, string>>) => Promise<Response>
  /** The API refused the token. */
  readonly isUnauthorized: (reply: T) => boolean
  /** The session is over: the refresh was refused, or the new token was. */
  readonly onEnd: () => void
  /** The error of a call whose refresh got a reply that says nothing about the session. */
  readonly unavailable: (response: Response) => Promise<Error>
}

/** Replies of a server, or of one in front of it, that could not look: overloaded, restarting, too many requests. */
const isUnavailable = ({ status }: Response): boolean => status >= 500 || status === 408 || status === 429

export interface Session<T> {
  /**
   * Makes a call with the stored token. After a 401 the token is refreshed, once for all calls that wait, and the call is
   * made once more. Rejects as `send` does when the network fails during the refresh, and with the error of `unavailable`;
   * the session then goes on.
   */
  readonly call: (attempt: () => Promise<T>) => Promise<T>
}

/** Sends once more after a network failure and a pause of three seconds. `send` rejects without a reply. */
export const withNetworkRetry = async <T>(send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, TIMEOUTS.networkRetryMs))
    return send()
  }
}

/** The refresh cookie rotates and is valid once, so only one tab refreshes at a time. */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  // Missing in old browsers and on plain http.
  (globalThis.navigator?.locks as LockManager | undefined)?.request('kartis-refresh', work) ?? work()

const tokenIn = async (response: Response): Promise<string | undefined> => {
  const body = (await response.json().catch(() => undefined)) as { data?: { token?: unknown } } | undefined
  const token = body?.data?.token
  return typeof token === 'string' ? token : undefined
}

/** A sign-in that renews its access token with the refresh cookie; the same for both sites. */
export const createSession = <T>({
  readToken,
  saveToken,
  send,
  isUnauthorized,
  onEnd,
  unavailable,
}: SessionOptions<T>): Session<T> => {
  let running: Promise<boolean> | undefined

  const refresh = async (spent: string | undefined): Promise<boolean> => {
    const current = readToken()
    // Another tab has already refreshed the token.
    if (current !== undefined && current !== spent) return true
    // One key for the refresh and its retry: a repeat of what already arrived gets the same reply.
    const headers = { 'Idempotency-Key': newKey() }
    const response = await withNetworkRetry(async () => {
      const reply = await send(wireRequest('POST', '/v1/login/refresh', {}), headers)
      if (isUnavailable(reply)) throw await unavailable(reply)
      return reply
    })
    const token = response.ok ? await tokenIn(response) : undefined
    if (token !== undefined) saveToken(token)
    return token !== undefined
  }

  const refreshOnce = (spent: string | undefined): Promise<boolean> => {
    running ??= inOneTab(() => refresh(spent)).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    call: async (attempt) => {
      const spent = readToken()
      const first = await attempt()
      if (!isUnauthorized(first)) return first
      if (!(await refreshOnce(spent))) {
        onEnd()
        return first
      }
      const second = await attempt()
      if (isUnauthorized(second)) onEnd()
      return second
    },
  }
}
