import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { seatBooksOf, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const key = randomBytes(32).toString('base64')
const ROWS = 8
const SEATS = ROWS * 10
let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: key } })
  owner = await producer(world)
})
afterAll(() => world.close())

const start = async (): Promise<Child> =>
  startChild(await freePort(), {
    DATABASE_URL: world.url,
    DATA_DIR: world.platform.settings.dataDir,
    KARTIS_KEY: key,
  })
const newHall = () => seatedEvent(world, owner, { price: 0, rows: Array.from({ length: ROWS }, () => ({})) })

interface Reply {
  readonly status: number
  readonly order?: string
  readonly code?: string
}

/** Asks one process for two neighbouring seats, as a browser does; rejected where it dies meanwhile. */
const reserveAt = async ({ url }: Child, hall: SeatedEvent, seat_uuids: readonly string[]): Promise<Reply> => {
  const items = [{ events_ticket_uuid: hall.type.uuid, quantity: seat_uuids.length, seat_uuids }]
  const answer = await fetch(`${url}/api/v1/public/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_uuid: hall.event.uuid, items }),
  })
  const { data, error } = (await answer.json()) as { data?: { uuid: string }; error?: { code: string } }
  return { status: answer.status, ...(data && { order: data.uuid }), ...(error && { code: error.code }) }
}

const pair = (hall: SeatedEvent, first: number): string[] => [hall.seat(first % SEATS), hall.seat((first + 1) % SEATS)]

/** The number of each seat with its order, as the database has them. */
const heldIn = async (hall: SeatedEvent): Promise<Map<number, string>> => {
  const rows = await world.db
    .selectFrom('event_seats')
    .select(['seat_no', 'order_id'])
    .where('event_id', '=', hall.event.uuid)
    .where('state', '=', 1)
    .execute()
  return new Map(rows.map(({ seat_no: seat, order_id: order }) => [seat, order ?? '']))
}

const seatNo = (uuid: string): number => Number.parseInt(uuid.slice(-8), 16)

const expectBalanced = async (hall: SeatedEvent): Promise<void> => {
  const books = await seatBooksOf(world, hall.event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: 0, tickets: 0 })
  expect([books.heldInStock, books.soldInStock]).toEqual([books.held, 0])
}

/** Follows the seats by their revisions alone until `isOver`, as a process that shows them does. */
const follow = async (hall: SeatedEvent, isOver: () => boolean): Promise<Set<number>> => {
  const seen = new Set<number>()
  let rev = '0'
  for (let isLast = false; ;) {
    isLast = isOver()
    const { rows } = await sql<{ seat_no: number; state: number; rev: string }>`
      select seat_no, state, rev::text from event_seats
      where event_id = ${hall.event.uuid} and rev > ${rev} order by rev`.execute(world.db)
    for (const row of rows) {
      if (row.state === 1) seen.add(row.seat_no)
      else seen.delete(row.seat_no)
      rev = row.rev
    }
    if (isLast) return seen
  }
}

it('buyers who race at two processes for the same seats: each seat has one owner, no refusal is wrong, no change is missed', async () => {
  const hall = await newHall()
  const processes = await Promise.all([start(), start()])
  let isOver = false
  const following = follow(hall, () => isOver)
  // Twelve buyers in each round, six at each process, want overlapping pairs of the same corner.
  const requests: { readonly seats: string[]; readonly reply: Reply }[] = []
  for (let round = 0; round < 8; round++) {
    const replies = Array.from({ length: 12 }, async (_, place) => {
      const seats = pair(hall, round * 10 + (place % 6))
      const server = processes[place % 2]
      if (server) requests.push({ seats, reply: await reserveAt(server, hall, seats) })
    })
    await Promise.all(replies)
  }
  isOver = true
  const [shown, held] = [await following, await heldIn(hall)]
  await expectBalanced(hall)
  expect(shown).toEqual(new Set(held.keys()))
  const won = requests.filter(({ reply }) => reply.order !== undefined)
  const lost = requests.filter(({ reply }) => reply.order === undefined)
  expect(won.length * 2).toBe(held.size)
  for (const { seats, reply } of won) for (const seat of seats) expect(held.get(seatNo(seat))).toBe(reply.order)
  expect(lost.length).toBeGreaterThan(won.length)
  for (const { seats, reply } of lost) {
    expect(reply).toMatchObject({ status: 409, code: 'seat_taken' })
    expect(seats.some((seat) => held.has(seatNo(seat)))).toBe(true)
  }
  await Promise.all(processes.map((server) => server.stop()))
}, 120_000)

it('a process that is killed while buyers wait for its answers leaves seats, orders and counters equal, and what it had answered stands', async () => {
  const hall = await newHall()
  const answered = new Map<string, readonly string[]>()
  let cut = 0
  for (const offset of [0, 40]) {
    const server = await start()
    let dies: Promise<void> | undefined
    const buyer = async (place: number): Promise<void> => {
      for (let first = offset + place * 2; ; first += 16) {
        const seats = pair(hall, offset + ((first - offset) % 40))
        const reply = await reserveAt(server, hall, seats).catch(() => undefined)
        if (reply === undefined) return void (cut += 1)
        if (reply.order !== undefined) answered.set(reply.order, seats)
        // While the others are under way.
        if (answered.size >= (offset === 0 ? 6 : 10)) dies ??= server.kill()
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, place) => buyer(place)))
    await dies
    await expectBalanced(hall)
  }
  expect(cut).toBe(16)
  const held = await heldIn(hall)
  for (const [order, seats] of answered) for (const seat of seats) expect(held.get(seatNo(seat))).toBe(order)
  // Whoever comes after the crash finds each seat either held or free to take.
  const next = await start()
  for (let first = 0; first < SEATS; first += 2) {
    const seats = pair(hall, first)
    const isFree = seats.every((seat) => !held.has(seatNo(seat)))
    expect((await reserveAt(next, hall, seats)).status).toBe(isFree ? 201 : 409)
  }
  await expectBalanced(hall)
  await next.stop()
}, 120_000)
