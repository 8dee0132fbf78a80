import { showAvailability } from '@kartis/contract/public-events.ts'
import { steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import { COMPANION, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import type { Producer } from '@kartis/testing/people.ts'
import type { Pool } from 'pg'
import { assetsOf, type Browser, fetchPage, openPage } from './browser.ts'
import { buy, type Reserving, type Step } from './buyer.ts'
import { type Client, crowd, openClient } from '@kartis/testing/http-client.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure, Options } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { type Pass, waitInLine } from './waiting-queue.ts'
import { type SeatTally, reservingSeats } from './seat-buyer.ts'
import { readSeatedEvent, seatBooks, seatedSale, type SeatedEvent } from './seated-event.ts'
import { producer, sale, type Sale } from './world.ts'

/** Browsers that load pages in parallel: visitors arrive as fast as they are served. */
const ARRIVING = 40
const BUYERS = 2000
/** Connections of waiting and of admitted buyers, as many as a reverse proxy would keep open. */
const CROWD = 400
const INSIDE = 200
const WITHIN_MS = 1000
/** Maximum wait; a buyer who still waits then did not learn that the event is sold out. */
const MAX_SECONDS = { tickets: 600, seats: 170 }
const MEMORY_MB = 1200
/** Statuses that are correct replies in a rush. */
const HONEST: ReadonlySet<number> = new Set([200, 201, 303, 304, 409, 410, 422, 429, 503])
const POLLS = 2
/** The sale opens when this share of the buyers is in the lobby; the others arrive during the sale. */
const IN_LOBBY = 2 / 3
/** The arrival rate is measured over the first so many buyers, to schedule the opening. */
const KNOWN = 0.1
const MIN_SECONDS = 10
/** Bits of proof of work; low, because one program computes it for all browsers. */
const WORK_BITS = 4
/** Categories of the concert hall. */
const HALL_CATEGORIES = 3
/** Shares of parties whose seats somebody else may have taken a moment before. */
const BEST_REFUSED = 0.01
const MAP_REFUSED = 0.2

interface Stage {
  readonly server: Server
  readonly sale: Sale
  readonly slug: string
  readonly files: { readonly event: readonly string[]; readonly wait: readonly string[] }
  /** Separate connections for waiting and for admitted buyers. */
  readonly crowd: Client
  readonly inside: Client
  readonly steps: Step[]
  /** Of a sale of numbered seats. */
  readonly seats?: { readonly event: SeatedEvent; readonly tally: SeatTally; readonly reserving: Reserving }
  readonly joined: () => void
  readonly until: number
}

interface Outcome {
  reserved: number
  bought: number
  soldOut: number
  late: number
}

/** Loads the sale page with its files and polls. */
const visitSale = async (stage: Stage, browser: Browser, place: number): Promise<void> => {
  const { event } = stage.sale
  await openPage(browser, 'sale page', `/order/${stage.slug}`, stage.files.event)
  const body = { visitor: `visitor-${place}`, kind: 'open' }
  const visit = await browser.client.send(`${browser.url}/api/v1/public/events/${event}/visits`, {
    method: 'POST',
    body,
  })
  browser.onStep({ name: 'visit', status: visit.status, ms: visit.ms })
  await fetchPage(browser, 'line', `/api/v1/public/events/${event}/waiting-room?arriving=1`)
  for (let poll = 0; poll < POLLS; poll++)
    await fetchPage(browser, 'availability', `/api/v1/public/events/${event}/availability`)
  await openPage(browser, 'waiting page', `/order/wait/${stage.slug}`, stage.files.wait)
}

/** Returns to the sale page with its files cached, and buys. */
const buyInside = async (stage: Stage, pass: Pass | undefined, place: number, outcome: Outcome): Promise<void> => {
  const { server, sale: on, inside: client, steps } = stage
  const onStep = (step: Step): void => void steps.push(step)
  const browser = { client, url: server.url, onStep }
  await fetchPage(browser, 'sale page, let in', `/order/${stage.slug}`)
  if (stage.seats) {
    const { uuid, hash } = stage.seats.event
    await fetchPage(browser, 'seats page', `/order/${stage.slug}/seats`)
    await fetchPage(browser, 'map of the seats', `/api/v1/public/events/${uuid}/seat_map/${hash}`)
  }
  const purchase = { ...browser, sale: on, ...(pass && { pass }) }
  const { order, tickets } = await buy(purchase, place, stage.seats?.reserving)
  if (order) outcome.reserved += 1
  if (tickets) outcome.bought += 1
}

const beOne = async (stage: Stage, place: number, outcome: Outcome, arrived: () => void): Promise<void> => {
  const { server, sale: on, steps } = stage
  // On a machine that is too slow for so many the figures say so, and the benchmark ends.
  if (performance.now() > stage.until) {
    outcome.late += 1
    return arrived()
  }
  const browser: Browser = { client: stage.crowd, url: server.url, onStep: (step) => void steps.push(step) }
  await visitSale(stage, browser, place)
  arrived()
  const device = `browser-${String(place).padStart(12, '0')}`
  const waited = await waitInLine({ ...browser, event: on.event, device, joined: stage.joined, until: stage.until })
  if (waited.end === 'in') return buyInside(stage, waited.pass, place, outcome)
  if (waited.end === 'sold_out') outcome.soldOut += 1
  else outcome.late += 1
}

/** Lets all buyers arrive, a limited number in parallel; waiting and buying run concurrently. */
const wholeCrowd = async (stage: Stage, buyers: number): Promise<Outcome> => {
  const outcome: Outcome = { reserved: 0, bought: 0, soldOut: 0, late: 0 }
  const lives: Promise<void>[] = []
  await crowd(
    buyers,
    ARRIVING,
    (place) => new Promise<void>((arrived) => lives.push(beOne(stage, place, outcome, arrived).finally(arrived))),
  )
  await Promise.all(lives)
  return outcome
}

const ADMITTED: readonly string[] = [
  'sale page, let in',
  'reserve',
  'seats page',
  'map of the seats',
  'state of the seats',
  'reserve best',
  'reserve on the map',
  'reserve the offer',
  'payment',
  'gateway page',
  'gateway card',
  'order poll',
]

const stepFigures = (steps: readonly Step[]): Figure[] =>
  [...Map.groupBy(steps, ({ name }) => name)].map(([name, own]) => {
    const counts = [...Map.groupBy(own, ({ status }) => status)].toSorted(([a], [b]) => a - b)
    return {
      name,
      ...percentilesOf(own.map(({ ms }) => ms)),
      ...(ADMITTED.includes(name) && { most: WITHIN_MS }),
      note: counts.map(([status, { length }]) => `${length} × ${status}`).join(', '),
    }
  })

/** After the rush the server is as fast as before. */
const afterwards = async ({ server, sale: on, inside }: Stage, maxMemory: number): Promise<Figure> => {
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const times: number[] = []
  let good = 0
  const path = `/api${showAvailability.path.replace(':uuid', on.event)}`
  for (let number = 0; number < 50; number++) {
    const { status, ms } = await inside.send(`${server.url}${path}`)
    times.push(ms)
    if (status === 200) good += 1
  }
  const { p50, p95, p99 } = percentilesOf(times)
  return {
    name: 'three seconds later',
    p50,
    p95,
    p99,
    proof: good === times.length && p95 < 100 && maxMemory < MEMORY_MB * 1e6,
    note: `memory at most ${Math.round(maxMemory / 1e6)} MB of ${MEMORY_MB}, now ${Math.round(server.memory() / 1e6)}`,
  }
}

const proofs = (
  outcome: Outcome,
  steps: readonly Step[],
  sold: { buyers: number; tickets: number; isSeated: boolean },
) => {
  const { reserved, bought, soldOut, late } = outcome
  const dishonest = steps.filter(({ status }) => !HONEST.has(status))
  return (books: Awaited<ReturnType<typeof booksOf>>): Figure[] => [
    {
      name: 'nothing was sold twice',
      proof: books.sold + books.held <= sold.tickets,
      note: `${Math.max(0, books.sold + books.held - sold.tickets)} oversold`,
    },
    {
      name: 'every reserved ticket was paid for and seen by its buyer',
      proof: reserved === bought && books.held === 0,
      note: `${reserved} reserved, ${bought} bought, ${books.held} stranded holds`,
    },
    ...(sold.isSeated
      ? []
      : [
          {
            name: 'all tickets were sold',
            proof: books.sold === Math.min(sold.tickets, sold.buyers),
            note: `${books.sold} sold`,
          },
        ]),
    {
      name: 'every other buyer was told that the event is sold out',
      proof: late === 0,
      note: `${soldOut} learned it in line, ${sold.buyers - bought - soldOut - late} inside, ${late} never`,
    },
    {
      name: 'every reply was correct',
      proof: dishonest.length === 0,
      note: `${dishonest.length} were not ${[...new Set(dishonest.map(({ name, status }) => `${name} ${status}`))].slice(0, 5).join(', ')}`,
    },
    { name: 'the totals agree', ...checkBooks(books) },
  ]
}

const share = (lost: number, all: number): string => `${lost} of ${all}`

/** Every seat is sold or free, and few parties chose seats that others had taken. */
const seatFigures = async (
  db: Pool,
  { event, tally }: NonNullable<Stage['seats']>,
  sold: number,
): Promise<Figure[]> => {
  const { taken, double, ordered, counted } = await seatBooks(db, event.uuid)
  const isProtected = (place: number): boolean => ((event.map.flags[place] ?? 0) & (WHEELCHAIR | COMPANION)) !== 0
  const left = Array.from(event.map.flags.keys()).filter((place) => !taken.has(event.numbers.byIndex[place] ?? 0))
  const accessible = left.filter(isProtected).length
  return [
    {
      name: 'every seat is sold or free, and no seat is sold twice',
      proof: double === 0 && taken.size === sold && ordered === sold && counted === sold,
      note: `${sold} of ${event.map.size} sold; left: ${accessible} accessible, ${left.length - accessible} others`,
    },
    {
      name: 'the best together were refused to one in a hundred at most',
      proof: tally.bestLost <= tally.best * BEST_REFUSED,
      note: share(tally.bestLost, tally.best),
    },
    {
      name: 'a click on the map was refused to one in five at most',
      proof: tally.mapLost <= tally.map * MAP_REFUSED,
      note: share(tally.mapLost, tally.map),
    },
  ]
}

/** The sale that opens: counted tickets, or the seats of a concert hall. */
const openSale = async (
  owner: Producer,
  { buyers = BUYERS, tickets = Math.ceil(buyers / 10), seats }: Pick<Options, 'buyers' | 'tickets' | 'seats'>,
): Promise<{ readonly on: Sale; readonly tickets: number; readonly event?: SeatedEvent }> => {
  if (!seats) return { on: await sale(owner, tickets), tickets }
  const made = await seatedSale(owner, { template: 'concert_hall' }, HALL_CATEGORIES)
  const event = await readSeatedEvent(owner, made.event.uuid)
  return { on: { event: event.uuid, type: event.types[0] ?? '' }, tickets: event.map.size, event }
}

/** The opening of a sale through the waiting room: many more buyers than tickets, each behaving as a browser. */
export const rush: Benchmark = {
  name: 'rush',
  what: 'the opening of a sale through its waiting room, each buyer as a browser: --buyers 10000 --tickets 1000, or --seats',
  run: async (options) => {
    const { buyers = BUYERS } = options
    const server = await startKartis({ LOG_LEVEL: 'error' })
    const db = openDatabase(server.database)
    const [waiting, inside] = [openClient(CROWD), openClient(INSIDE)]
    try {
      const owner = await producer(server.url)
      const { on, tickets, event: seated } = await openSale(owner, options)
      const tally = { best: 0, bestLost: 0, map: 0, mapLost: 0 }
      const openAt = (seconds: number) =>
        owner.call(steerWaitingRoom, {
          params: { uuid: on.event },
          body: { mode: 'on', work_bits: WORK_BITS, opens_at: new Date(Date.now() + seconds * 1000).toISOString() },
        })
      await openAt(3000)
      const { rows } = await db.query<{ slug: string }>('select slug from events where id = $1', [on.event])
      const slug = rows[0]?.slug ?? ''
      const htmlOf = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text()
      const event = assetsOf(await htmlOf(`/order/${slug}`))
      const wait = assetsOf(await htmlOf(`/order/wait/${slug}`)).filter((file) => !event.includes(file))
      const steps: Step[] = []
      let [memory, joined, opensIn] = [0, 0, 0]
      const watch = setInterval(() => (memory = Math.max(memory, server.memory())), 250)
      const [before, began] = [server.cpu(), performance.now()]
      const seconds = (): number => (performance.now() - began) / 1000
      const stage: Stage = {
        server,
        sale: on,
        slug,
        files: { event, wait },
        crowd: waiting,
        inside,
        steps,
        ...(seated && { seats: { event: seated, tally, reserving: reservingSeats(seated, tally) } }),
        joined: () => {
          joined += 1
          if (joined !== Math.ceil(buyers * KNOWN)) return
          opensIn = Math.max(MIN_SECONDS, (seconds() * (IN_LOBBY - KNOWN)) / KNOWN)
          void openAt(opensIn)
          opensIn += seconds()
        },
        until: began + MAX_SECONDS[seated ? 'seats' : 'tickets'] * 1000,
      }
      const outcome = await wholeCrowd(stage, buyers)
      const took = seconds()
      clearInterval(watch)
      const after = server.cpu()
      const late = await afterwards(stage, memory)
      const books = await booksOf(db, on.event)
      return [
        {
          name: `${buyers.toLocaleString('en')} buyers, ${tickets.toLocaleString('en')} tickets`,
          rate: steps.length / took,
          note: `${steps.length.toLocaleString('en')} requests in ${took.toFixed(1)} s, opened after ${opensIn.toFixed(0)} s; CPU: server ${(after.server - before.server).toFixed(0)} s, database ${(after.database - before.database).toFixed(0)} s`,
        },
        ...stepFigures(steps),
        late,
        ...proofs(outcome, steps, { buyers, tickets, isSeated: stage.seats !== undefined })(books),
        ...(stage.seats ? await seatFigures(db, stage.seats, books.sold) : []),
      ]
    } finally {
      waiting.close()
      inside.close()
      await db.end()
      await server.stop()
    }
  },
}
