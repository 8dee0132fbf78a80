import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { openDatabase } from './database.ts'
import { fillEvent } from './fill.ts'
import { costText, type Cost } from './load.ts'
import { median, middleOf, type Percentiles, percentilesOf } from './percentiles.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { headersOf, producer, sale } from './world.ts'

const DEVICES = 32
const TICKETS = 100_000
const TARGET = 0.5

type Round = Percentiles & { readonly rate: number; readonly done: number; readonly cost: Cost }

/** Every device admits one ticket after another until the time is over. */
const lines = async (
  server: Server,
  seconds: number,
  width: number,
  next: () => string,
  admit: (ticket: string, line: number) => Promise<boolean>,
): Promise<Round> => {
  const times: number[] = []
  const before = server.cpu()
  const began = performance.now()
  const until = began + seconds * 1000
  await crowd(width, width, async (line) => {
    while (performance.now() < until) {
      const start = performance.now()
      if (await admit(next(), line)) times.push(performance.now() - start)
    }
  })
  const took = (performance.now() - began) / 1000
  const after = server.cpu()
  const each = (used: number): number => (used / Math.max(1, times.length)) * 1_000_000
  const cost = { server: each(after.server - before.server), database: each(after.database - before.database) }
  return { rate: Math.round(times.length / took), done: times.length, cost, ...percentilesOf(times) }
}

const BARE = {
  event: 'select * from events where id = $1',
  ticket:
    'select t.*, o.number, o.buyer_name from tickets t join orders o on o.event_id = t.event_id and o.id = t.order_id where t.event_id = $1 and t.id = $2',
  redeem: `update tickets set redeemed_at = now(), redeemed_by = $3 where event_id = $1 and id = $2 and redeemed_at is null and status = 'valid'`,
  scan: `with scanned as (
      insert into scans (event_id, id, ticket_id, verdict, scanned_at) values ($1, $2, $3, 'admitted', now()) returning *)
    insert into events_log (type, at, event_id, subject, data)
    select 'scan.recorded', scanned_at, event_id, id, jsonb_build_object('ticket', ticket_id, 'verdict', verdict)
    from scanned`,
} as const

/** The ceiling: the same statements by a minimal client. */
const bareLines = async (url: string, event: string) => {
  const clients = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = new Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
      await client.connect()
      return client
    }),
  )
  const admit = async (ticket: string, line: number): Promise<boolean> => {
    const client = clients[line]
    if (!client) return false
    const query = (name: keyof typeof BARE, ...values: unknown[]) => client.query({ name, text: BARE[name], values })
    const scan = randomUUID()
    await query('event', event)
    await query('ticket', event, ticket)
    await client.query('begin')
    const { rowCount } = await query('redeem', event, ticket, scan)
    await query('scan', event, scan, ticket)
    await client.query('commit')
    return rowCount === 1
  }
  return { admit, width: clients.length, close: () => Promise.all(clients.map((client) => client.end())) }
}

/** Admissions at one event with very many tickets. */
export const scan: Benchmark = {
  name: 'scan',
  what: `admissions at an event with ${TICKETS.toLocaleString('en')} tickets, ${DEVICES} devices`,
  run: async ({ seconds, rounds }) => {
    const server = await startKartis()
    const db = openDatabase(server.database)
    const client = openClient(DEVICES)
    try {
      const owner = await producer(server.url)
      const headers = headersOf(owner)
      const { event, type } = await sale(owner, TICKETS)
      await fillEvent(db, { event, type, tickets: TICKETS })
      const { rows } = await db.query<{ id: string }>('select id from tickets where event_id = $1 order by random()', [
        event,
      ])
      const ids = rows.map(({ id }) => id).values()
      const next = (): string => ids.next().value ?? ''
      const admit = async (ticket: string): Promise<boolean> => {
        const { status } = await client.send(`${server.url}/api/v1/producer/events/${event}/scan_ticket`, {
          method: 'POST',
          headers,
          body: { ticket_uuid: ticket, scan_uuid: randomUUID() },
        })
        return status === 200
      }
      const bare = await bareLines(server.database, event)
      const [mine, top]: [Round[], Round[]] = [[], []]
      await lines(server, 1, DEVICES, next, admit)
      for (let round = 0; round < rounds; round++) {
        top.push(await lines(server, seconds, bare.width, next, bare.admit))
        mine.push(await lines(server, seconds, DEVICES, next, admit))
      }
      await bare.close()
      const [best, rate] = [median(top.map((round) => round.rate)), median(mine.map((round) => round.rate))]
      const { rows: after } = await db.query<Record<'redeemed' | 'admitted' | 'counted' | 'bare' | 'twice', string>>(
        `select (select count(*) from tickets where event_id = $1 and redeemed_at is not null) as redeemed,
           (select count(*) from scans where event_id = $1 and verdict = 'admitted') as admitted,
           (select count(*) from scans where event_id = $1 and verdict = 'admitted' and user_id is null) as bare,
           (select entered from event_entries where event_id = $1) as counted,
           (select count(*) from (select from scans where event_id = $1 and verdict = 'admitted'
             group by ticket_id having count(*) > 1) t) as twice`,
        [event],
      )
      const [count] = after
      return [
        { name: 'bare PostgreSQL, the same statements', rate: best, ...middleOf(top) },
        {
          name: `admissions, ${DEVICES} devices`,
          rate,
          ...middleOf(mine),
          ofCeiling: rate / best,
          target: TARGET,
          note: `durable. ${costText(mine.map(({ cost }) => cost))}`,
        },
        {
          name: 'no ticket entered twice',
          proof: count?.twice === '0' && count.redeemed === count.admitted,
          note: `${count?.redeemed} entered, ${count?.admitted} scans admitted`,
        },
        {
          name: 'the entry counter is correct',
          proof: Number(count?.counted) === Number(count?.admitted) - Number(count?.bare),
          note: `${count?.counted} told, ${count?.bare} more by the bare client`,
        },
      ]
    } finally {
      client.close()
      await db.end()
      await server.stop()
    }
  },
}
