import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Answer, openClient } from './client.ts'
import { openDatabase } from './database.ts'
import { fillMany } from './fill.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { sale, type Sale, headersOf, producer } from './world.ts'

const BIG = 100_000
const FEW_EVENTS = 10
const MANY_EVENTS = 10_000
const TICKETS = 200_000
/** How much slower a full house may be. Smaller differences are the clock's. */
const WORSE = 1.2
const NOISE_MS = 0.3
const SLOW_MS = 150
const EXPORT_MB = 200

interface House {
  readonly server: Server
  readonly db: Pool
  readonly headers: Record<string, string>
  /** An event like all others, and one with very many tickets. */
  readonly usual: Sale
  readonly big: Sale
  readonly tickets: Iterator<string>
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const openHouse = async (events: number, tickets: number): Promise<House> => {
  const server = await startKartis()
  const db = openDatabase(server.database)
  const owner = await producer(server.url)
  const headers = headersOf(owner)
  const [usual, big] = [await sale(owner, 1_000_000), await sale(owner, BIG + 1000)]
  say(`  ${events} events with ${tickets.toLocaleString('en')} tickets …`)
  // With the other one's, as many orders as an export must bear.
  const also = [
    { ...big, tickets: BIG },
    { ...(await sale(owner, BIG)), tickets: BIG },
    { ...usual, tickets: 500 },
  ]
  await fillMany(db, { event: usual.event, events, tickets, also, say })
  const { rows } = await db.query<{ id: string }>('select id from tickets where event_id = $1 limit 20000', [big.event])
  return { server, db, headers, usual, big, tickets: rows.map(({ id }) => id).values() }
}

type Act = (house: House, send: ReturnType<typeof openClient>['send']) => Promise<Answer>

const reading =
  (path: (house: House) => string): Act =>
  (house, send) =>
    send(`${house.server.url}/api/v1${path(house)}`, { headers: house.headers })

/** What people ask all day. */
const EVERYDAY: Readonly<Record<string, Act>> = {
  'public event': reading(({ usual }) => `/public/events/${usual.event}`),
  'list of public events': reading(() => '/public/events'),
  reservation: ({ server, usual }, send) =>
    send(`${server.url}/api/v1/public/orders`, {
      method: 'POST',
      body: { event_uuid: usual.event, items: [{ events_ticket_uuid: usual.type, quantity: 1 }] },
    }),
  'events of a producer': reading(() => '/producer/events'),
  'orders of an event': reading(({ usual }) => `/producer/orders?filter[event_uuid]=${usual.event}`),
  'search for a name in an event': reading(
    ({ usual }) =>
      `/producer/orders?filter[event_uuid]=${usual.event}&filter[or][name]=${encodeURIComponent('כהן 17')}`,
  ),
  admission: ({ server, headers, big, tickets }, send) =>
    send(`${server.url}/api/v1/producer/events/${big.event}/scan_ticket`, {
      method: 'POST',
      headers,
      body: { ticket_uuid: String(tickets.next().value), scan_uuid: randomUUID() },
    }),
  'statistics of a usual event': reading(({ usual }) => `/producer/events/${usual.event}?append[]=statistics`),
}

/** Enough of them that the fifth slowest, not the slowest, is the one that 95 of 100 are under. */
const HEAVY_TIMES = 100

/** What is asked of very many tickets, and what 95 of 100 answers may take at most. */
const HEAVY: Readonly<Record<string, { readonly act: Act; readonly most: number }>> = {
  [`statistics, ${BIG.toLocaleString('en')} tickets`]: {
    act: reading(({ big }) => `/producer/events/${big.event}?append[]=statistics`),
    most: SLOW_MS,
  },
  [`payout report, ${BIG.toLocaleString('en')} tickets`]: {
    act: reading(({ big }) => `/producer/events/${big.event}?append[]=report`),
    most: SLOW_MS,
  },
  [`account report, ${(2 * BIG).toLocaleString('en')} tickets`]: {
    act: reading(() => '/producer/reports'),
    most: 3 * SLOW_MS,
  },
}

const times = async (house: House, name: string, act: Act, count: number): Promise<number[]> => {
  const client = openClient(1)
  const all: number[] = []
  for (let number = 0; number < count; number++) {
    const answer = await act(house, client.send)
    if (answer.status >= 300 || answer.status === 0)
      throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`)
    all.push(answer.ms)
  }
  client.close()
  return all
}

const shown = ({ p50, p95, p99 }: Percentiles) => ({ p50, p95, p99 })

/** The same asked of both houses in turn. */
const compare = async (small: House, grown: House, rounds: number): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, act] of Object.entries(EVERYDAY)) {
    const seen = { small: [] as number[], grown: [] as number[] }
    await times(small, name, act, 20)
    await times(grown, name, act, 20)
    for (let round = 0; round < rounds * 2; round++) {
      seen.small.push(...(await times(small, name, act, 40)))
      seen.grown.push(...(await times(grown, name, act, 40)))
    }
    const [before, after] = [percentilesOf(seen.small), percentilesOf(seen.grown)]
    figures.push({
      name,
      ...shown(after),
      proof: after.p50 <= before.p50 * WORSE + NOISE_MS,
      note: `${after.p50.toFixed(2)} ms, in an empty house ${before.p50.toFixed(2)} ms (${Math.round((after.p50 / before.p50 - 1) * 100)}%)`,
    })
  }
  return figures
}

const heavy = async (house: House): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, { act, most }] of Object.entries(HEAVY)) {
    await times(house, name, act, 3)
    const before = house.server.cpu()
    const seen = percentilesOf(await times(house, name, act, HEAVY_TIMES))
    const after = house.server.cpu()
    figures.push({
      name,
      ...shown(seen),
      proof: seen.p95 <= most,
      note: `at most ${most} ms for 95 of 100; processor ${Math.round((after.database - before.database + after.server - before.server) * (1000 / HEAVY_TIMES))} ms`,
    })
  }
  return figures
}

/** The file comes in parts and is thrown away as it comes. */
const exporting = async (house: House): Promise<Figure> => {
  const before = house.server.memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, house.server.memory())), 20)
  const began = performance.now()
  const answer = await fetch(`${house.server.url}/api/v1/producer/orders/export`, { headers: house.headers })
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const used = (most - before) / 1e6
  const { rows } = await house.db.query<{ n: string }>(
    `select count(*) as n from orders where account_id = (select account_id from events where id = $1) and paid_at is not null`,
    [house.big.event],
  )
  return {
    name: `export of ${BIG.toLocaleString('en')} orders`,
    proof: answer.status === 200 && used < EXPORT_MB,
    note: `${Number(rows[0]?.n).toLocaleString('en')} of them in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB file, ${Math.round(used)} MB of memory (${Math.round(most / 1e6)} MB in all), at most ${EXPORT_MB}`,
  }
}

/** The same figures in an empty house and in a full one. */
export const growth: Benchmark = {
  name: 'growth',
  what: `the same with ${FEW_EVENTS} and with ${MANY_EVENTS.toLocaleString('en')} events; --tickets 5000000 fills the house`,
  run: async ({ rounds, tickets = TICKETS }) => {
    const began = performance.now()
    const small = await openHouse(FEW_EVENTS, 5000)
    const grown = await openHouse(MANY_EVENTS, tickets)
    try {
      const filled = Math.round((performance.now() - began) / 1000)
      const { rows } = await grown.db.query<{ n: string; size: string }>(
        `select (select count(*) from tickets) as n, pg_size_pretty(pg_database_size(current_database())) as size`,
      )
      return [
        {
          name: `${MANY_EVENTS.toLocaleString('en')} events`,
          note: `${Number(rows[0]?.n).toLocaleString('en')} tickets, ${rows[0]?.size}, filled in ${filled} s`,
        },
        ...(await compare(small, grown, rounds)),
        ...(await heavy(grown)),
        await exporting(grown),
      ]
    } finally {
      await Promise.all([small.db.end(), grown.db.end()])
      await Promise.all([small.server.stop(), grown.server.stop()])
    }
  },
}
