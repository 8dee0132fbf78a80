import { Agent, type IncomingMessage, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or a form when it is URLSearchParams; a text is sent as it is, with the content type of the headers. */
  readonly body?: object | URLSearchParams | string
}

const bodyOf = (body: RequestOptions['body']): { text?: string; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string') return { text: body, headers: {} }
  if (body instanceof URLSearchParams)
    return { text: body.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  return { text: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** An HTTP client with keep-alive connections; a broken connection counts as status 0. */
export const openClient = (connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> =>
    new Promise((resolve) => {
      const wire = bodyOf(body)
      const began = performance.now()
      const done = (status: number, head: IncomingMessage['headers'], text: string): void =>
        resolve({ status, headers: head, text, ms: performance.now() - began })
      const sent = request(
        url,
        {
          agent,
          method,
          headers: {
            ...wire.headers,
            ...(wire.text !== undefined && { 'content-length': String(Buffer.byteLength(wire.text)) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => done(response.statusCode ?? 0, response.headers, Buffer.concat(parts).toString()))
          response.on('error', () => done(0, {}, ''))
        },
      )
      sent.on('error', () => done(0, {}, ''))
      sent.end(wire.text)
    })
  return { send, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof openClient>

/** Runs `act` for each index from 0, at most `width` of them in parallel. */
export const crowd = async (count: number, width: number, act: (place: number) => Promise<void>): Promise<void> => {
  let next = 0
  const walk = async (): Promise<void> => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, walk))
}
