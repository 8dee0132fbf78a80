import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** The longest that a request under way may keep a server that is to stop, milliseconds. */
const PATIENCE = 20_000

/**
 * While closing, connections end with the answer that is on its way, or at once when they have nothing on it. Browsers
 * open some in advance and never say a word on them: Node takes these for requests that are about to begin. Whoever has
 * not ended when the patience is over is cut off.
 */
export const closeGracefully = (app: FastifyInstance, patience = PATIENCE): void => {
  const { server } = app
  const open = new Set<Socket>()
  let sweep: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 100)
    end = setTimeout(() => {
      app.log.warn('requests under way are cut off: the server stops')
      server.closeAllConnections()
    }, patience)
  })
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    clearTimeout(end)
  })
}
