import { openConnection, requestOf } from './http-connection.ts'
import { median, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Server } from './servers.ts'

export interface Load extends Percentiles {
  /** 2xx responses per second. */
  readonly rate: number
  readonly done: number
  readonly refused: number
  /** Responses that are neither 2xx nor 4xx, and broken connections. */
  readonly errors: number
}

/** Processor time per response, in microseconds. On a shared machine it says more than a rate. */
export interface Cost {
  readonly server: number
  readonly database: number
}

export interface LoadOptions {
  readonly connections: number
  readonly seconds?: number
  /** Stop after so many requests. */
  readonly amount?: number
}

type RequestOptions = Parameters<typeof requestOf>[1]

/** Sends requests on many connections until the time is over or the amount is sent. */
const run = async (
  url: string,
  options: RequestOptions,
  { connections, seconds = 5, amount }: LoadOptions,
): Promise<Load> => {
  const target = new URL(url)
  const request = requestOf(target, options)
  const times: number[] = []
  const counts = { done: 0, refused: 0, errors: 0 }
  const began = performance.now()
  const until = amount === undefined ? began + seconds * 1000 : Infinity
  let sent = 0
  const more = (): boolean => performance.now() < until && sent++ < (amount ?? Infinity)
  const onResponse = (status: number, milliseconds: number): void => {
    times.push(milliseconds)
    counts[status >= 200 && status < 300 ? 'done' : status >= 400 && status < 500 ? 'refused' : 'errors'] += 1
  }
  const lines = await Promise.allSettled(
    Array.from({ length: connections }, () => openConnection({ url: target, request, more, onResponse })),
  )
  const took = (performance.now() - began) / 1000
  const broken = lines.filter(({ status }) => status === 'rejected').length
  return {
    ...counts,
    rate: Math.round(counts.done / took),
    errors: counts.errors + broken,
    ...percentilesOf(times),
  }
}

/** Repeats one POST on many connections. */
export const post = (url: string, body: unknown, options: LoadOptions): Promise<Load> =>
  run(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, options)

/** Repeats one GET on many connections, with the headers of a browser. */
export const get = (url: string, options: LoadOptions): Promise<Load> =>
  run(url, { method: 'GET', headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' } }, options)

export interface Measured extends Load {
  readonly cost: Cost
}

/** Runs a load and measures the processor time per response. */
export const costed = async (server: Pick<Server, 'cpu'>, act: () => Promise<Load>): Promise<Measured> => {
  const before = server.cpu()
  const load = await act()
  const after = server.cpu()
  const each = (used: number): number => (used / Math.max(1, load.done)) * 1_000_000
  return {
    ...load,
    cost: { server: each(after.server - before.server), database: each(after.database - before.database) },
  }
}

export const costText = (costs: readonly Cost[]): string => {
  const server = Math.round(median(costs.map((cost) => cost.server)))
  const database = Math.round(median(costs.map((cost) => cost.database)))
  return `CPU for each: server ${server} µs${database > 0 ? `, database ${database} µs` : ''}`
}
