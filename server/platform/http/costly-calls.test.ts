import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@kartis/contract/endpoint.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { createCostlyCalls, MAX_CALLS } from './costly-calls.ts'
import { type App, route } from './route.ts'

const probe = endpoint({
  method: 'POST',
  path: '/v1/probe/costly',
  access: 'public',
  tag: 'probe',
  summary: 'A probe.',
  body: z.strictObject({ account: z.string() }),
  reply: z.strictObject({ data: z.string() }),
})

type ProbeTasks = { readonly work: (input: string) => string }

/** Who waits for a task that does not end by itself. */
const waiting: { readonly holder: string | undefined; readonly release: () => void }[] = []

let world: World
beforeAll(async () => {
  const costly = createCostlyCalls<ProbeTasks>({
    // As a busy thread: what waits for it ends when it is released or its caller leaves.
    run: (_name, input, { holder, signal } = {}) =>
      new Promise((resolve) => {
        const end = () => resolve(input as never)
        waiting.push({ holder, release: end })
        signal?.addEventListener('abort', end)
      }),
  })
  world = await openWorld({
    modules: [
      async (app: App) =>
        route(app, probe, async ({ body, request, reply }) => {
          const actor = { account: { id: body.account } }
          const done = await costly({ actor, request, reply }, ({ run }) => run('work', 'done'))
          return isRefusal(done) ? done : { data: done }
        }),
    ],
  })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await sleep(2)
}

/** As many calls as an account may have, each on a connection of its own. */
const callers = async (account: string) => {
  const { port } = world.app.server.address() as AddressInfo
  const body = JSON.stringify({ account })
  const head = 'POST /api/v1/probe/costly HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const before = waiting.length
  const sockets = Array.from({ length: MAX_CALLS }, () => connect(port, '127.0.0.1'))
  sockets.forEach((socket) => socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`))
  await until(() => waiting.length === before + MAX_CALLS)
  return sockets
}

const call = async (account: string) => {
  const before = waiting.length
  const reply = world.call(probe, { body: { account } })
  await Promise.race([reply, until(() => waiting.length > before)])
  waiting.at(-1)?.release()
  return reply
}

describe('calls that cost work of a thread', () => {
  it('are so many of one account; those of others are done beside them', async () => {
    const sockets = await callers('greedy')
    const refused = await world.call(probe, { body: { account: 'greedy' } })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    expect((await call('other')).status).toBe(200)
    waiting.forEach(({ release }) => release())
    sockets.forEach((socket) => socket.destroy())
  })

  it('end when their callers hang up, also after the whole request was read, and leave their places', async () => {
    const sockets = await callers('leaving')
    expect((await world.call(probe, { body: { account: 'leaving' } })).status).toBe(429)
    sockets.forEach((socket) => socket.destroy())
    let status = 429
    while (status === 429) ({ status } = await call('leaving'))
    expect(status).toBe(200)
  })
})
