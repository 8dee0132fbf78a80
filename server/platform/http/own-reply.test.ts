import { endpoint } from '@kartis/contract/endpoint.ts'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { type App, route } from './route.ts'

const base = { method: 'GET', access: 'public', tag: 'probe', summary: 'A probe.' } as const
const reply = z.strictObject({ data: z.string() })
const text = endpoint({ ...base, path: '/v1/probe/text', reply })
const slow = endpoint({ ...base, path: '/v1/probe/slow', reply })

const gate = { arrived: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() }
const lines: string[] = []

let world: World
beforeAll(async () => {
  world = await openWorld({
    env: { LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
    modules: [
      async (app: App) => {
        route(app, text, async ({ reply: own }) => own.type('application/json').send('{"data":"as it is stored"}'))
        route(app, slow, async ({ reply: own }) => {
          gate.arrived.resolve()
          await gate.open.promise
          return own.type('application/json').send('{"data":"too late"}')
        })
      },
    ],
  })
})
afterAll(() => world.close())
beforeEach(() => {
  lines.length = 0
})

describe('a handler that sends its reply itself', () => {
  test('is not followed by a second reply', async () => {
    expect((await world.call(text)).body).toEqual({ data: 'as it is stored' })
    expect(lines).toEqual([])
  })

  test('is not followed by one either when the caller hangs up before it', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const caller = connect(port, '127.0.0.1')
    caller.write('GET /api/v1/probe/slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await gate.arrived.promise
    caller.destroy()
    const isOpen = (): Promise<boolean> =>
      new Promise((resolve) => world.app.server.getConnections((_, count) => resolve(count > 0)))
    while (await isOpen()) await setTimeout(5)
    gate.open.resolve()
    await world.http('GET', '/api/v1/probe/text')
    expect(lines).toEqual([])
  })
})
