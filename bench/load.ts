import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, requestOf } from './http-connection.ts'
import { median, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Server } from './servers.ts'

export interface Load extends Percentiles {
  /** 2xx responses per second. */
  readonly rate: number
  /** 2xx and 4xx responses per second. */
  readonly answered: number
  /** 2xx responses. */
  readonly done: number
  /** 4xx responses. */
  readonly refused: number
  /** Responses that are neither 2xx nor 4xx, and broken connections. */
  readonly errors: number
}

/** Processor time per 2xx response, in microseconds. On a shared machine it varies less than a rate. */
export interface Cost {
  readonly server: number
  readonly database: number
}

export interface LoadOptions {
  readonly connections: number
  /** Duration of the load; 5 by default. */
  readonly seconds?: number
  /** Total number of requests on all connections. Replaces `seconds`. */
  readonly requests?: number
}

type RequestOptions = Parameters<typeof requestOf>[1]

/** Sends what `next` gives on many connections, until it gives nothing more. */
const run = async (
  target: URL,
  connections: number,
  next: () => { readonly request: Buffer; readonly onStatus?: (status: number) => void } | undefined,
): Promise<Load> => {
  const times: number[] = []
  const counts = { done: 0, refused: 0, errors: 0 }
  const startedAt = performance.now()
  const connect = (): Promise<void> => {
    let current: ReturnType<typeof next>
    return openConnection({
      url: target,
      nextRequest: () => {
        current = next()
        return current?.request
      },
      onResponse: (status, milliseconds) => {
        times.push(milliseconds)
        counts[status >= 200 && status < 300 ? 'done' : status >= 400 && status < 500 ? 'refused' : 'errors'] += 1
        current?.onStatus?.(status)
      },
    })
  }
  const outcomes = await Promise.allSettled(Array.from({ length: connections }, connect))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const broken = outcomes.filter(({ status }) => status === 'rejected').length
  return {
    ...counts,
    rate: Math.round(counts.done / elapsedSeconds),
    answered: Math.round((counts.done + counts.refused) / elapsedSeconds),
    errors: counts.errors + broken,
    ...percentilesOf(times),
  }
}

/** Repeats one request for `seconds`, or `requests` times, however long that takes. */
const repeat = (
  url: string,
  options: RequestOptions,
  { connections, seconds = 5, requests }: LoadOptions,
): Promise<Load> => {
  const target = new URL(url)
  const request = requestOf(target, options)
  const until = requests === undefined ? performance.now() + seconds * 1000 : Infinity
  let sent = 0
  return run(target, connections, () =>
    performance.now() < until && sent++ < (requests ?? Infinity) ? { request } : undefined,
  )
}

const BROWSER = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Repeats one POST on many connections. */
export const post = (url: string, body: unknown, options: LoadOptions): Promise<Load> =>
  repeat(url, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) }, options)

/** Sends each body once, at most for `seconds`; `onStatus` gets the index of each body that was answered. */
export const postEach = (
  url: string,
  bodies: readonly string[],
  { connections, seconds = 5, onStatus }: LoadOptions & { readonly onStatus?: (index: number, status: number) => void },
): Promise<Load> => {
  const target = new URL(url)
  // Serialised before: the load shares the processors with the server.
  const requests = bodies.map((body) => requestOf(target, { method: 'POST', headers: JSON_TYPE, body }))
  const until = performance.now() + seconds * 1000
  let sent = 0
  return run(target, connections, () => {
    const index = sent++
    const request = requests[index]
    if (!request || performance.now() >= until) return undefined
    return { request, ...(onStatus && { onStatus: (status: number) => onStatus(index, status) }) }
  })
}

/** Repeats one GET on many connections, with the headers of a browser. */
export const get = (url: string, options: LoadOptions): Promise<Load> =>
  repeat(url, { method: 'GET', headers: BROWSER }, options)

/** Repeats a GET whose path may change on many connections, together `perSecond` times, until `isOver`. */
export const getPaced = async (
  url: string,
  path: () => string,
  { connections, perSecond, isOver }: { connections: number; perSecond: number; isOver: () => boolean },
): Promise<void> => {
  const every = (connections * 1000) / perSecond
  const target = new URL(url)
  const cached: { path: string; request: Buffer } = { path: '', request: Buffer.alloc(0) }
  const requestNow = (): Buffer => {
    if (cached.path !== path()) {
      cached.path = path()
      cached.request = requestOf(new URL(cached.path, url), { method: 'GET', headers: BROWSER })
    }
    return cached.request
  }
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      let due = performance.now() + (index * every) / connections
      return openConnection({
        url: target,
        nextRequest: async () => {
          due = Math.max(due + every, performance.now() - every)
          await sleep(Math.max(0, due - performance.now()))
          return isOver() ? undefined : requestNow()
        },
        onResponse: () => undefined,
      })
    }),
  )
}

export interface Measured extends Load {
  readonly cost: Cost
}

/** Runs a load and measures the processor time of server and database per 2xx response. */
export const measureCpu = async (server: Pick<Server, 'cpu'>, runLoad: () => Promise<Load>): Promise<Measured> => {
  const before = server.cpu()
  const load = await runLoad()
  const after = server.cpu()
  const microsecondsPerResponse = (seconds: number): number => (seconds / Math.max(1, load.done)) * 1_000_000
  return {
    ...load,
    cost: {
      server: microsecondsPerResponse(after.server - before.server),
      database: microsecondsPerResponse(after.database - before.database),
    },
  }
}

export const costText = (costs: readonly Cost[]): string => {
  const server = Math.round(median(costs.map((cost) => cost.server)))
  const database = Math.round(median(costs.map((cost) => cost.database)))
  return `CPU per response: server ${server} µs${database > 0 ? `, database ${database} µs` : ''}`
}
