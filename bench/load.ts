import autocannon, { type autocannon as cannon } from 'autocannon'
import { median, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Server } from './servers.ts'

export interface Load extends Percentiles {
  /** 2xx answers a second. */
  readonly rate: number
  readonly done: number
  readonly refused: number
  /** Answers that are neither success nor an honest refusal, and connections that broke. */
  readonly faults: number
}

/** What a run cost: processor time for each answer, in microseconds. It says more than a rate where others use the machine too. */
export interface Cost {
  readonly server: number
  readonly database: number
}

export interface LoadOptions {
  readonly connections: number
  readonly seconds?: number
  /** Stops after so many requests. */
  readonly amount?: number
}

type Ask = Omit<cannon.Options, 'connections' | 'duration' | 'amount'>

const run = async (ask: Ask, options: LoadOptions): Promise<Load> => {
  const times: number[] = []
  const running = autocannon({
    ...ask,
    connections: options.connections,
    ...(options.amount ? { amount: options.amount } : { duration: options.seconds ?? 5 }),
  })
  running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const result = await running
  return {
    rate: Math.round(result['2xx'] / result.duration),
    done: result['2xx'],
    refused: result['4xx'],
    faults: result['5xx'] + result['3xx'] + result.errors + result.timeouts,
    ...percentilesOf(times),
  }
}

/** The same POST over and over, from many buyers at once. */
export const post = (url: string, body: unknown, options: LoadOptions): Promise<Load> =>
  run({ url, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, options)

/** The same GET over and over, as a browser asks. */
export const get = (url: string, options: LoadOptions): Promise<Load> =>
  run({ url, method: 'GET', headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' } }, options)

export interface Measured extends Load {
  readonly cost: Cost
}

/** Runs a load and says what each answer cost. */
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
