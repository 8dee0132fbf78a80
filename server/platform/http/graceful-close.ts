import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** Milliseconds that running requests may delay a stop. */
const TIMEOUT_MS = 20_000

/**
 * On close, a connection ends after its current response, or at once when it is idle. Browsers open connections in advance
 * and send nothing on them; Node counts these as active, so they are destroyed here. After the timeout all are closed.
 */
export const closeGracefully = (app: FastifyInstance, timeoutMs = TIMEOUT_MS): void => {
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
    }, 100)
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
