import { openLine, requestOf } from './http-connection.ts'
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

type Ask = Parameters<typeof requestOf>[1]

/** Asks from many connections at once until the time is over or the amount is asked for. */
const run = async (url: string, ask: Ask, { connections, seconds = 5, amount }: LoadOptions): Promise<Load> => {
  const target = new URL(url)
  const request = requestOf(target, ask)
  const times: number[] = []
  const counts = { done: 0, refused: 0, faults: 0 }
  const began = performance.now()
  const until = amount === undefined ? began + seconds * 1000 : Infinity
  let asked = 0
  const more = (): boolean => performance.now() < until && asked++ < (amount ?? Infinity)
  const heard = (status: number, milliseconds: number): void => {
    times.push(milliseconds)
    counts[status >= 200 && status < 300 ? 'done' : status >= 400 && status < 500 ? 'refused' : 'faults'] += 1
  }
  const lines = await Promise.allSettled(
    Array.from({ length: connections }, () => openLine({ url: target, request, more, heard })),
  )
  const took = (performance.now() - began) / 1000
  const broken = lines.filter(({ status }) => status === 'rejected').length
  return {
    ...counts,
    rate: Math.round(counts.done / took),
    faults: counts.faults + broken,
    ...percentilesOf(times),
  }
}

/** The same POST over and over, from many buyers at once. */
export const post = (url: string, body: unknown, options: LoadOptions): Promise<Load> =>
  run(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, options)

/** The same GET over and over, as a browser asks. */
export const get = (url: string, options: LoadOptions): Promise<Load> =>
  run(url, { method: 'GET', headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' } }, options)

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
