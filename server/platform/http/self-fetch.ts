import type { FastifyInstance } from 'fastify'
import { INNER_HEADERS } from './inner.ts'
import { outgoingFetch } from './outgoing-fetch.ts'

export interface SelfFetch {
  /** `fetch`, except that requests to this server's own public address are answered in place. */
  readonly fetch: typeof fetch
  /** Sets the application that answers them; without one, all requests go over the network. */
  readonly bind: (app: FastifyInstance) => void
}

/**
 * A `fetch` that answers requests to this server's own public address without the network: the simulated gateway runs on
 * the server that uses it, and the public address may be behind a proxy that the server cannot reach.
 */
export const createSelfFetch = (publicUrl: string): SelfFetch => {
  const { origin } = new URL(publicUrl)
  let app: FastifyInstance | undefined
  return {
    bind: (self) => {
      app = self
    },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!app || url.origin !== origin) return outgoingFetch(input, init)
      const request = new Request(input, withoutSignal(init))
      const reply = await app.inject({
        method: request.method as 'GET',
        url: `${url.pathname}${url.search}`,
        headers: { host: url.host, ...Object.fromEntries(request.headers), ...INNER_HEADERS },
        payload: Buffer.from(await request.arrayBuffer()),
      })
      const isEmpty = reply.statusCode === 204 || reply.statusCode === 304
      return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), {
        status: reply.statusCode,
        headers: headersOf(reply.headers),
      })
    },
  }
}

/** An injected request cannot be aborted, and a signal costs more than the call. */
const withoutSignal = (init: RequestInit | undefined): RequestInit | undefined => init && { ...init, signal: null }

const headersOf = (raw: Record<string, number | string | string[] | undefined>): [string, string][] =>
  Object.entries(raw).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((single): [string, string] => [name, String(single)]),
  )
