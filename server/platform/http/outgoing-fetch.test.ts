import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { outgoingFetch } from './outgoing-fetch.ts'

let server: Server | undefined
let connections = 0

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const serve = async (listener: RequestListener): Promise<string> => {
  connections = 0
  server = createServer(listener)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/call?a=1`
}

const POST = { method: 'POST', headers: { 'x-key': 'k' }, body: '{"שם":1}', redirect: 'error' as const }

it('sends a text with its headers and returns status, headers and text, on connections that stay open', async () => {
  const url = await serve((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const seen = [request.method, request.url, request.headers['x-key'], request.headers['user-agent'], text]
      reply.writeHead(201, { 'content-type': 'application/json', 'x-reply': 'r' }).end(JSON.stringify(seen))
    })
  })
  for (let times = 0; times < 3; times++) {
    const reply = await outgoingFetch(url, POST)
    expect([reply.status, reply.ok, reply.headers.get('x-reply')]).toEqual([201, true, 'r'])
    expect(await reply.json()).toEqual(['POST', '/call?a=1', 'k', 'node', '{"שם":1}'])
  }
  expect(connections).toBe(1)
})

it('follows no redirect, and reads a reply without a body', async () => {
  const url = await serve((request, reply) => {
    reply.writeHead(request.method === 'POST' ? 302 : 204, { location: 'http://127.0.0.1:9/' }).end()
  })
  await expect(outgoingFetch(url, POST)).rejects.toThrow('redirect')
  const empty = await outgoingFetch(url, { redirect: 'error' })
  expect([empty.status, await empty.text()]).toEqual([204, ''])
})

it('ends when its time is over, before or within the reply', async () => {
  const url = await serve((request, reply) => {
    if (request.method === 'GET') reply.writeHead(200).write('a part')
  })
  for (const method of ['POST', 'GET']) {
    const call = outgoingFetch(url, { method, redirect: 'error', signal: AbortSignal.timeout(100) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  }
})

it('fails when the reply is cut off, and when nobody listens', async () => {
  const url = await serve((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('a part')
    setTimeout(() => reply.destroy(), 50)
  })
  await expect(outgoingFetch(url, POST)).rejects.toThrow(/aborted|hang up|reset/i)
  await expect(outgoingFetch('http://127.0.0.1:9/', POST)).rejects.toThrow('ECONNREFUSED')
})

it('leaves what is not a text to fetch', async () => {
  const url = await serve((request, reply) => request.pipe(reply))
  const reply = await outgoingFetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) })
  expect(await reply.text()).toBe('a=1')
})
