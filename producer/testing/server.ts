import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { vi } from 'vitest'

/** A request that the code under test sent. */
export interface SentRequest {
  readonly method: string
  /** Path with query, without origin. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = (request: SentRequest, nth: number) => Response | Promise<Response>

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** A refusal as the API sends it. */
export const refusal = (code: string, status: number, detail: Record<string, unknown> = {}): Response =>
  json({ error: { code, description: '', detail } }, status)

/** `fetch` fails as without a network. */
export const networkError = (): never => {
  throw new TypeError('network')
}

/** happy-dom's `navigator.locks` is null; one tab alone always gets the lock. */
const grantLocks = (): void => {
  const locks = { request: async (_name: string, work: () => Promise<unknown>) => work() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
}

const bodyOf = (body: unknown): unknown => {
  if (typeof body !== 'string') return body
  return JSON.parse(body) as unknown
}

const patternOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => ({
  method,
  path: new RegExp(`^/api${path.replaceAll(/:\w+/gu, '[^/]+')}(\\?|$)`, 'u'),
})

/**
 * Replaces `fetch` by replies for endpoints of the contract. `on` sets or replaces the reply of an endpoint; `requests`
 * collects what was sent. Any other call fails with 404.
 */
export const stubServer = () => {
  grantLocks()
  const requests: SentRequest[] = []
  const replies: { readonly method: string; readonly path: RegExp; readonly reply: Reply; count: number }[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (path === '/healthz') return new Response('ok')
    const request: SentRequest = { method, path, headers: new Headers(headers), body: bodyOf(body) }
    requests.push(request)
    const found = replies.findLast((each) => each.method === method && each.path.test(path))
    if (!found) return refusal('not_found', 404)
    found.count += 1
    return found.reply(request, found.count)
  })
  return {
    requests,
    on: (endpoint: Pick<Endpoint, 'method' | 'path'>, reply: Reply): void => {
      replies.push({ ...patternOf(endpoint), reply, count: 0 })
    },
    /** Requests to one endpoint. */
    sentTo: (endpoint: Pick<Endpoint, 'method' | 'path'>): readonly SentRequest[] => {
      const { method, path } = patternOf(endpoint)
      return requests.filter((request) => request.method === method && path.test(request.path))
    },
  }
}

export type StubServer = ReturnType<typeof stubServer>
