import { type AddressInfo, connect } from 'node:net'
import { errorReply } from '@kartis/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [] })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

describe('bytes that are no request', () => {
  /** What the server answers to bytes of a connection, which it then closes. */
  const answerTo = async (bytes: string) => {
    const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(bytes)
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part as Buffer)
    const [head = '', body = ''] = Buffer.concat(parts).toString('utf8').split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head, body: errorReply.parse(JSON.parse(body)) }
  }

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'unspecific'],
    ['a method that is none', 'FETCH /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'unspecific'],
    [
      'two lengths',
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'unspecific',
    ],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n', 400, 'unspecific'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'payload_too_large'],
  ])('%s is refused in the shape of every error', async (_, bytes, status, code) => {
    const answer = await answerTo(bytes)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.head).toContain('Content-Type: application/json; charset=utf-8')
  })
})
