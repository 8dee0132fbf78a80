import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a proxy does to the connections that pass it. */
export type Passing = 'pass' | 'refuse' | 'stall' | { readonly delay: number }

export interface Proxy {
  readonly port: number
  /** Where new connections go. */
  target: number
  passing: Passing
  /** Called for each piece that the program in front sends. */
  onSent?: () => void
  /** Resets every connection that is open. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

const STALL_STEP_MS = 20

/** A TCP proxy on a local port that can reset, refuse, stall and slow the connections between two programs. */
export const openProxy = async (target: number): Promise<Proxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()

  /** Passes data on in order; while the proxy stalls, it waits. */
  const pass = (from: Socket, to: Socket, isSending: boolean): void => {
    let last = Promise.resolve()
    const forward = async (data: Buffer): Promise<void> => {
      while (proxy.passing === 'stall' && !from.destroyed) await sleep(STALL_STEP_MS)
      if (typeof proxy.passing === 'object') await sleep(proxy.passing.delay)
      if (!to.destroyed && !to.write(data)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    }
    from.on('data', (data: Buffer) => {
      if (isSending) proxy.onSent?.()
      last = last.then(() => forward(data))
    })
    from.on('end', () => {
      last = last.then(() => void to.end())
    })
  }

  const server = createServer((inner) => {
    if (proxy.passing === 'refuse') {
      inner.resetAndDestroy()
      return
    }
    const outer = connect(proxy.target, '127.0.0.1')
    const pair = [inner, outer] as const
    pairs.add(pair)
    inner.setNoDelay(true)
    outer.setNoDelay(true)
    for (const [socket, peer] of [pair, [outer, inner] as const]) {
      socket.on('error', () => peer.destroy())
      socket.on('close', () => {
        peer.destroy()
        pairs.delete(pair)
      })
      pass(socket, peer, socket === inner)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const proxy: Proxy = {
    port: typeof at === 'object' && at ? at.port : 0,
    target,
    passing: 'pass',
    reset: () => {
      for (const [inner, outer] of pairs) {
        inner.resetAndDestroy()
        outer.destroy()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        proxy.reset()
      }),
  }
  return proxy
}
