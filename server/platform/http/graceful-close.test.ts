import Fastify from 'fastify'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { installGracefulClose } from './graceful-close.ts'

describe('installGracefulClose', () => {
  const cleanups: (() => void)[] = []
  afterEach(() => cleanups.splice(0).forEach((act) => act()))

  const start = async (timeoutMs?: number) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const app = Fastify()
    installGracefulClose(app, timeoutMs)
    app.get('/', async () => {
      arrive()
      await held
      return 'done'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    cleanups.push(release, () => app.server.closeAllConnections())
    return { app, port, arrived, release }
  }

  it('a close does not wait for a connection that was opened in advance and sends nothing', async () => {
    const { app, port } = await start()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const ended = once(socket, 'close')
    await app.close()
    await ended
  }, 10_000)

  it('a close waits for the running request', async () => {
    const { app, port, arrived, release } = await start()
    const answer = fetch(`http://127.0.0.1:${port}/`)
    await arrived
    const closed = app.close()
    release()
    expect(await (await answer).text()).toBe('done')
    await closed
  }, 10_000)

  it('a drained server answers each open connection once more, tells it to end, and then none is left', async () => {
    const app = Fastify({ return503OnClosing: false })
    const drain = installGracefulClose(app)
    app.get('/', async () => 'done')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanups.push(() => agent.destroy())
    const reply = async () => {
      const request = get({ host: '127.0.0.1', port, agent })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return [response.statusCode, response.headers.connection]
    }
    expect(await reply()).toEqual([200, 'keep-alive'])
    const drained = drain()
    expect(await reply()).toEqual([200, 'close'])
    await drained
    await app.close()
  }, 10_000)

  it('a close cuts off a request that outlasts the timeout', async () => {
    const { app, port, arrived } = await start(200)
    const answer = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut off')
    await arrived
    await app.close()
    expect(await answer).toBe('cut off')
  }, 10_000)
})
