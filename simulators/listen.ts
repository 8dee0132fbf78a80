import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'

/** A local HTTP server on a free port. */
export const listen = async (answer: RequestListener): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A free local TCP port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createSocketServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
