import { buy } from './buyer.ts'
import type { Cost } from './load.ts'
import type { Percentiles } from './percentiles.ts'
import type { Server } from './servers.ts'
import { untilOver } from './until-over.ts'
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
  let wrong = 0
  const onStep = ({ status }: { status: number }): void => {
    if (status === 0 || status >= 400) wrong += 1
  }
  let place = from
  const { done: bought, ...timed } = await untilOver(server, { seconds, width: buyers }, async (client) => {
    const start = performance.now()
    const { tickets } = await buy({ client, url: server.url, sale: on, onStep, ...(gateway && { gateway }) }, place++)
    return tickets ? performance.now() - start : undefined
  })
  return { ...timed, bought, wrong }
}
