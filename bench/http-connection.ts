import { connect } from 'node:net'

/** The head of a response, as far as a load needs it. */
export interface Head {
  readonly status: number
  /** Bytes of head and body together. */
  readonly length: number
}

const NO_BODY = new Set([204, 304])

/** Parses the head of a response; undefined while it is incomplete. A response without a length is an error. */
export const readHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  const status = Number(text.slice(9, 12))
  if (NO_BODY.has(status)) return { status, length: end + 4 }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`an answer without a length:\n${text}`)
  return { status, length: end + 4 + Number(length) }
}

/** Serialises a request once. */
export const requestOf = (
  url: URL,
  { method, headers, body = '' }: { method: string; headers: Readonly<Record<string, string>>; body?: string },
): Buffer => {
  const all = { host: url.host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

export interface ConnectionOptions {
  readonly url: URL
  /** Called before each request; the connection closes when it gives none. */
  readonly nextRequest: () => Buffer | undefined | Promise<Buffer | undefined>
  readonly onResponse: (status: number, milliseconds: number) => void
}

const READ = 64 * 1024
const TIMEOUT_MS = 30_000

/**
 * One connection that sends a request each time after the response has arrived. Resolves with the last response;
 * rejects when the connection breaks or no response arrives for half a minute.
 *
 * Written for this purpose, because the load shares the processors with the server: a general client takes twice the time, and the
 * difference is as much as the whole database uses (decision 0022).
 */
export const openConnection = ({ url, nextRequest, onResponse }: ConnectionOptions): Promise<void> =>
  new Promise((done, broken) => {
    let since = 0
    let waiting = false
    let status = 0
    /** Remaining bytes of the response, once its head is parsed. */
    let missing = 0
    let head: Buffer | undefined
    const write = (request: Buffer | undefined): void => {
      if (!request) return void socket.end()
      since = performance.now()
      waiting = true
      socket.write(request)
    }
    const send = (): void => {
      const request = nextRequest()
      if (request instanceof Promise) void request.then(write, broken)
      else write(request)
    }
    const onBytes = (bytes: Buffer): void => {
      if (missing === 0) {
        const received = head ? Buffer.concat([head, bytes]) : bytes
        const responseHead = readHead(received)
        if (!responseHead) return void (head = Buffer.from(received))
        head = undefined
        status = responseHead.status
        missing = responseHead.length - received.length
      } else missing -= bytes.length
      if (missing > 0) return
      waiting = false
      onResponse(status, performance.now() - since)
      send()
    }
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(READ),
        callback: (size, buffer) => {
          try {
            onBytes((buffer as Buffer).subarray(0, size))
          } catch (error) {
            socket.destroy(error as Error)
          }
          return true
        },
      },
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no response for half a minute')))
    socket.once('connect', send)
    socket.once('error', broken)
    socket.once('close', () => (waiting ? broken(new Error('the server closed the connection')) : done()))
  })
