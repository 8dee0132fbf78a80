import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { fromBase64, fromGaps } from '@kartis/seat-map/model/board.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, openClient } from '@kartis/testing/http-client.ts'
import { get, getPaced } from './load.ts'
import { median, percentilesOf } from './percentiles.ts'
import type { Figure } from './report.ts'
import type { Pair, SeatedEvent } from './seated-event.ts'
import type { Server } from './servers.ts'

/** Pages that poll every second; those that are read stand for all of them. */
const POLLERS = 5000
const READ = 100
const CONNECTIONS = 100
const SECONDS = 15
/** A pair is sold this often. */
const SALE_MS = 250
const LAG_MS = 1200
const READERS = 100
const STATE_TARGET = 0.9

/** When each seat was sold. */
type Sold = Map<number, number>

interface Watched {
  readonly client: Client
  readonly base: string
  readonly sold: Sold
  readonly lags: number[]
  /** Of the last reply to anybody. */
  rev: number
  isOver: boolean
}

const takenIn = ({ taken, bits }: SeatsState, sold: Sold): number[] => {
  if (bits === undefined) return fromGaps([...(taken ?? [])])
  const bytes = fromBase64(bits)
  return [...sold.keys()].filter((seat) => (((bytes[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 0)
}

/** One page: polls at the pace that the server asks for, and notes after how long it learns of each sold seat. */
const watch = async (watched: Watched, startsIn: number): Promise<void> => {
  const { client, base, sold, lags } = watched
  const seen = new Set<number>()
  let since: number | undefined
  await sleep(startsIn)
  while (!watched.isOver) {
    const reply = await client.send(`${base}/seats${since === undefined ? '' : `?since=${since}`}`)
    if (reply.status !== 200) throw new Error(`a state was answered with ${reply.status}`)
    const { data } = JSON.parse(reply.text) as { readonly data: SeatsState }
    const now = performance.now()
    for (const seat of takenIn(data, sold)) {
      const at = sold.get(seat)
      if (at === undefined || seen.has(seat)) continue
      seen.add(seat)
      lags.push(now - at)
    }
    since = data.rev
    watched.rev = Math.max(watched.rev, data.rev)
    await sleep(data.next_ms)
  }
}

const sell = async (server: Server, event: SeatedEvent, watched: Watched, pairs: readonly Pair[]): Promise<void> => {
  for (const { type, seats, numbers } of pairs) {
    // Counted from the request, which comes before the commit.
    const at = performance.now()
    for (const number of numbers) watched.sold.set(number, at)
    const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type, quantity: 2, seat_uuids: seats }] }
    await watched.client.send(`${server.url}/api/v1/public/orders`, { method: 'POST', body })
    await sleep(Math.max(0, at + SALE_MS - performance.now()))
  }
}

/** How long after a sale 5,000 pages that show the hall know of it. */
export const lagFigure = async (server: Server, event: SeatedEvent): Promise<Figure> => {
  const client = openClient(READ + 1)
  const path = `/api/v1/public/events/${event.uuid}`
  const watched: Watched = { client, base: `${server.url}${path}`, sold: new Map(), lags: [], rev: 0, isOver: false }
  try {
    const sales = event.pairs.slice(0, (SECONDS * 1000) / SALE_MS)
    const pages = Promise.all(Array.from({ length: READ }, (_, index) => watch(watched, (index * 1000) / READ)))
    const others = getPaced(server.url, () => `${path}/seats?since=${watched.rev}`, {
      connections: CONNECTIONS,
      perSecond: POLLERS - READ,
      isOver: () => watched.isOver,
    })
    // The first reply reads the whole hall.
    await sleep(2000)
    await sell(server, event, watched, sales)
    await sleep(3000)
    watched.isOver = true
    await Promise.all([pages, others])
    const expected = sales.length * 2 * READ
    const lag = percentilesOf(watched.lags)
    return {
      name: `a sale is on ${POLLERS.toLocaleString('en')} screens`,
      ...lag,
      proof: watched.lags.length === expected && lag.p95 <= LAG_MS,
      note: `p95 at most ${LAG_MS} ms; ${watched.lags.length} of ${expected} seen`,
    }
  } finally {
    client.close()
  }
}

/** Replies of the state beside those of what is left, which the sale page polls. */
export const stateFigures = async (server: Server, event: SeatedEvent, turns: number): Promise<Figure[]> => {
  const base = `${server.url}/api/v1/public/events/${event.uuid}`
  const first = (await (await fetch(`${base}/seats`)).json()) as { readonly data: SeatsState }
  const load = (path: string) => get(`${base}${path}`, { connections: READERS, seconds: 1 })
  const [state, availability] = [`/seats?since=${first.data.rev}`, '/availability']
  await load(state)
  const pairs: { readonly state: number; readonly availability: number }[] = []
  for (let turn = 0; turn < turns; turn++)
    pairs.push({ availability: (await load(availability)).rate, state: (await load(state)).rate })
  return [
    { name: 'what is left (availability)', rate: median(pairs.map((pair) => pair.availability)) },
    {
      name: 'the state of the seats',
      rate: median(pairs.map((pair) => pair.state)),
      ofCeiling: median(pairs.map((pair) => pair.state / pair.availability)),
      target: STATE_TARGET,
    },
  ]
}
