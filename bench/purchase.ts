import { barePurchases } from './bare-purchase.ts'
import { buyingRound, type Round } from './buying.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { costText } from './load.ts'
import { freeOrders } from './free-orders.ts'
import { startInMemoryGateway } from '@kartis/simulators/in-memory-gateway.ts'
import { median, middleOf, type Percentiles } from './percentiles.ts'
import { type Benchmark, type Figure, memoryFigure, type Options } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { producer, sale } from './world.ts'

/** Fewer than that measure waiting: each polls every half second. */
const BUYERS = 256
const BARE = 16
const TARGET = 0.5
const PLENTY = 1_000_000

interface Beside {
  readonly mine: readonly Round[]
  readonly top: readonly (Percentiles & { readonly rate: number; readonly database: number })[]
}

/** Alternates between both, so that other load on the machine affects both. */
const besideBare = async (
  server: Server,
  gateway: string,
  { seconds, rounds, buyers }: { seconds: number; rounds: number; buyers: number },
) => {
  const owner = await producer(server.url)
  const [own, bare] = [await sale(owner, PLENTY), await sale(owner, PLENTY)]
  const db = openDatabase(server.database)
  try {
    const { rows } = await db.query<{ account_id: string }>('select account_id from events where id = $1', [bare.event])
    const ceiling = { ...bare, account: rows[0]?.account_id ?? '' }
    const [mine, top]: [Round[], Beside['top'][number][]] = [[], []]
    await buyingRound(server, own, { seconds: 2, buyers, from: 0, gateway })
    await barePurchases(server.database, ceiling, { connections: BARE, seconds: 1 })
    for (let number = 0; number < rounds; number++) {
      const cpu = (): number => server.cpu().database
      top.push(await barePurchases(server.database, ceiling, { connections: BARE, seconds, cpu }))
      mine.push(await buyingRound(server, own, { seconds, buyers, from: (number + 1) * 1_000_000, gateway }))
    }
    return { mine, top, books: await booksOf(db, own.event) }
  } finally {
    await db.end()
  }
}

/** The same with the simulated gateway inside the server, as in development and in the demo. */
const withSimulator = async (seconds: number, buyers: number): Promise<Round> => {
  const server = await startKartis()
  try {
    const on = await sale(await producer(server.url), PLENTY)
    await buyingRound(server, on, { seconds: 2, buyers, from: 0 })
    return await buyingRound(server, on, { seconds, buyers, from: 1_000_000 })
  } finally {
    await server.stop()
  }
}

/** Compared with a bare PostgreSQL that runs the same statements. The gateway is another process, as in production. */
const cardOrders = async ({ seconds, rounds, buyers = BUYERS }: Options): Promise<readonly Figure[]> => {
  const gateway = await startInMemoryGateway()
  const server = await startKartis(gateway.env)
  gateway.serve(server.url)
  try {
    const { mine, top, books } = await besideBare(server, gateway.url, { seconds, rounds, buyers })
    const memory = server.memory()
    const simulated = await withSimulator(seconds, buyers)
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
        name: `whole purchases, ${buyers} buyers at once`,
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
      memoryFigure(memory),
    ]
  } finally {
    await server.stop()
    await gateway.close()
  }
}

/** Whole purchases by card or, with `--free`, orders that cost nothing. */
export const purchase: Benchmark = {
  name: 'purchase',
  what: 'whole purchases: hold, details, payment page, webhook, tickets, messages sent; --free without the payment',
  run: (options) => (options.free ? freeOrders(options) : cardOrders(options)),
}
