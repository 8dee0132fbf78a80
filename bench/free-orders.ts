import { barePurchases } from './bare-purchase.ts'
import { buyingRound, type Round } from './buying.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { costText } from './load.ts'
import { median, middleOf, type Percentiles } from './percentiles.ts'
import { type Figure, memoryFigure, type Options } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { producer, sale } from './world.ts'

const BUYERS = 256
const BARE = 16
const PLENTY = 1_000_000

/**
 * Orders a second that the API of pretix 2026.8 created on a machine of this kind, two processors shared with the load,
 * measured in November 2026. It is not run here: only machines of that kind compare.
 */
const PRETIX = { perSecond: 14, measured: '2026-11' } as const
const TIMES_PRETIX = 60

const besideBare = async (server: Server, { seconds, rounds, buyers = BUYERS }: Options) => {
  const owner = await producer(server.url)
  const [own, bare] = [await sale(owner, PLENTY, 0), await sale(owner, PLENTY, 0)]
  const db = openDatabase(server.database)
  try {
    const { rows } = await db.query<{ account_id: string }>('select account_id from events where id = $1', [bare.event])
    const ceiling = { ...bare, account: rows[0]?.account_id ?? '' }
    const [mine, top]: [Round[], (Percentiles & { rate: number; database: number })[]] = [[], []]
    await buyingRound(server, own, { seconds: 2, buyers, from: 0 })
    await barePurchases(server.database, ceiling, { connections: BARE, seconds: 1, free: true })
    for (let number = 0; number < rounds; number++) {
      const cpu = (): number => server.cpu().database
      top.push(await barePurchases(server.database, ceiling, { connections: BARE, seconds, cpu, free: true }))
      mine.push(await buyingRound(server, own, { seconds, buyers, from: (number + 1) * 1_000_000 }))
    }
    return { mine, top, books: await booksOf(db, own.event) }
  } finally {
    await db.end()
  }
}

/** Orders that cost nothing: hold, details, confirmation, tickets, SMS and e-mail. */
export const freeOrders = async (options: Options): Promise<readonly Figure[]> => {
  const server = await startKartis()
  try {
    const { mine, top, books } = await besideBare(server, options)
    const best = median(top.map((round) => round.rate))
    const rate = median(mine.map((round) => round.rate))
    const wrong = mine.reduce((sum, round) => sum + round.wrong, 0)
    return [
      {
        name: `bare PostgreSQL, the same statements, ${BARE} connections`,
        rate: best,
        ...middleOf(top),
        note: `CPU for each: database ${Math.round(median(top.map(({ database }) => database)))} µs`,
      },
      {
        name: `free orders, ${options.buyers ?? BUYERS} buyers at once`,
        rate,
        ...middleOf(mine),
        ofCeiling: rate / best,
        note: `durable. ${costText(mine.map(({ cost }) => cost))}`,
      },
      {
        name: `the same, of ${TIMES_PRETIX} times the orders of pretix`,
        ofCeiling: rate / (PRETIX.perSecond * TIMES_PRETIX),
        target: 1,
        note: `${Math.round(rate / PRETIX.perSecond)} times ${PRETIX.perSecond} a second, measured ${PRETIX.measured}`,
      },
      { name: 'no step was refused or broken', proof: wrong === 0, note: `${wrong} such` },
      { name: 'the totals agree', ...checkBooks(books) },
      memoryFigure(server.memory()),
    ]
  } finally {
    await server.stop()
  }
}
