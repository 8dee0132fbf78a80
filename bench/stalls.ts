import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { listStatements } from '@kartis/contract/statements.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { type Answer, openClient, type RequestOptions } from '@kartis/testing/http-client.ts'
import type { Producer } from '@kartis/testing/people.ts'
import { createSale } from '@kartis/testing/sales.ts'
import { exportCsv } from '@kartis/seat-map/model/csv.ts'
import { BIG_HALL_SEATS, bigHall } from './big-hall.ts'
import { openDatabase } from './database.ts'
import { fillEvent } from './fill.ts'
import { bookPayments, untilBooked } from './fill-books.ts'
import { openOperator } from './operator.ts'
import { median } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { seatedSale } from './seated-event.ts'
import { type Server, startWatchedKartis } from './servers.ts'
import { headersOf, producer, sale } from './world.ts'

/** What everybody else waits for at most while somebody's request is served. */
const MAX_STALL_MS = 20
const TICKETS = 20_000
const LARGEST_ORDER = 300
/** The longest description, and the most elements, that an event may have. */
const DESCRIPTION = { chars: 39_000, elements: 950 }
const JSON_BYTES = 64_000
const STATEMENT = { orders: 1000, lines: 1000 }

/** The longest time that the event loop of a server stood still since the last call, in milliseconds. */
const stallSince = (socket: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = ''
    connect(socket)
      .on('data', (part) => (text += part.toString()))
      .on('end', () => resolve(Number(text)))
      .on('error', reject)
  })

interface Subject {
  readonly name: string
  readonly path: string
  readonly options?: () => RequestOptions
}

const get = (name: string, path: string): Subject => ({ name, path })

/** The order with as many tickets as it may have that a producer may allow, paid. Returns the paths of its pages and the headers of its buyer. */
const largestOrder = async (server: Server, owner: Producer): Promise<readonly Subject[]> => {
  const { event, types } = await createSale(owner, {
    types: [{ price: 0, sum_total_available: 5000, purchase_limit: null }],
    event: { settings: { order_limit: LARGEST_ORDER } },
  })
  const { send, close } = openClient(1)
  const post = async (path: string, body: object, token?: string, method = 'POST') => {
    const headers = { 'idempotency-key': randomUUID(), ...(token && { 'x-order-token': token }) }
    const answer = await send(`${server.url}/api/v1/public/orders${path}`, { method, headers, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text.slice(0, 300)}`)
    return (JSON.parse(answer.text) as { data: { uuid: string; token: string } }).data
  }
  const items = [{ events_ticket_uuid: types[0]?.uuid, quantity: LARGEST_ORDER }]
  const { uuid, token } = await post('', { event_uuid: event.uuid, items })
  await post(`/${uuid}`, { name: 'דנה כהן', phone: '0521234567', email: 'dana@example.co.il' }, token, 'PATCH')
  await post(`/${uuid}/payment`, {}, token)
  close()
  const options = () => ({ headers: { 'x-order-token': token } })
  return [
    { name: `order of ${LARGEST_ORDER} tickets`, path: `/api/v1/public/orders/${uuid}`, options },
    { name: 'its tickets page', path: `/order/tickets/${uuid}?token=${token}` },
    { name: 'its PDF', path: `/api/v1/public/orders/${uuid}/tickets.pdf?token=${token}`, options },
    { name: 'its tickets for wallets', path: `/api/v1/public/orders/${uuid}/wallet`, options },
  ]
}

const richText = (): string => {
  const each = 'x'.repeat(Math.floor(DESCRIPTION.chars / DESCRIPTION.elements) - '<b></b>'.length - 1)
  return `<p>${`<b>${each}</b> `.repeat(DESCRIPTION.elements)}</p>`
}

/** Requests of a producer with very many tickets, and the worst texts and bodies. */
const producerSubjects = async (server: Server, owner: Producer): Promise<readonly Subject[]> => {
  const big = await sale(owner, TICKETS + 10)
  const db = openDatabase(server.database)
  await fillEvent(db, { ...big, tickets: TICKETS })
  const { rows } = await db.query<{ id: string }>('select id from tickets where event_id = $1 limit 200', [big.event])
  await db.end()
  const event = `/api/v1/producer/events/${big.event}`
  const scans = () => {
    const sent_at = new Date().toISOString()
    const scan = { verdict: 'admitted', scanned_at: sent_at }
    return {
      device_id: randomUUID(),
      sent_at,
      scans: rows.map(({ id }, place) => ({
        ...scan,
        device_seq: place + 1,
        scan_uuid: randomUUID(),
        ticket_uuid: id,
      })),
    }
  }
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`k${place}`, 1]))
  const of = `filter[event_uuid]=${big.event}`
  return [
    {
      name: 'description of 39,000 characters',
      path: event,
      options: () => ({ method: 'PATCH', body: { description: richText() } }),
    },
    {
      name: `${JSON_BYTES / 1000} KB of unknown fields`,
      path: '/api/v1/login',
      options: () => ({ method: 'POST', body: fields }),
    },
    get('orders of an event, 100 a page', `/api/v1/producer/orders?${of}&per_page=100`),
    get(
      'search for a name',
      `/api/v1/producer/orders?${of}&per_page=100&filter[or][name]=${encodeURIComponent('כהן 17')}`,
    ),
    get(`export of ${(TICKETS / 2).toLocaleString('en')} orders`, `/api/v1/producer/orders/export?${of}`),
    get('report of the event, PDF', `${event}/report.pdf`),
    get('report of the event, spreadsheet', `${event}/report.xlsx`),
    get('export of who did not come', `${event}/no_shows/export`),
    get(`list of ${TICKETS.toLocaleString('en')} tickets for a device`, `${event}/admission_list`),
    get('snapshot for a device', `${event}/check_in/snapshot`),
    {
      name: 'upload of 200 scans',
      path: `${event}/check_in/scans`,
      options: () => ({ method: 'POST', body: scans() }),
    },
    get('reports of the account', '/api/v1/producer/reports'),
    get('ledger of the account, export', '/api/v1/producer/ledger/export'),
    get('description of the API', '/api/openapi.json'),
  ]
}

type Env = Readonly<Record<string, string>>

/** A statement about very many events, as a file of either kind. */
const statementSubjects = async (server: Server, owner: Producer, env: Env): Promise<readonly Subject[]> => {
  const on = await sale(owner, STATEMENT.orders * 4)
  const { event } = on
  const db = openDatabase(server.database)
  const operator = openOperator(server.database, env)
  try {
    await fillEvent(db, { ...on, tickets: STATEMENT.orders * 2 })
    await bookPayments(db, event)
    await untilBooked(db, event, STATEMENT.orders)
    await db.query(
      `update events set starts_at = now() - interval '20 days', ends_at = now() - interval '19 days' where id = $1`,
      [event],
    )
    const made = await operator.run(['statements', 'draft', '--by', 'bench', '--account', owner.account])
    const [statement] = (await owner.call(listStatements, { query: {} })).data
    if (!statement) throw new Error(`no statement was made: ${made.output}`)
    // As if it settled as many events: a line of each kind for one of them is what every event has.
    await db.query(
      `insert into statement_lines (statement_id, position, kind, event_id, event_name, amount, held)
       select statement_id, 1000 + x, kind, event_id, event_name || ' ' || x, amount, held
       from statement_lines, generate_series(1, $2) x where statement_id = $1 and position = 1`,
      [statement.uuid, STATEMENT.lines],
    )
    const at = `/api/v1/producer/statements/${statement.uuid}`
    const name = `statement of ${STATEMENT.lines.toLocaleString('en')} lines`
    return [get(name, at), get(`${name}, PDF`, `${at}.pdf`), get(`${name}, spreadsheet`, `${at}.xlsx`)]
  } finally {
    operator.close()
    await db.end()
  }
}

const BOUNDARY = 'kartis-bench'

/** A multipart form with a file and its fields. */
const formOf = (fields: Readonly<Record<string, string>>, file: string): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plan"\r\nContent-Type: text/plain\r\n\r\n`,
    file,
    `\r\n--${BOUNDARY}--\r\n`,
  ].join('')

/** Imports of the hall into a draft, which each of them replaces. */
const importSubjects = (owner: Producer, map: string): readonly Subject[] => {
  const files = { csv: exportCsv(bigHall()), json: JSON.stringify(bigHall()) }
  const headers = { ...headersOf(owner), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return (['csv', 'json'] as const).map((format) => ({
    name: `import of a plan, ${format.toUpperCase()}`,
    path: `/api/v1/producer/venues_maps/${map}/import`,
    options: () => ({ method: 'POST', headers, body: formOf({ format }, files[format]) }),
  }))
}

/** Requests about a hall of 60,000 seats. */
const hallSubjects = async (owner: Producer): Promise<readonly Subject[]> => {
  const { event, map } = await seatedSale(owner, { document: bigHall() }, 3)
  const brief = (await owner.call(showPublicEvent, { params: { uuid: event.uuid } })).data.seat_map
  let { version } = (await owner.call(showVenueMap, { params: { uuid: map } })).data.draft
  const at = `/api/v1/producer/venues_maps/${map}`
  const open = `/api/v1/public/events/${event.uuid}`
  return [
    get('map for the browser', `${open}/seat_map/${brief?.hash}`),
    get('free seats of a browser', `${open}/seats?since=0`),
    get('free seats in words, 100 a page', `${open}/seats?list=1&per_page=100`),
    get('board of seats', `/api/v1/producer/events/${event.uuid}/seats/board`),
    get('report of seats, export', `/api/v1/producer/events/${event.uuid}/seats/report/export`),
    get('the map with its draft', at),
    get('export of the map, CSV', `${at}/export?format=csv`),
    get('export of the map, pretix', `${at}/export?format=pretix`),
    {
      name: 'a save of the draft',
      path: `${at}/draft`,
      options: () => ({ method: 'PUT', body: { version: version++, document: bigHall() } }),
    },
    ...importSubjects(owner, map),
    { name: 'publication of the map', path: `${at}/publish`, options: () => ({ method: 'POST', body: {} }) },
  ].map((subject) => ({ ...subject, name: `${BIG_HALL_SEATS.toLocaleString('en')} seats: ${subject.name}` }))
}

/** A server answers some requests while they are worked at elsewhere: a stall counts until this long after the reply. */
const SETTLE_MS = 150

const figureOf = async (
  subject: Subject,
  { rounds, request, socket }: { rounds: number; request: (subject: Subject) => Promise<Answer>; socket: string },
): Promise<Figure> => {
  const [stalls, statuses]: [number[], Set<number>] = [[], new Set()]
  let [bytes, ms] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    await stallSince(socket)
    const answer = await request(subject)
    await sleep(SETTLE_MS)
    stalls.push(await stallSince(socket))
    statuses.add(answer.status)
    ;[bytes, ms] = [answer.text.length, answer.ms]
  }
  const p99 = median(stalls)
  return {
    name: subject.name,
    p99,
    most: MAX_STALL_MS,
    note: `${[...statuses].join(', ')} in ${Math.round(ms)} ms, ${Math.round(bytes / 1000).toLocaleString('en')} KB; longest ${Math.max(...stalls).toFixed(1)} ms`,
  }
}

/** For how long one request keeps all others waiting: the longest turn of the server's event loop, the median of some rounds. */
export const stalls: Benchmark = {
  name: 'stalls',
  what: 'the longest turn of the event loop for each of the heaviest requests',
  run: async ({ rounds }) => {
    const socket = join(tmpdir(), `kartis-stalls-${process.pid}.sock`)
    const env = { KARTIS_KEY: randomBytes(32).toString('base64') }
    const server = await startWatchedKartis(socket, env)
    const client = openClient(2)
    try {
      const owner = await producer(server.url)
      const all = [
        get('nothing but a health check', '/healthz'),
        ...(await largestOrder(server, owner)),
        ...(await producerSubjects(server, owner)),
        ...(await statementSubjects(server, owner, env)),
        ...(await hallSubjects(owner)),
      ]
      const request = ({ path, options = () => ({}) }: Subject) => {
        const { headers, ...rest } = options()
        const auth = headers ?? headersOf(owner)
        return client.send(`${server.url}${path}`, { ...rest, headers: { 'accept-encoding': 'br', ...auth } })
      }
      await sleep(2000)
      const figures: Figure[] = []
      for (const subject of all) figures.push(await figureOf(subject, { rounds: Math.max(3, rounds), request, socket }))
      return figures
    } finally {
      client.close()
      await server.stop()
    }
  },
}
