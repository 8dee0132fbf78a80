import { barePurchases } from './bare-purchase.ts'
import { buy } from './buyer.ts'
import { crowd, openClient } from './client.ts'
import { booksOf, judgeBooks, openDatabase } from './database.ts'
import { costText, type Cost } from './load.ts'
import { median, middleOf, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { producer, type Sale, sale } from './world.ts'

const BUYERS = 64
const BARE = 16
const TARGET = 0.5
const PLENTY = 1_000_000

interface Round extends Percentiles {
  readonly rate: number
  readonly bought: number
  readonly cost: Cost
  readonly wrong: number
}

/** Buyers one after another in so many lines, each from the basket to the tickets, until the time is over. */
const round = async (server: Server, on: Sale, seconds: number, from: number): Promise<Round> => {
  const client = openClient(BUYERS)
  const times: number[] = []
  let wrong = 0
  const heard = ({ status }: { status: number }): void => {
    if (status === 0 || status >= 400) wrong += 1
  }
  const before = server.cpu()
  const began = performance.now()
  const until = began + seconds * 1000
  let place = from
  await crowd(BUYERS, BUYERS, async () => {
    while (performance.now() < until) {
      const start = performance.now()
      const { tickets } = await buy({ client, url: server.url, sale: on, heard }, place++)
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

/** Whole purchases beside a bare PostgreSQL that is told the same. */
export const purchase: Benchmark = {
  name: 'purchase',
  what: 'whole purchases: hold, details, payment page, the gateway’s word, tickets, message queued',
  run: async ({ seconds, rounds }) => {
    const server = await startKartis()
    const db = openDatabase(server.database)
    try {
      const call = await producer(server.url)
      const [own, bare] = [await sale(call, PLENTY), await sale(call, PLENTY)]
      const { rows } = await db.query<{ account_id: string }>('select account_id from events where id = $1', [
        bare.event,
      ])
      const ceiling = { ...bare, account: rows[0]?.account_id ?? '' }
      const [mine, top]: [Round[], Awaited<ReturnType<typeof barePurchases>>[]] = [[], []]
      await round(server, own, 2, 0)
      await barePurchases(server.database, ceiling, { connections: BARE, seconds: 1 })
      for (let number = 0; number < rounds; number++) {
        top.push(await barePurchases(server.database, ceiling, { connections: BARE, seconds }))
        mine.push(await round(server, own, seconds, (number + 1) * 1_000_000))
      }
      const best = median(top.map(({ rate }) => rate))
      const rate = median(mine.map((one) => one.rate))
      const wrong = mine.reduce((sum, one) => sum + one.wrong, 0)
      return [
        { name: `bare PostgreSQL, the same statements, ${BARE} connections`, rate: best, ...middleOf(top) },
        {
          name: `whole purchases, ${BUYERS} buyers at once`,
          rate,
          ...middleOf(mine),
          ofCeiling: rate / best,
          target: TARGET,
          note: `durable, the simulated gateway included. ${costText(mine.map(({ cost }) => cost))}`,
        },
        { name: 'no step was refused or broken', proof: wrong === 0, note: `${wrong} such` },
        { name: 'the books close', ...judgeBooks(await booksOf(db, own.event)) },
        { name: 'memory of the server', note: `${Math.round(server.memory() / 1e6)} MB` },
      ]
    } finally {
      await db.end()
      await server.stop()
    }
  },
}
