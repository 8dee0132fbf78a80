import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * Whether the system lets several sockets listen on one port and spreads connections over them. Then each process has
 * sockets of its own: a connection that is on its way to a process that dies is reset, and its client tries again. One that
 * a primary process has handed to a dead worker hangs.
 */
export const SHARED_PORTS = process.platform === 'linux'

/**
 * Connections that wait to be accepted. Node's own 511 are used up by a rush within a moment; whoever comes then is not
 * refused, but tries again after one, three, seven seconds. Linux limits it to `net.core.somaxconn`.
 */
const BACKLOG = 4096
/** Listening sockets of a process, and so the connections that it accepts in one turn of its event loop. */
const SOCKETS = 16

/** A port that is shared is shared with any process that shares it too: another server there would answer a part of the requests. */
export const refuseTakenPort = async (port: number, host: string): Promise<void> => {
  const probe = createServer()
  probe.listen({ port, host })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

const listenBeside = async (app: FastifyInstance, { address, port }: AddressInfo): Promise<Server> => {
  // As Node's HTTP server takes connections itself.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  server.listen({ port, host: address, backlog: BACKLOG, reusePort: true })
  await once(server, 'listening')
  return server
}

/** Opens the port of an app. */
export type OpenPort = (port: number, host: string) => Promise<void>

/**
 * Prepares the port of an app, to be opened later. Prepared apart: a hook cannot be added any more once the app has answered
 * a request, and jobs that a dead process left send requests to the app before its port opens.
 *
 * Node accepts one connection of each listening socket in a turn of its event loop (libuv, since 1.45), and under load a
 * turn takes as long as some hundred requests: from one socket it accepted 300 connections a second while twice as many
 * came, and those that waited were neither served nor refused for half a minute.
 */
export const preparePort = (app: FastifyInstance): OpenPort => {
  const more: Server[] = []
  app.addHook('preClose', async () => more.forEach((server) => server.close()))
  return async (port, host) => {
    await app.listen({ port, host, backlog: BACKLOG, ...(SHARED_PORTS && { reusePort: true }) })
    const address = app.server.address()
    if (!SHARED_PORTS || address === null || typeof address === 'string') return
    while (more.length < SOCKETS - 1) more.push(await listenBeside(app, address))
  }
}
