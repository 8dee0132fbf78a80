import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Scenario, Line, Scene } from '../scenario.ts'
import { until } from '../timed.ts'

const RESETS = 5
const BETWEEN_MS = 1200
const STALL_MS = 8000
const DELAY_MS = 40
const SLOW_MS = 8000
const TAKEN_MS = 6000
const READY_AGAIN_MS = 10_000
/** Readiness follows a database that does not answer within so many milliseconds. */
const NOTICED_MS = 4000

const recovered = async ({ installation, crowd }: Scene, what: string): Promise<Line> => {
  const ready = await until('ready again', installation.isReady, READY_AGAIN_MS)
  const sold = await crowd.untilBought(5)
  return {
    what,
    holds: !installation.server().hasEnded(),
    note: `ready ${(ready / 1000).toFixed(1)} s after the end of it, 5 orders within ${(sold / 1000).toFixed(1)} s`,
  }
}

export const connectionsReset: Scenario = {
  name: 'connections to PostgreSQL are reset',
  what: `every connection between the server and PostgreSQL is reset, ${RESETS} times in the middle of purchases.`,
  run: async (scene) => {
    for (let time = 0; time < RESETS; time++) {
      scene.installation.network.reset()
      await sleep(BETWEEN_MS)
    }
    return [await recovered(scene, 'it recovers by itself')]
  },
}

export const connectionsStalled: Scenario = {
  name: 'connections to PostgreSQL stall',
  what: `for ${STALL_MS / 1000} seconds nothing passes between the server and PostgreSQL, and nothing is closed.`,
  run: async (scene) => {
    const { network, isReady } = scene.installation
    network.passing = 'stall'
    const noticed = await until('not ready', async () => !(await isReady()), NOTICED_MS)
    await sleep(STALL_MS - noticed)
    network.passing = 'pass'
    return [await recovered(scene, `it is not ready after ${(noticed / 1000).toFixed(1)} s, and recovers by itself`)]
  },
}

export const connectionsSlow: Scenario = {
  name: 'connections to PostgreSQL are slow',
  what: `for ${SLOW_MS / 1000} seconds everything between the server and PostgreSQL takes ${DELAY_MS} ms longer each way.`,
  run: async (scene) => {
    const { network } = scene.installation
    network.passing = { delay: DELAY_MS }
    const before = scene.crowd.bought()
    await sleep(SLOW_MS)
    const meanwhile = scene.crowd.bought() - before
    network.passing = 'pass'
    return [
      { what: 'it sells meanwhile', holds: meanwhile > 0, note: `${meanwhile} orders in ${SLOW_MS / 1000} s` },
      await recovered(scene, 'it is fast again'),
    ]
  },
}

/** Opens connections until PostgreSQL refuses another one. */
const takeAll = async (url: string): Promise<Client[]> => {
  const taken: Client[] = []
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return taken
    }
  }
}

export const connectionsTaken: Scenario = {
  name: 'every connection of PostgreSQL is taken',
  what: `another program takes every connection that PostgreSQL has, the server's are reset, and for ${TAKEN_MS / 1000} seconds it gets none.`,
  run: async (scene) => {
    const { installation } = scene
    const taken = await takeAll(installation.database())
    installation.network.reset()
    taken.push(...(await takeAll(installation.database())))
    await sleep(TAKEN_MS)
    await Promise.all(taken.map((client) => client.end()))
    return [await recovered(scene, `${taken.length} connections were taken; it recovers by itself`)]
  },
}
