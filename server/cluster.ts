import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, type Registry } from 'prom-client'

interface Ask {
  readonly kind: 'figures'
  readonly id: string
}
interface Told {
  readonly kind: 'figures-are'
  readonly id: string
  readonly text: string
}
interface Ready {
  readonly kind: 'ready'
  readonly hints: readonly string[]
}

const isAsk = (message: unknown): message is Ask => (message as Ask | null)?.kind === 'figures'
const isTold = (message: unknown): message is Told => (message as Told | null)?.kind === 'figures-are'
const isReady = (message: unknown): message is Ready => (message as Ready | null)?.kind === 'ready'

const askFirst = (own: Registry): Promise<string> => {
  const id = randomUUID()
  return new Promise((resolve) => {
    const done = (text: string): void => {
      clearTimeout(late)
      process.off('message', hear)
      resolve(text)
    }
    const hear = (message: unknown): void => {
      if (isTold(message) && message.id === id) done(message.text)
    }
    const late = setTimeout(async () => done(await own.metrics()), 6000)
    process.on('message', hear)
    process.send?.({ kind: 'figures', id } satisfies Ask)
  })
}

/** Made for its ear alone: it hears when the first process asks. */
let listener: object | undefined

/** In a worker: answers the first process with its own figures, and asks it for those of all. */
export const figuresOfAll = (own: Registry): (() => Promise<string>) => {
  AggregatorRegistry.setRegistries([own])
  listener ??= new AggregatorRegistry()
  return () => askFirst(own)
}

export const tellReady = (hints: readonly string[]): void => {
  process.send?.({ kind: 'ready', hints } satisfies Ready)
}

export interface Workers {
  readonly hints: readonly string[]
  readonly stop: () => Promise<void>
}

const RESTART_AFTER = 500

/** Starts `count` serving processes and keeps that many alive. Ready when all of them are. */
export const startWorkers = async (count: number, url: string): Promise<Workers> => {
  const aggregator = new AggregatorRegistry()
  const state = { stopping: false }
  const first = Promise.withResolvers<readonly string[]>()
  let waiting = count

  const fork = (): void => {
    const worker = cluster.fork({ DATABASE_URL: url })
    let ready = false
    worker.on('message', (message: unknown) => {
      if (isAsk(message)) {
        const tell = (text: string): unknown =>
          worker.isConnected() && worker.send({ kind: 'figures-are', id: message.id, text } satisfies Told)
        void aggregator.clusterMetrics().then(tell, () => tell(''))
      }
      if (!isReady(message)) return
      ready = true
      waiting -= 1
      if (waiting === 0) first.resolve(message.hints)
    })
    worker.on('exit', (code) => {
      if (state.stopping) return
      // A worker that never served would never serve: say so instead of trying for ever.
      if (!ready && waiting > 0) first.reject(new Error(`A server process ended at its start (code ${code}).`))
      else setTimeout(fork, RESTART_AFTER)
    })
  }
  for (let i = 0; i < count; i++) fork()

  const stop = async (): Promise<void> => {
    state.stopping = true
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(alive.map(stopWorker))
  }
  try {
    return { hints: await first.promise, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const stopWorker = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (worker.isDead()) return resolve()
    worker.once('exit', () => resolve())
    worker.process.kill('SIGTERM')
  })
