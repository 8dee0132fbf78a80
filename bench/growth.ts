import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Answer, openClient } from '@kartis/testing/http-client.ts'
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
/** How much slower a full installation may be; differences below NOISE_MS are measurement noise. */
const WORSE = 1.2
const NOISE_MS = 0.3
const SLOW_MS = 150
const EXPORT_MB = 200

interface Installation {
  readonly server: Server
  readonly db: Pool
  readonly headers: Record<string, string>
  /** An ordinary event, and one with very many tickets. */
  readonly usual: Sale
  readonly big: Sale
  readonly tickets: Iterator<string>
}

const log = (line: string): void => void process.stderr.write(`${line}\n`)

const openInstallation = async (events: number, tickets: number): Promise<Installation> => {
  const server = await startKartis()
  const db = openDatabase(server.database)
  const owner = await producer(server.url)
  const headers = headersOf(owner)
  const [usual, big] = [await sale(owner, 1_000_000), await sale(owner, BIG + 1000)]
  log(`  ${events} events with ${tickets.toLocaleString('en')} tickets …`)
  // Together with the big event, as many orders as an export must handle.
  const also = [
    { ...big, tickets: BIG },
    { ...(await sale(owner, BIG)), tickets: BIG },
    { ...usual, tickets: 500 },
  ]
  await fillMany(db, { event: usual.event, events, tickets, also, log })
  const { rows } = await db.query<{ id: string }>('select id from tickets where event_id = $1 limit 20000', [big.event])
  return { server, db, headers, usual, big, tickets: rows.map(({ id }) => id).values() }
}

type Act = (installation: Installation, send: ReturnType<typeof openClient>['send']) => Promise<Answer>

const reading =
  (path: (installation: Installation) => string): Act =>
  (installation, send) =>
    send(`${installation.server.url}/api/v1${path(installation)}`, { headers: installation.headers })

/** Everyday requests. */
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

/** Enough repetitions that the 95th percentile is the fifth slowest, not the slowest. */
const HEAVY_TIMES = 100

/** Requests over very many tickets, and the maximum of their 95th percentile. */
const HEAVY: Readonly<Record<string, { readonly act: Act; readonly limitMs: number }>> = {
  [`statistics, ${BIG.toLocaleString('en')} tickets`]: {
    act: reading(({ big }) => `/producer/events/${big.event}?append[]=statistics`),
    limitMs: SLOW_MS,
  },
  [`payout report, ${BIG.toLocaleString('en')} tickets`]: {
    act: reading(({ big }) => `/producer/events/${big.event}?append[]=report`),
    limitMs: SLOW_MS,
  },
  [`account report, ${(2 * BIG).toLocaleString('en')} tickets`]: {
    act: reading(() => '/producer/reports'),
    limitMs: 3 * SLOW_MS,
  },
}

const times = async (installation: Installation, name: string, act: Act, count: number): Promise<number[]> => {
  const client = openClient(1)
  const all: number[] = []
  for (let number = 0; number < count; number++) {
    const answer = await act(installation, client.send)
    if (answer.status >= 300 || answer.status === 0)
      throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`)
    all.push(answer.ms)
  }
  client.close()
  return all
}

const shown = ({ p50, p95, p99 }: Percentiles) => ({ p50, p95, p99 })

/** Sends the same requests to both installations in turn. */
const compare = async (small: Installation, grown: Installation, rounds: number): Promise<Figure[]> => {
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
      note: `${after.p50.toFixed(2)} ms, in an empty installation ${before.p50.toFixed(2)} ms (${Math.round((after.p50 / before.p50 - 1) * 100)}%)`,
    })
  }
  return figures
}

const heavy = async (installation: Installation): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, { act, limitMs }] of Object.entries(HEAVY)) {
    await times(installation, name, act, 3)
    const before = installation.server.cpu()
    const seen = percentilesOf(await times(installation, name, act, HEAVY_TIMES))
    const after = installation.server.cpu()
    figures.push({
      name,
      ...shown(seen),
      proof: seen.p95 <= limitMs,
      note: `at most ${limitMs} ms for 95 of 100; processor ${Math.round((after.database - before.database + after.server - before.server) * (1000 / HEAVY_TIMES))} ms`,
    })
  }
  return figures
}

/** Streams the file and discards it. */
const exporting = async (installation: Installation): Promise<Figure> => {
  const before = installation.server.memory()
  let maxMemory = before
  const watch = setInterval(() => (maxMemory = Math.max(maxMemory, installation.server.memory())), 20)
  const began = performance.now()
  const answer = await fetch(`${installation.server.url}/api/v1/producer/orders/export`, {
    headers: installation.headers,
  })
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const used = (maxMemory - before) / 1e6
  const { rows } = await installation.db.query<{ n: string }>(
    `select count(*) as n from orders where account_id = (select account_id from events where id = $1) and paid_at is not null`,
    [installation.big.event],
  )
  return {
    name: `export of ${BIG.toLocaleString('en')} orders`,
    proof: answer.status === 200 && used < EXPORT_MB,
    note: `${Number(rows[0]?.n).toLocaleString('en')} of them in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB file, ${Math.round(used)} MB of memory (${Math.round(maxMemory / 1e6)} MB in all), at maxMemory ${EXPORT_MB}`,
  }
}

/** The same figures in an empty and in a full installation. */
export const growth: Benchmark = {
  name: 'growth',
  what: `the same with ${FEW_EVENTS} and with ${MANY_EVENTS.toLocaleString('en')} events; --tickets 5000000 fills the installation`,
  run: async ({ rounds, tickets = TICKETS }) => {
    const began = performance.now()
    const small = await openInstallation(FEW_EVENTS, 5000)
    const grown = await openInstallation(MANY_EVENTS, tickets)
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
