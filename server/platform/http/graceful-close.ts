import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

declare module 'fastify' {
  interface FastifyInstance {
    /** Before a close: see `Drain`. */
    drain: Drain
  }
}

/** Milliseconds that running requests may delay a stop. */
const TIMEOUT_MS = 20_000
/** Milliseconds for which requests on open connections are still served, each as the last of its connection. */
const DRAIN_MS = 2000
/** Milliseconds after which a new connection that sends nothing was opened in advance, and no request is on its way. */
const SILENT_MS = 500
/** Milliseconds between two searches for connections that can be closed while a stop waits. */
const SWEEP_EVERY_MS = 100

/**
 * Serves on, and says in each response that its connection ends, so that no caller sends another request on a connection
 * that closes at that moment. Resolves when no connection is left, or after two seconds.
 */
export type Drain = () => Promise<void>

/**
 * Makes `app.close()` graceful: a connection ends after its current response, or at once when it is idle. Fastify
 * (`forceCloseConnections: 'idle'`) closes the connections that are idle when the close begins. This closes those that
 * become idle later, and those that browsers open in advance and send nothing on, which Node counts as active. After the
 * timeout all are closed.
 */
export const installGracefulClose = (app: FastifyInstance, timeoutMs = TIMEOUT_MS): Drain => {
  const { server } = app
  /** With the time at which each was opened. */
  const open = new Map<Socket, number>()
  let sweep: NodeJS.Timeout | undefined
  let timeout: NodeJS.Timeout | undefined
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now())
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      server.closeIdleConnections()
      const before = performance.now() - SILENT_MS
      for (const [socket, openedAt] of open) if (socket.bytesRead === 0 && openedAt < before) socket.destroy()
    }, SWEEP_EVERY_MS)
    timeout = setTimeout(() => {
      app.log.warn('stop timeout: closing connections with running requests')
      server.closeAllConnections()
    }, timeoutMs)
  })
  app.addHook('onClose', async () => {
    // The server itself waits only for the connections of its own socket.
    while (open.size > 0) await sleep(SWEEP_EVERY_MS)
    clearInterval(sweep)
    clearTimeout(timeout)
  })
  let draining = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false
  })
  return async () => {
    draining = true
    const until = performance.now() + DRAIN_MS
    const isInUse = (): boolean => [...open.keys()].some((socket) => socket.bytesRead > 0)
    while (isInUse() && performance.now() < until) await sleep(SWEEP_EVERY_MS)
  }
}
