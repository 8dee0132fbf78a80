import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** As `fetch` sends them; some firewalls refuse a request without. */
const USUAL = { accept: '*/*', 'user-agent': 'node' } as const
/** Statuses whose `Response` may have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

const textOf = (incoming: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (part: string) => {
      text += part
    })
    incoming.on('end', () => resolve(text))
    incoming.on('error', reject)
  })

const headersOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))

interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const sendOne = ({ url, method, headers, body }: Outgoing, signal: AbortSignal | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method, headers: { ...USUAL, ...headers, ...length }, ...(signal && { signal }) })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })

const isPlain = (headers: RequestInit['headers']): headers is Record<string, string> | undefined =>
  headers === undefined || Object.getPrototypeOf(headers) === Object.prototype

/** A reply that is complete. An aborted signal throws its own reason, as `fetch` does. */
const exchange = async (outgoing: Outgoing, signal: AbortSignal | undefined) => {
  try {
    const incoming = await sendOne(outgoing, signal)
    const text = await textOf(incoming)
    const received = { location: incoming.headers.location, raw: incoming.rawHeaders }
    return { status: incoming.statusCode ?? 500, received, text }
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

/**
 * `fetch` for the calls of every order, over Node's own connections that stay open: a third of the processor time. Text
 * goes and comes; a redirect is an error, as with `redirect: 'error'`. Everything else is left to `fetch`.
 */
export const outgoingFetch: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', headers, body, signal, redirect } = init
  const isSimple = !(input instanceof Request) && redirect === 'error' && isPlain(headers)
  if (!isSimple || !(body === undefined || body === null || typeof body === 'string')) return fetch(input, init)
  const outgoing = { url: new URL(input), method, headers: headers ?? {}, body: body ?? undefined }
  const { status, received, text } = await exchange(outgoing, signal ?? undefined)
  if (status >= 300 && status < 400 && received.location !== undefined) throw new TypeError('the reply is a redirect')
  return new Response(EMPTY.has(status) ? null : text, { status, headers: headersOf(received.raw) })
}
