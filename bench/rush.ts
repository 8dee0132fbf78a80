import { showAvailability } from '@kartis/contract/public-events.ts'
import { steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import { assetsOf, type Browser, look, openPage } from './browser.ts'
import { buy, type Step } from './buyer.ts'
import { type Client, crowd, openClient } from './client.ts'
import { booksOf, judgeBooks, openDatabase } from './database.ts'
import { percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { type Pass, waitInLine } from './waiting-queue.ts'
import { producer, sale, type Sale } from './world.ts'

/** Browsers that load pages at once: the crowd comes as fast as it is served. */
const ARRIVING = 40
/** Connections of those who wait, and of those who were let in, as many as proxies in front would keep open. */
const CROWD = 400
const INSIDE = 200
const WITHIN_MS = 1000
/** Nobody waits longer; who still does then was never told that all is sold. */
const MAX_SECONDS = 600
const MEMORY_MB = 1200
/** What a server may honestly say in a rush. */
const HONEST: ReadonlySet<number> = new Set([200, 201, 303, 304, 409, 410, 422, 429, 503])
const POLLS = 2
/** The sale opens when about so many of the crowd stand in the lobby; the others come while it is sold. */
const IN_LOBBY = 2 / 3
/** Of the first this is known at which pace they come, and so when to open. */
const KNOWN = 0.1
const MIN_SECONDS = 10
/** Each browser does its own work; here one program does it for all of them. */
const WORK_BITS = 4

interface Stage {
  readonly server: Server
  readonly sale: Sale
  readonly slug: string
  readonly files: { readonly event: readonly string[]; readonly wait: readonly string[] }
  /** The waiting crowd's connections and those of admitted buyers: nobody queues behind another's browser. */
  readonly crowd: Client
  readonly inside: Client
  readonly steps: Step[]
  readonly joined: () => void
  readonly until: number
}

interface Outcome {
  reserved: number
  bought: number
  soldOut: number
  late: number
}

/** The sale page with all that a browser does on it. */
const visitSale = async (stage: Stage, browser: Browser, place: number): Promise<void> => {
  const { event } = stage.sale
  await openPage(browser, 'sale page', `/order/${stage.slug}`, stage.files.event)
  const body = { visitor: `visitor-${place}`, kind: 'open' }
  const visit = await browser.client.send(`${browser.url}/api/v1/public/events/${event}/visits`, {
    method: 'POST',
    body,
  })
  browser.heard({ name: 'visit', status: visit.status, ms: visit.ms })
  await look(browser, 'line', `/api/v1/public/events/${event}/waiting-room?arriving=1`)
  for (let poll = 0; poll < POLLS; poll++)
    await look(browser, 'availability', `/api/v1/public/events/${event}/availability`)
  await openPage(browser, 'waiting page', `/order/wait/${stage.slug}`, stage.files.wait)
}

/** Back to the sale page, whose files the browser has, and from the cart to the tickets. */
const buyInside = async (stage: Stage, pass: Pass | undefined, place: number, outcome: Outcome): Promise<void> => {
  const { server, sale: on, inside: client, steps } = stage
  const heard = (step: Step): void => void steps.push(step)
  await look({ client, url: server.url, heard }, 'sale page, let in', `/order/${stage.slug}`)
  const { order, tickets } = await buy({ client, url: server.url, sale: on, heard, ...(pass && { pass }) }, place)
  if (order) outcome.reserved += 1
  if (tickets) outcome.bought += 1
}

const beOne = async (stage: Stage, place: number, outcome: Outcome, arrived: () => void): Promise<void> => {
  const { server, sale: on, steps } = stage
  const browser: Browser = { client: stage.crowd, url: server.url, heard: (step) => void steps.push(step) }
  await visitSale(stage, browser, place)
  arrived()
  const device = `browser-${String(place).padStart(12, '0')}`
  const waited = await waitInLine({ ...browser, event: on.event, device, joined: stage.joined, until: stage.until })
  if (waited.end === 'in') return buyInside(stage, waited.pass, place, outcome)
  if (waited.end === 'sold_out') outcome.soldOut += 1
  else outcome.late += 1
}

/** All of them come, as many at a time as load pages at once; the wait and what follows happens beside. */
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
  'details',
  'payment',
  'gateway page',
  'gateway card',
  'order poll',
]

const tell = (steps: readonly Step[]): Figure[] =>
  [...Map.groupBy(steps, ({ name }) => name)].map(([name, own]) => {
    const counts = [...Map.groupBy(own, ({ status }) => status)].toSorted(([a], [b]) => a - b)
    return {
      name,
      ...percentilesOf(own.map(({ ms }) => ms)),
      ...(ADMITTED.includes(name) && { most: WITHIN_MS }),
      note: counts.map(([status, { length }]) => `${length} × ${status}`).join(', '),
    }
  })

/** When the rush is over the server is as quick as before it. */
const afterwards = async ({ server, sale: on, inside }: Stage, most: number): Promise<Figure> => {
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
    proof: good === times.length && p95 < 100 && most < MEMORY_MB * 1e6,
    note: `memory at most ${Math.round(most / 1e6)} MB of ${MEMORY_MB}, now ${Math.round(server.memory() / 1e6)}`,
  }
}

const proofs = (outcome: Outcome, steps: readonly Step[], sold: { buyers: number; tickets: number }) => {
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
    {
      name: 'all tickets were sold',
      proof: books.sold === Math.min(sold.tickets, sold.buyers),
      note: `${books.sold} sold`,
    },
    {
      name: 'everybody else was told so',
      proof: late === 0,
      note: `${soldOut} heard it in line, ${sold.buyers - bought - soldOut - late} inside, ${late} never`,
    },
    {
      name: 'every answer was an honest one',
      proof: dishonest.length === 0,
      note: `${dishonest.length} were not ${[...new Set(dishonest.map(({ name, status }) => `${name} ${status}`))].slice(0, 5).join(', ')}`,
    },
    { name: 'the books close', ...judgeBooks(books) },
  ]
}

/** The opening of a sale: many more buyers than tickets, each as a real browser behaves, through the waiting room. */
export const rush: Benchmark = {
  name: 'rush',
  what: 'the opening of a sale through its waiting room, each buyer as a browser: --buyers 10000 --tickets 1000',
  run: async ({ buyers, tickets = Math.ceil(buyers / 10) }) => {
    const server = await startKartis({ LOG_LEVEL: 'error' })
    const db = openDatabase(server.database)
    const [waiting, inside] = [openClient(CROWD), openClient(INSIDE)]
    try {
      const owner = await producer(server.url)
      const on = await sale(owner, tickets)
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
        joined: () => {
          joined += 1
          if (joined !== Math.ceil(buyers * KNOWN)) return
          opensIn = Math.max(MIN_SECONDS, (seconds() * (IN_LOBBY - KNOWN)) / KNOWN)
          void openAt(opensIn)
          opensIn += seconds()
        },
        until: began + MAX_SECONDS * 1000,
      }
      const outcome = await wholeCrowd(stage, buyers)
      const took = seconds()
      clearInterval(watch)
      const after = server.cpu()
      const late = await afterwards(stage, memory)
      return [
        {
          name: `${buyers.toLocaleString('en')} buyers, ${tickets.toLocaleString('en')} tickets`,
          rate: steps.length / took,
          note: `${steps.length.toLocaleString('en')} requests in ${took.toFixed(1)} s, opened after ${opensIn.toFixed(0)} s; CPU: server ${(after.server - before.server).toFixed(0)} s, database ${(after.database - before.database).toFixed(0)} s`,
        },
        ...tell(steps),
        late,
        ...proofs(outcome, steps, { buyers, tickets })(await booksOf(db, on.event)),
      ]
    } finally {
      waiting.close()
      inside.close()
      await db.end()
      await server.stop()
    }
  },
}
