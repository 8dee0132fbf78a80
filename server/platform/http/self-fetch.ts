import type { Platform } from '../platform.ts'
import { INNER_HEADERS } from './inner.ts'
import type { App } from './route.ts'

const homes = new WeakMap<Platform, App>()

/** Sets the application that answers requests to this server's own public address. */
export const bindSelf = (platform: Platform, app: App): void => {
  homes.set(platform, app)
}

/**
 * A `fetch` that answers requests to this server's own public address in place, without the network: the sandbox gateway
 * lives on the server that it serves, and the public address may lie behind a proxy that the server cannot reach.
 * Everything else goes out as usual, and so does all of it where no application runs (an operator's command).
 */
export const selfFetch = (platform: Platform): typeof fetch => {
  const home = new URL(platform.settings.publicUrl).origin
  return async (input, init) => {
    const app = homes.get(platform)
    const url = new URL(input instanceof Request ? input.url : input)
    if (!app || url.origin !== home) return fetch(input, init)
    const request = new Request(input, withoutSignal(init))
    const answer = await app.inject({
      method: request.method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...Object.fromEntries(request.headers), ...INNER_HEADERS },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    })
  }
}

/** Nothing that is answered in place can be given up half way, and watching a signal costs more than the call. */
const withoutSignal = (init: RequestInit | undefined): RequestInit | undefined => init && { ...init, signal: null }

const headersOf = (raw: Record<string, number | string | string[] | undefined>): [string, string][] =>
  Object.entries(raw).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  )
