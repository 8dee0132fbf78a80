import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { releaseOrder } from '@kartis/contract/public-orders.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort, startChild } from '../../../testing/child.ts'
import { holding } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { seatViewer } from '../../../testing/seat-viewer.ts'
import { requestSeats, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const key = randomBytes(32).toString('base64')
/** Above eight thousand seats viewers are sent what changed since their revision. */
const [ROWS, COUNT] = [21, 400]
const SEATS = ROWS * COUNT

let world: World
let owner: Producer
let hall: SeatedEvent
beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: key } })
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { price: 0, rows: Array.from({ length: ROWS }, () => ({ count: COUNT })) })
})
afterAll(() => world.close())

const freeNow = async (): Promise<Set<number>> => {
  const rows = await world.db
    .selectFrom('event_seats')
    .select('seat_no')
    .where('event_id', '=', hall.event.uuid)
    .where('state', '=', 0)
    .execute()
  return new Set(rows.map(({ seat_no: seat }) => seat))
}

const pair = (first: number): string[] => [hall.seat(first), hall.seat(first + 1)]

/** A page that polls one address, as a browser does, and goes on after requests that were not answered. */
const page = (url: string) => {
  const viewer = seatViewer(SEATS)
  let failed = 0
  const closed = new AbortController()
  const replies: boolean[] = []
  const poll = async (): Promise<void> => {
    const since = viewer.since()
    const query = since === undefined ? '' : `?since=${since}`
    const answer = await fetch(`${url}/api/v1/public/events/${hall.event.uuid}/seats${query}`).catch(() => undefined)
    if (!answer?.ok) return void (failed += 1)
    viewer.apply(((await answer.json()) as { readonly data: SeatsState }).data)
    replies.push(viewer.hadAll())
  }
  const polling = (async () => {
    while (!closed.signal.aborted) {
      await poll()
      await sleep(20)
    }
  })()
  return {
    failed: () => failed,
    /** Of each reply: whether it had all seats. */
    replies,
    sees: async (): Promise<void> => {
      const expected = await freeNow()
      await expect.poll(() => viewer.free(), { timeout: 10_000 }).toEqual(expected)
    },
    close: async (): Promise<void> => {
      closed.abort()
      await polling
    },
  }
}

it('a page that polls while the server is killed and started again goes on: all seats once, then what changes', async () => {
  const env = { DATABASE_URL: world.url, DATA_DIR: world.platform.settings.dataDir, KARTIS_KEY: key }
  const port = await freePort()
  const first = await startChild(port, env)
  const open = page(first.url)
  const early = (await requestSeats(world, hall, pair(0))).body.data
  await open.sees()
  await requestSeats(world, hall, pair(2))
  await open.sees()
  expect(open.replies.at(-1)).toBe(false)

  await first.kill()
  await expect.poll(open.failed).toBeGreaterThan(0)
  // Another server sells on meanwhile, and a buyer gives back.
  await requestSeats(world, hall, pair(800))
  await world.call(releaseOrder, holding(early))
  const before = open.replies.length
  const second = await startChild(port, env)
  await open.sees()
  expect(open.replies[before]).toBe(true)
  await requestSeats(world, hall, pair(4))
  await open.sees()
  // It was sent all seats once, not from then on.
  expect(open.replies.slice(before).filter(Boolean)).toHaveLength(1)
  expect(open.replies.at(-1)).toBe(false)
  await open.close()
  await second.stop()
}, 60_000)
