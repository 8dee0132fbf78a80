import { buy, type Step, type Walk } from './buyer.ts'
import { type Client, crowd, openClient } from './client.ts'
import { booksOf, judgeBooks, openDatabase } from './database.ts'
import { percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { startKartis } from './servers.ts'
import { producer, sale } from './world.ts'

const TICKETS = 1000
/** Connections of the crowd: as many as a proxy in front would keep open. */
const WIDTH = 500
const WITHIN_MS = 1000
/** What a server may honestly say in a rush. */
const HONEST: ReadonlySet<number> = new Set([200, 201, 303, 304, 409, 410, 422, 429, 503])
const POLLS = 2

const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/order\/_\/[^"]+)"/g)].map(([, path]) => path ?? '')),
]

interface Visit {
  readonly client: Client
  readonly url: string
  readonly heard: (step: Step) => void
}

const GET = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br', 'accept-language': 'he' }

/** What a browser fetches when the sale page is opened: the page, its scripts and fonts, what is left, the visit. */
const openPage = async (
  { client, url, heard }: Visit,
  event: string,
  slug: string,
  assets: readonly string[],
  place: number,
): Promise<void> => {
  const look = async (name: string, path: string): Promise<number> => {
    const { status, ms } = await client.send(`${url}${path}`, { headers: GET })
    heard({ name, status, ms })
    return status
  }
  await look('sale page', `/order/${slug}`)
  await Promise.all(assets.map((path) => look('asset', path)))
  const visit = await client.send(`${url}/api/v1/public/events/${event}/visits`, {
    method: 'POST',
    body: { visitor: `visitor-${place}`, kind: 'open' },
  })
  heard({ name: 'visit', status: visit.status, ms: visit.ms })
  for (let poll = 0; poll < POLLS; poll++) await look('availability', `/api/v1/public/events/${event}/availability`)
}

const ADMITTED: readonly string[] = ['details', 'payment', 'gateway page', 'gateway card', 'order poll']

const tell = (steps: readonly Step[]): Figure[] => {
  const names = [...new Set(steps.map(({ name }) => name))]
  return names.map((name) => {
    const own = steps.filter((step) => step.name === name)
    const counts = new Map<number, number>()
    for (const { status } of own) counts.set(status, (counts.get(status) ?? 0) + 1)
    return {
      name,
      ...percentilesOf(own.map(({ ms }) => ms)),
      ...(ADMITTED.includes(name) && { most: WITHIN_MS }),
      note: [...counts]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    }
  })
}

/** The opening of a sale: many more buyers than tickets, each as a real browser behaves, all at once. */
export const rush: Benchmark = {
  name: 'rush',
  what: 'the opening of a sale, each buyer as a browser: --buyers 10000 --tickets 1000',
  run: async ({ buyers, tickets = TICKETS }) => {
    const server = await startKartis({ LOG_LEVEL: 'error' })
    const db = openDatabase(server.database)
    const client = openClient(WIDTH)
    try {
      const on = await sale(await producer(server.url), tickets)
      const { rows } = await db.query<{ slug: string }>('select slug from events where id = $1', [on.event])
      const slug = rows[0]?.slug ?? ''
      const assets = assetsOf(await (await fetch(`${server.url}/order/${slug}`)).text())
      const steps: Step[] = []
      const heard = (step: Step): void => void steps.push(step)
      let [reserved, bought, memory] = [0, 0, 0]
      const watch = setInterval(() => (memory = Math.max(memory, server.memory())), 250)
      const began = performance.now()
      // A waiting room stands between the page and the basket: a buyer of an event that has one passes through it here.
      await crowd(buyers, WIDTH, async (place) => {
        const walk: Walk = { client, url: server.url, sale: on, heard }
        await openPage(walk, on.event, slug, assets, place)
        const { order, tickets: seen } = await buy(walk, place)
        if (order) reserved += 1
        if (seen) bought += 1
      })
      const seconds = (performance.now() - began) / 1000
      clearInterval(watch)
      const books = await booksOf(db, on.event)
      const dishonest = steps.filter(({ status }) => !HONEST.has(status)).length
      return [
        {
          name: `${buyers.toLocaleString('en')} buyers, ${tickets.toLocaleString('en')} tickets`,
          rate: steps.length / seconds,
          note: `${steps.length.toLocaleString('en')} requests in ${seconds.toFixed(1)} s, ${WIDTH} connections, ${assets.length} assets each; memory at most ${Math.round(memory / 1e6)} MB`,
        },
        ...tell(steps),
        {
          name: 'nothing was sold twice',
          proof: books.sold + books.held <= tickets,
          note: `${Math.max(0, books.sold + books.held - tickets)} oversold`,
        },
        {
          name: 'every reserved ticket was paid for and seen by its buyer',
          proof: reserved === bought && books.held === 0,
          note: `${reserved} reserved, ${bought} bought, ${books.held} stranded holds`,
        },
        { name: 'all tickets were sold', proof: books.sold === Math.min(tickets, buyers), note: `${books.sold} sold` },
        { name: 'every answer was an honest one', proof: dishonest === 0, note: `${dishonest} were not` },
        { name: 'the books close', ...judgeBooks(books) },
      ]
    } finally {
      client.close()
      await db.end()
      await server.stop()
    }
  },
}
