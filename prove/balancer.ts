import { Agent, createServer, request } from 'node:http'

/** A load balancer: each request goes to the next of the servers. */
export interface Balancer {
  readonly url: string
  /** Ports of the servers that get requests. */
  targets: readonly number[]
  /** Replies that came from each port. */
  readonly replies: ReadonlyMap<number, number>
  readonly close: () => Promise<void>
}

/** Opens a load balancer on a local port. */
export const openBalancer = async (): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  const replies = new Map<number, number>()
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const port = balancer.targets[turn++ % balancer.targets.length]
    const { connection: _, ...headers } = incoming.headers
    const forwarded = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent },
      (reply) => {
        if (port !== undefined) replies.set(port, (replies.get(port) ?? 0) + 1)
        const { connection: __, 'keep-alive': ___, ...others } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, others)
        reply.pipe(outgoing)
        reply.on('error', () => outgoing.destroy())
      },
    )
    // The caller sees a broken connection and repeats the request, as without a balancer.
    forwarded.on('error', () => outgoing.destroy())
    incoming.on('error', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const balancer: Balancer = {
    url: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`,
    targets: [],
    replies,
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return balancer
}
