import autocannon from 'autocannon'

export interface Load {
  /** 2xx answers a second. */
  readonly rate: number
  readonly done: number
  readonly refused: number
  /** Answers that are neither success nor an honest refusal, and connections that broke. */
  readonly faults: number
  /** milliseconds */
  readonly p50: number
  readonly p97: number
  readonly p99: number
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

/** The same POST over and over, from many buyers at once. */
export const post = async (url: string, body: unknown, options: LoadOptions): Promise<Load> => {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: options.connections,
    ...(options.amount ? { amount: options.amount } : { duration: options.seconds ?? 5 }),
  })
  const refused = result['4xx']
  return {
    rate: Math.round(result['2xx'] / result.duration),
    done: result['2xx'],
    refused,
    faults: result['5xx'] + result['3xx'] + result.errors + result.timeouts,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
  }
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
