import { type Client, crowd, openClient } from '@kartis/testing/http-client.ts'
import type { Cost } from './load.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Server } from './servers.ts'

export interface Timed extends Percentiles {
  readonly rate: number
  readonly done: number
  readonly cost: Cost
}

interface Load {
  readonly seconds: number
  /** How many act at the same time. */
  readonly width: number
}

/**
 * Each of `width` acts again and again until the time is over. `act` resolves with the milliseconds that it took, or with
 * nothing where it did not succeed; the cost is per success.
 */
export const untilOver = async (
  server: Server,
  { seconds, width }: Load,
  act: (client: Client, place: number) => Promise<number | undefined>,
): Promise<Timed> => {
  const client = openClient(width)
  const times: number[] = []
  const before = server.cpu()
  const began = performance.now()
  const until = began + seconds * 1000
  await crowd(width, width, async (place) => {
    while (performance.now() < until) {
      const ms = await act(client, place)
      if (ms !== undefined) times.push(ms)
    }
  })
  const took = (performance.now() - began) / 1000
  const after = server.cpu()
  client.close()
  const each = (used: number): number => (used / Math.max(1, times.length)) * 1_000_000
  return {
    rate: Math.round(times.length / took),
    done: times.length,
    cost: { server: each(after.server - before.server), database: each(after.database - before.database) },
    ...percentilesOf(times),
  }
}
