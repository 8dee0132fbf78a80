import { barePurchases } from './bare-purchase.ts'
import { buy } from './buyer.ts'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { costText, type Cost } from './load.ts'
import { startInMemoryGateway } from '@kartis/simulators/in-memory-gateway.ts'
import { median, middleOf, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { producer, type Sale, sale } from './world.ts'

const BUYERS = 256
const BARE = 16
const TARGET = 0.5
const PLENTY = 1_000_000

interface Round extends Percentiles {
  readonly rate: number
  readonly bought: number
  readonly cost: Cost
  readonly wrong: number
}

/** Runs buyers in parallel, each buying one ticket after another, until the time is over. */
const round = async (
  server: Server,
  on: Sale,
  { seconds, from, gateway }: { seconds: number; from: number; gateway?: string },
): Promise<Round> => {
  const client = openClient(BUYERS)
  const times: number[] = []
  let wrong = 0
  const onStep = ({ status }: { status: number }): void => {
    if (status === 0 || status >= 400) wrong += 1
  }
  const before = server.cpu()
  const began = performance.now()
  const until = began + seconds * 1000
  let place = from
  await crowd(BUYERS, BUYERS, async () => {
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

interface Beside {
  readonly mine: readonly Round[]
  readonly top: readonly (Percentiles & { readonly rate: number; readonly database: number })[]
}

/** Alternates between both, so that other load on the machine affects both. */
const besideBare = async (server: Server, gateway: string, seconds: number, rounds: number) => {
  const owner = await producer(server.url)
  const [own, bare] = [await sale(owner, PLENTY), await sale(owner, PLENTY)]
  const db = openDatabase(server.database)
  try {
    const { rows } = await db.query<{ account_id: string }>('select account_id from events where id = $1', [bare.event])
    const ceiling = { ...bare, account: rows[0]?.account_id ?? '' }
    const [mine, top]: [Round[], Beside['top'][number][]] = [[], []]
    await round(server, own, { seconds: 2, from: 0, gateway })
    await barePurchases(server.database, ceiling, { connections: BARE, seconds: 1 })
    for (let number = 0; number < rounds; number++) {
      const cpu = (): number => server.cpu().database
      top.push(await barePurchases(server.database, ceiling, { connections: BARE, seconds, cpu }))
      mine.push(await round(server, own, { seconds, from: (number + 1) * 1_000_000, gateway }))
    }
    return { mine, top, books: await booksOf(db, own.event) }
  } finally {
    await db.end()
  }
}

/** The same with the simulated gateway inside the server, as in development and in the demo. */
const withSimulator = async (seconds: number): Promise<Round> => {
  const server = await startKartis()
  try {
    const on = await sale(await producer(server.url), PLENTY)
    await round(server, on, { seconds: 2, from: 0 })
    return await round(server, on, { seconds, from: 1_000_000 })
  } finally {
    await server.stop()
  }
}

/** Whole purchases, compared with a bare PostgreSQL that runs the same statements. The gateway is another process, as in production. */
export const purchase: Benchmark = {
  name: 'purchase',
  what: 'whole purchases: hold, details, payment page, webhook, tickets, messages sent',
  run: async ({ seconds, rounds }) => {
    const gateway = await startInMemoryGateway()
    const server = await startKartis(gateway.env)
    gateway.serve(server.url)
    try {
      const { mine, top, books } = await besideBare(server, gateway.url, seconds, rounds)
      const memory = server.memory()
      const simulated = await withSimulator(seconds)
      const best = median(top.map((round) => round.rate))
      const rate = median(mine.map((round) => round.rate))
      const wrong = [...mine, simulated].reduce((sum, round) => sum + round.wrong, 0)
      return [
        {
          name: `bare PostgreSQL, the same statements, ${BARE} connections`,
          rate: best,
          ...middleOf(top),
          note: `CPU for each: database ${Math.round(median(top.map(({ database }) => database)))} µs`,
        },
        {
          name: `whole purchases, ${BUYERS} buyers at once`,
          rate,
          ...middleOf(mine),
          ofCeiling: rate / best,
          target: TARGET,
          note: `durable, separate gateway. ${costText(mine.map(({ cost }) => cost))}`,
        },
        {
          name: 'the same, gateway simulated inside the server',
          rate: simulated.rate,
          p50: simulated.p50,
          p95: simulated.p95,
          p99: simulated.p99,
          note: costText([simulated.cost]),
        },
        { name: 'no step was refused or broken', proof: wrong === 0, note: `${wrong} such` },
        { name: 'the totals agree', ...checkBooks(books) },
        { name: 'memory of the server', note: `${Math.round(memory / 1e6)} MB` },
      ]
    } finally {
      await server.stop()
      await gateway.close()
    }
  },
}
