import Fastify from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { installGracefulClose } from './graceful-close.ts'
import { preparePort, refuseTakenPort, SHARED_PORTS } from './shared-port.ts'

const HOST = '127.0.0.1'

describe('the port of an app', () => {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const act of cleanups.splice(0)) await act()
  })

  const start = async () => {
    const app = Fastify()
    installGracefulClose(app)
    app.get('/', async () => 'done')
    await preparePort(app)(0, HOST)
    const { port } = app.server.address() as AddressInfo
    cleanups.push(() => app.close())
    return { app, port }
  }

  const open = (port: number): Socket => {
    const socket = connect(port, HOST)
    cleanups.push(() => socket.destroy())
    return socket
  }

  it.runIf(SHARED_PORTS)('accepts a rush of connections in a few turns of the event loop', async () => {
    const { app, port } = await start()
    const accepted: unknown[] = []
    app.server.on('connection', (socket: Socket) => accepted.push(socket))
    for (let i = 0; i < 320; i++) open(port)
    let turns = 0
    for (; accepted.length < 320; turns++) await nextTurn()
    expect(turns).toBeLessThan(160)
  })

  it('opens after requests that jobs sent to the app before', async () => {
    const app = Fastify()
    cleanups.push(() => app.close())
    app.get('/', async () => 'done')
    const openPort = preparePort(app)
    await app.inject('/')
    await openPort(0, HOST)
    const { port } = app.server.address() as AddressInfo
    expect(await (await fetch(`http://${HOST}:${port}/`)).text()).toBe('done')
  })

  it('replies on every connection, whichever socket took it', async () => {
    const { port } = await start()
    const replies = Array.from({ length: 64 }, async () => (await fetch(`http://${HOST}:${port}/`)).text())
    expect(new Set(await Promise.all(replies))).toEqual(new Set(['done']))
  })

  it('a close ends the connections of every socket, and the port is free', async () => {
    const { app, port } = await start()
    const accepted: unknown[] = []
    app.server.on('connection', (socket: Socket) => accepted.push(socket))
    const sockets = Array.from({ length: 64 }, () => open(port))
    while (accepted.length < sockets.length) await nextTurn()
    const ended = Promise.all(sockets.map((socket) => once(socket, 'close')))
    await app.close()
    await ended
    await refuseTakenPort(port, HOST)
  })

  it('a port that another server has is refused, also one that shares it', async () => {
    const { port } = await start()
    await expect(refuseTakenPort(port, HOST)).rejects.toThrow('EADDRINUSE')
    const other = createServer()
    other.listen({ port: 0, host: HOST })
    await once(other, 'listening')
    cleanups.push(() => other.close())
    await expect(refuseTakenPort((other.address() as AddressInfo).port, HOST)).rejects.toThrow('EADDRINUSE')
  })
})
