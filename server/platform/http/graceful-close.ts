import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** Milliseconds that running requests may delay a stop. */
const TIMEOUT_MS = 20_000
/** Milliseconds between two searches for connections that can be closed while a stop waits. */
const SWEEP_EVERY_MS = 100

/**
 * Makes `app.close()` graceful: a connection ends after its current response, or at once when it is idle. Fastify
 * (`forceCloseConnections: 'idle'`) closes the connections that are idle when the close begins. This closes those that
 * become idle later, and those that browsers open in advance and send nothing on, which Node counts as active. After the
 * timeout all are closed.
 */
export const installGracefulClose = (app: FastifyInstance, timeoutMs = TIMEOUT_MS): void => {
  const { server } = app
  const open = new Set<Socket>()
  let sweep: NodeJS.Timeout | undefined
  let timeout: NodeJS.Timeout | undefined
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, SWEEP_EVERY_MS)
    timeout = setTimeout(() => {
      app.log.warn('stop timeout: closing connections with running requests')
      server.closeAllConnections()
    }, timeoutMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    clearTimeout(timeout)
  })
}
