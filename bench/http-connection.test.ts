import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { post } from './load.ts'
import { openConnection, readHead, requestOf } from './http-connection.ts'

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(() => {
  sockets.forEach((socket) => socket.destroy())
  sockets.clear()
  server?.close()
})

/** A server that answers each request with the next scripted response. */
const answering = async (answer: (socket: Socket, request: string) => void): Promise<URL> => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => answer(socket, bytes.toString()))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/orders?a=1`)
}

const listen = async (url: URL, times: number): Promise<number[]> => {
  const statuses: number[] = []
  let left = times
  const request = requestOf(url, { method: 'GET', headers: {} })
  await openConnection({
    url,
    nextRequest: () => (left-- > 0 ? request : undefined),
    onResponse: (status) => statuses.push(status),
  })
  return statuses
}

const whole = (status: number, body: string): string =>
  `HTTP/1.1 ${status} X\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx-other: content-length: 9\r\n\r\n${body}`

describe('openConnection', () => {
  it('a response is read to its end, in however many chunks it arrives', async () => {
    const url = await answering((socket) => {
      const text = Buffer.from(whole(200, 'ש'.repeat(100_000)))
      socket.write(text.subarray(0, 20))
      setTimeout(() => socket.write(text.subarray(20, 60)), 5)
      setTimeout(() => socket.write(text.subarray(60)), 10)
    })
    expect(await listen(url, 3)).toEqual([200, 200, 200])
  })

  it('statuses are reported, and a response without a body is followed by the next request', async () => {
    const statuses = [201, 304, 422]
    const url = await answering((socket) => {
      const status = statuses.shift() ?? 500
      socket.write(status === 304 ? 'HTTP/1.1 304 X\r\n\r\n' : whole(status, '{}'))
    })
    expect(await listen(url, 3)).toEqual([201, 304, 422])
  })

  it('rejects when the server closes the connection or sends no content length', async () => {
    const gone = await answering((socket) => socket.destroy())
    await expect(listen(gone, 1)).rejects.toThrow(/closed the connection|ECONNRESET/)
    server?.close()
    const endless = await answering((socket) => socket.write('HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n0'))
    await expect(listen(endless, 1)).rejects.toThrow('without a length')
  })

  it('an incomplete head is not parsed', () => {
    expect(readHead(Buffer.from('HTTP/1.1 200 X\r\ncontent-length: 5\r\n'))).toBeUndefined()
    expect(readHead(Buffer.from('HTTP/1.1 200 X\r\ncontent-length: 5\r\n\r\nab'))).toEqual({ status: 200, length: 42 })
  })
})

it('a load sends the requested number of requests and counts the responses by status', async () => {
  const requests: string[] = []
  const url = await answering((socket, request) => {
    requests.push(request)
    const place = requests.length
    socket.write(whole(place % 4 === 0 ? 409 : place % 10 === 0 ? 500 : 201, '{}'))
  })
  const load = await post(url.href, { a: 'ש' }, { connections: 5, requests: 20 })
  expect(load).toMatchObject({ done: 14, refused: 5, errors: 1 })
  expect(requests).toHaveLength(20)
  expect(requests[0]).toBe(
    `POST /orders?a=1 HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"a":"ש"}`,
  )
})
