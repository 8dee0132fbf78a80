import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, openClient } from '@kartis/testing/http-client.ts'
import { buy, RESERVE, type Step } from './buyer.ts'
import { openDatabase } from './database.ts'
import { fillEvent } from './fill.ts'
import { percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { type Server, startSheddingKartis } from './servers.ts'
import { untilOver } from './until-over.ts'
import { headersOf, producer, sale, type Sale } from './world.ts'

const TIMES = 3
/** As many as a shop on a quiet day: what a step takes on this machine, beside whatever else runs on it. */
const QUIET_BUYERS = 4
const CAPACITY_BUYERS = 256
const CAPACITY_SECONDS = 8
/** Shorter loads are over before memory and limits have settled. */
const MIN_SECONDS = 30
const PLENTY = 1_000_000
const TICKETS = 20_000
/** Connections of buyers: who finds none has nowhere to wait, as at a full accept queue. */
const CONNECTIONS = 6000
const TICK_MS = 10
const SCANS_PER_SECOND = 20
const WEBHOOKS_PER_SECOND = 5
const MAX_MS = 1000
const RECOVERED_MS = 250
const RECOVERY_SECONDS = 5
const PROBES = 10
const GROWTH = 1.1
const GROWTH_BYTES = 30e6
/** Share of the capacity that is still sold while three times as many come. */
const GOODPUT = 0.6

interface Seen {
  /** Milliseconds of the steps of whoever was admitted, by step. */
  readonly steps: Map<string, number[]>
  readonly scans: number[]
  readonly webhooks: number[]
  readonly memory: number[]
  /** Scans and webhooks that were refused. */
  firstRefused: number
  arrived: number
  refused: number
  bought: number
  broken: number
}

/** Calls `act` so many times a second until the time is over, whether or not the earlier calls have ended; resolves when all have. */
const atRate = async (perSecond: number, seconds: number, act: () => Promise<void>): Promise<void> => {
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let started = 0; ;) {
    const elapsed = (performance.now() - began) / 1000
    if (elapsed >= seconds) break
    for (; started < elapsed * perSecond; started++) {
      const call = act().finally(() => running.delete(call))
      running.add(call)
    }
    await sleep(TICK_MS)
  }
  await Promise.all(running)
}

/** Somebody who leaves when the reservation is refused, and otherwise buys to the end. */
const arrive = async (server: Server, on: Sale, client: Client, seen: Seen): Promise<void> => {
  const place = seen.arrived++
  const admitted: Step[] = []
  const onStep = (step: Step): void => {
    if (step.status === 0) seen.broken += 1
    else if (step.status < 400) admitted.push(step)
  }
  const once: Parameters<typeof buy>[2] = async () => {
    const answer = await client.send(`${server.url}${RESERVE}`, {
      method: 'POST',
      headers: { 'x-app-name': 'order' },
      body: { event_uuid: on.event, items: [{ events_ticket_uuid: on.type, quantity: 1 }] },
    })
    onStep({ name: 'reserve', status: answer.status, ms: answer.ms })
    if (answer.status === 503) seen.refused += 1
    return answer
  }
  const { tickets } = await buy({ client, url: server.url, sale: on, onStep }, 1_000_000 + place, once)
  if (tickets) seen.bought += 1
  for (const { name, ms } of admitted) {
    const times = seen.steps.get(name)
    if (times) times.push(ms)
    else seen.steps.set(name, [ms])
  }
}

const openFirst = (server: Server, headers: Readonly<Record<string, string>>, event: string, seen: Seen) => {
  const client = openClient(64)
  const send = async (times: number[], ...request: Parameters<Client['send']>): Promise<void> => {
    const { status, ms } = await client.send(...request)
    if (status === 503 || status === 0) seen.firstRefused += 1
    else times.push(ms)
  }
  return {
    scan: (ticket: string) =>
      send(seen.scans, `${server.url}/api/v1/producer/events/${event}/scan_ticket`, {
        method: 'POST',
        headers,
        body: { ticket_uuid: ticket, scan_uuid: randomUUID() },
      }),
    /** Of a payment that does not exist: it is read and refused like any other. */
    webhook: () =>
      send(seen.webhooks, `${server.url}/api/v1/payments/sandbox/notify`, {
        method: 'POST',
        body: new URLSearchParams({ reference: randomUUID() }),
      }),
    close: () => client.close(),
  }
}

/** Seconds from the end of the load until reservations are quick again, so many one after another. */
const recoveryOf = async (server: Server, on: Sale): Promise<number> => {
  const client = openClient(1)
  const began = performance.now()
  let quick = 0
  while (quick < PROBES && performance.now() - began < 60_000) {
    const { status, ms } = await client.send(`${server.url}${RESERVE}`, {
      method: 'POST',
      body: { event_uuid: on.event, items: [{ events_ticket_uuid: on.type, quantity: 1 }] },
    })
    quick = status === 201 && ms <= RECOVERED_MS ? quick + 1 : 0
    if (quick === 0) await sleep(50)
  }
  client.close()
  return (performance.now() - began) / 1000
}

const middle = (values: readonly number[]): number => percentilesOf(values).p50

const memoryFigure = (samples: readonly number[]): Figure => {
  const third = Math.floor(samples.length / 3)
  const [before, after] = [middle(samples.slice(third, 2 * third)), middle(samples.slice(2 * third))]
  return {
    name: 'memory stays as it is',
    ...(before > 0 && { proof: after <= before * GROWTH + GROWTH_BYTES }),
    note: `${Math.round(before / 1e6)} MB in the second third, ${Math.round(after / 1e6)} in the last, ${Math.round(Math.max(...samples) / 1e6)} at most`,
  }
}

const load = async (server: Server, seconds: number) => {
  const owner = await producer(server.url)
  const [on, entered] = [await sale(owner, PLENTY, 0), await sale(owner, TICKETS)]
  const db = openDatabase(server.database)
  await fillEvent(db, { event: entered.event, type: entered.type, tickets: TICKETS })
  const { rows } = await db.query<{ id: string }>('select id from tickets where event_id = $1', [entered.event])
  await db.end()
  const tickets = rows.map(({ id }) => id).values()
  let place = 0
  const closed = async (width: number) => {
    const times: number[] = []
    const onStep = ({ status, ms }: Step): void => void (status < 400 && times.push(ms))
    const { rate } = await untilOver(server, { seconds: CAPACITY_SECONDS, width }, async (client) => {
      const bought = await buy({ client, url: server.url, sale: on, onStep }, place++)
      return bought.tickets ? 1 : undefined
    })
    return { rate, ...percentilesOf(times) }
  }
  await closed(CAPACITY_BUYERS)
  const quiet = await closed(QUIET_BUYERS)
  const full = await closed(CAPACITY_BUYERS)
  const capacity = full.rate
  const seen: Seen = {
    steps: new Map(),
    scans: [],
    webhooks: [],
    memory: [],
    firstRefused: 0,
    arrived: 0,
    refused: 0,
    bought: 0,
    broken: 0,
  }
  const client = openClient(CONNECTIONS)
  const first = openFirst(server, headersOf(owner), entered.event, seen)
  const sampling = setInterval(() => seen.memory.push(server.memory()), 1000)
  const recoverAtEnd = async (): Promise<number> => {
    await sleep(seconds * 1000)
    return recoveryOf(server, on)
  }
  const [recovery] = await Promise.all([
    recoverAtEnd(),
    atRate(capacity * TIMES, seconds, () => arrive(server, on, client, seen)),
    atRate(SCANS_PER_SECOND, seconds, () => first.scan(tickets.next().value ?? '')),
    atRate(WEBHOOKS_PER_SECOND, seconds, () => first.webhook()),
  ])
  clearInterval(sampling)
  first.close()
  client.close()
  return { seen, quiet, full, recovery }
}

/** Free purchases arrive at three times the rate at which they can be made, while people enter and gateways call. */
export const overload: Benchmark = {
  name: 'overload',
  what: `buyers arrive at ${TIMES} times the capacity for --seconds (${MIN_SECONDS} at least), beside scans and webhooks`,
  run: async (options) => {
    const seconds = Math.max(MIN_SECONDS, options.seconds)
    const server = await startSheddingKartis()
    try {
      const { seen, quiet, full, recovery } = await load(server, seconds)
      const { arrived, refused, bought, broken } = seen
      return [
        { name: `free purchases of ${QUIET_BUYERS} buyers; their steps`, ...quiet },
        { name: `free purchases of ${CAPACITY_BUYERS} buyers: the capacity`, ...full },
        {
          name: `the same while ${TIMES} times as many arrive`,
          rate: bought / seconds,
          ofCeiling: bought / seconds / full.rate,
          target: GOODPUT,
          note: `${arrived} arrived in ${seconds} s, ${refused} refused at once, ${bought} bought`,
        },
        ...[...seen.steps].map(([name, times]) => ({
          name: `admitted: ${name}`,
          ...percentilesOf(times),
          most: MAX_MS,
          note: `${times.length} times`,
        })),
        { name: 'scans', ...percentilesOf(seen.scans), most: MAX_MS, note: `${seen.scans.length} times` },
        { name: 'webhooks', ...percentilesOf(seen.webhooks), most: MAX_MS, note: `${seen.webhooks.length} times` },
        {
          name: 'no scan and no webhook is refused',
          proof: seen.firstRefused === 0,
          note: `${seen.firstRefused} were`,
        },
        { name: 'no connection is broken', proof: broken === 0, note: `${broken} were` },
        memoryFigure(seen.memory),
        {
          name: `quick again within ${RECOVERY_SECONDS} s`,
          proof: recovery <= RECOVERY_SECONDS,
          note: `${PROBES} reservations of ${RECOVERED_MS} ms at most, ${recovery.toFixed(1)} s after the last arrival`,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
