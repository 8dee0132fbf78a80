import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, type Registry } from 'prom-client'

interface MetricsRequest {
  readonly kind: 'metrics-request'
  readonly id: string
}
interface MetricsReply {
  readonly kind: 'metrics-reply'
  readonly id: string
  readonly text: string
}
interface Ready {
  readonly kind: 'ready'
  readonly hints: readonly string[]
}

const isMetricsRequest = (message: unknown): message is MetricsRequest =>
  (message as MetricsRequest | null)?.kind === 'metrics-request'
const isMetricsReply = (message: unknown): message is MetricsReply =>
  (message as MetricsReply | null)?.kind === 'metrics-reply'
const isReady = (message: unknown): message is Ready => (message as Ready | null)?.kind === 'ready'

const METRICS_TIMEOUT_MS = 6000

/** Requests the metrics of all processes from the primary; after a timeout, this process's own. */
const requestMetrics = (own: Registry): Promise<string> => {
  const id = randomUUID()
  return new Promise((resolve) => {
    const finish = (text: string): void => {
      clearTimeout(timeout)
      process.off('message', onMessage)
      resolve(text)
    }
    const onMessage = (message: unknown): void => {
      if (isMetricsReply(message) && message.id === id) finish(message.text)
    }
    const timeout = setTimeout(async () => finish(await own.metrics()), METRICS_TIMEOUT_MS)
    process.on('message', onMessage)
    process.send?.({ kind: 'metrics-request', id } satisfies MetricsRequest)
  })
}

/** Kept only for its listener, which replies when the primary collects metrics. */
let aggregator: object | undefined

/** In a worker: replies to the primary with its own metrics, and returns a function that collects those of all processes. */
export const clusterMetrics = (own: Registry): (() => Promise<string>) => {
  AggregatorRegistry.setRegistries([own])
  aggregator ??= new AggregatorRegistry()
  return () => requestMetrics(own)
}

/** In a worker: tells the primary that it serves. */
export const reportReady = (hints: readonly string[]): void => {
  process.send?.({ kind: 'ready', hints } satisfies Ready)
}

export interface Workers {
  /** Lines for the person at the terminal. */
  readonly hints: readonly string[]
  readonly stop: () => Promise<void>
}

/** Milliseconds before a process that ended is replaced; doubled for each that ended soon after its start. */
const RESTART_AFTER_MS = 500
const MAX_RESTART_AFTER_MS = 30_000
/** Milliseconds after which a process counts as one that has worked. */
const LIVED_MS = 60_000

/** Starts `count` serving processes and replaces those that end. Resolves when all of them serve. */
export const startWorkers = async (count: number, url: string): Promise<Workers> => {
  const registry = new AggregatorRegistry()
  const state = { stopping: false }
  const started = Promise.withResolvers<readonly string[]>()
  let waiting = count
  let failures = 0

  const sendMetrics = (worker: Worker, { id }: MetricsRequest): void => {
    const send = (text: string): unknown =>
      worker.isConnected() && worker.send({ kind: 'metrics-reply', id, text } satisfies MetricsReply)
    void registry.clusterMetrics().then(send, () => send(''))
  }

  const fork = (): void => {
    const worker = cluster.fork({ DATABASE_URL: url })
    let ready = false
    const forkedAt = Date.now()
    worker.on('message', (message: unknown) => {
      if (isMetricsRequest(message)) sendMetrics(worker, message)
      if (!isReady(message)) return
      ready = true
      waiting -= 1
      if (waiting === 0) started.resolve(message.hints)
    })
    worker.on('exit', (code, signal) => {
      if (state.stopping) return
      // A worker that fails at the first start would fail for ever.
      if (!ready && waiting > 0) started.reject(new Error(`A server process ended at its start (code ${code}).`))
      else {
        failures = Date.now() - forkedAt < LIVED_MS ? failures + 1 : 0
        const wait = Math.min(RESTART_AFTER_MS * 2 ** Math.max(0, failures - 1), MAX_RESTART_AFTER_MS)
        console.error(`A server process ended (${signal ?? `code ${code}`}); another one starts in ${wait / 1000} s.`)
        setTimeout(fork, wait)
      }
    })
  }
  for (let i = 0; i < count; i++) fork()

  const stop = async (): Promise<void> => {
    state.stopping = true
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(alive.map(stopWorker))
  }
  try {
    return { hints: await started.promise, stop }
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
