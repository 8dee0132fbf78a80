import { connect } from 'node:net'

/** What an answer says of itself, as far as a load needs to know. */
export interface Head {
  readonly status: number
  /** Bytes of head and body together. */
  readonly length: number
}

const NO_BODY = new Set([204, 304])

/** Reads the head of an answer; nothing when not all of it is there. Answers without a length cannot be counted. */
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

/** A request as it goes over the wire, made once. */
export const requestOf = (
  url: URL,
  { method, headers, body = '' }: { method: string; headers: Readonly<Record<string, string>>; body?: string },
): Buffer => {
  const all = { host: url.host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

export interface LineOptions {
  readonly url: URL
  readonly request: Buffer
  /** Asked before each request; the line closes when there is no more to ask. */
  readonly more: () => boolean
  readonly heard: (status: number, milliseconds: number) => void
}

const READ = 64 * 1024
const PATIENCE = 30_000

/**
 * One buyer's connection, which asks the same over and over, each time when the answer is there. Ends with the last answer;
 * breaks when the connection does, or when no answer comes for half a minute.
 *
 * Our own, because a load shares the processors with what it measures: this one takes half of what a general client takes,
 * which is as much as the whole database.
 */
export const openLine = ({ url, request, more, heard }: LineOptions): Promise<void> =>
  new Promise((done, broken) => {
    let since = 0
    let waiting = false
    let status = 0
    /** Bytes of the answer that are still to come, once its head is known. */
    let missing = 0
    let head: Buffer | undefined
    const ask = (): void => {
      if (!more()) return void socket.end()
      since = performance.now()
      waiting = true
      socket.write(request)
    }
    const take = (bytes: Buffer): void => {
      if (missing === 0) {
        const known = head ? Buffer.concat([head, bytes]) : bytes
        const answer = readHead(known)
        if (!answer) return void (head = Buffer.from(known))
        head = undefined
        status = answer.status
        missing = answer.length - known.length
      } else missing -= bytes.length
      if (missing > 0) return
      waiting = false
      heard(status, performance.now() - since)
      ask()
    }
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(READ),
        callback: (size, buffer) => {
          try {
            take((buffer as Buffer).subarray(0, size))
          } catch (error) {
            socket.destroy(error as Error)
          }
          return true
        },
      },
    })
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer for half a minute')))
    socket.once('connect', ask)
    socket.once('error', broken)
    socket.once('close', () => (waiting ? broken(new Error('the server hung up')) : done()))
  })
