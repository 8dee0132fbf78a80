import { randomInt } from 'node:crypto'
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

/** Below the ports that systems give to outgoing connections, one of which could take a port before its server does. */
const PORTS = [12_000, 32_000] as const

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createSocketServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A free local TCP port. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(...PORTS)
  return (await isFree(port)) ? port : freePort()
}
