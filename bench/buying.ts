import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { buy } from './buyer.ts'
import type { Cost } from './load.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Server } from './servers.ts'
import type { Sale } from './world.ts'

export interface Round extends Percentiles {
  readonly rate: number
  readonly bought: number
  readonly cost: Cost
  readonly wrong: number
}

interface RoundOptions {
  readonly seconds: number
  readonly buyers: number
  /** The number of the first buyer; no two of a run share one. */
  readonly from: number
  /** Origin of the payment page, when it is not the server itself. */
  readonly gateway?: string
}

/** Runs buyers in parallel, each buying one ticket after another, until the time is over. */
export const buyingRound = async (
  server: Server,
  on: Sale,
  { seconds, buyers, from, gateway }: RoundOptions,
): Promise<Round> => {
  const client = openClient(buyers)
  const times: number[] = []
  let wrong = 0
  const onStep = ({ status }: { status: number }): void => {
    if (status === 0 || status >= 400) wrong += 1
  }
  const before = server.cpu()
  const began = performance.now()
  const until = began + seconds * 1000
  let place = from
  await crowd(buyers, buyers, async () => {
    while (performance.now() < until) {
      const start = performance.now()
      const { tickets } = await buy({ client, url: server.url, sale: on, onStep, ...(gateway && { gateway }) }, place++)
      if (tickets) times.push(performance.now() - start)
    }
  })
  const took = (performance.now() - began) / 1000
  const after = server.cpu()
  client.close()
  const each = (used: number): number => (used / Math.max(1, times.length)) * 1_000_000
  return {
    rate: Math.round(times.length / took),
    bought: times.length,
    wrong,
    cost: { server: each(after.server - before.server), database: each(after.database - before.database) },
    ...percentilesOf(times),
  }
}
