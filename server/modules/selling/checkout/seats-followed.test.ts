import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { releaseOrder } from '@kartis/contract/public-orders.ts'
import { showSeats, type SeatsState } from '@kartis/contract/public-seats.ts'
import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { holding } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { seatViewer } from '../../../testing/seat-viewer.ts'
import { requestSeats, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

/** Above eight thousand seats viewers are sent what changed since their revision. */
const [ROWS, COUNT] = [21, 400]
const SEATS = ROWS * COUNT
/** The corner that all ask for. */
const CORNER = 24

let world: World
let secondWorld: World
let owner: Producer
let hall: SeatedEvent
let history: Client
beforeAll(async () => {
  world = await openWorld()
  secondWorld = await openWorld({ beside: world })
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { price: 0, rows: Array.from({ length: ROWS }, () => ({ count: COUNT })) })
  // Every state that a seat ever had, with its revision: what a viewer of that revision must have been shown.
  history = new Client({
    connectionString: inject('postgresOwner').replace(/\/[^/?]+(\?|$)/u, `/${world.url.split('/').at(-1)}$1`),
  })
  await history.connect()
  await history.query(`
    create schema seen;
    create table seen.seats (seat_no int, rev bigint, free boolean);
    create function seen.note() returns trigger language plpgsql security definer as $$ begin
      insert into seen.seats values (new.seat_no, new.rev, new.state = 0 and new.channel = 0 and new.for_sale);
      return null;
    end $$;
    create trigger note after update on event_seats for each row execute function seen.note();`)
})
afterAll(async () => {
  await history.end()
  await secondWorld.close()
  await world.close()
})

/** The seats that were free at a revision. */
const freeAt = async (rev: number): Promise<Set<number>> => {
  const { rows } = await history.query<{ seat_no: number; free: boolean }>(
    `select distinct on (seat_no) seat_no, free from seen.seats where rev <= $1 order by seat_no, rev desc`,
    [rev],
  )
  const free = new Set(Array.from({ length: SEATS }, (_, seat) => seat))
  for (const row of rows) if (!row.free) free.delete(row.seat_no)
  return free
}

const acts = fc.record({
  first: fc.nat(CORNER - 3),
  count: fc.integer({ min: 1, max: 3 }),
  server: fc.boolean(),
  pause: fc.nat(12),
  what: fc.constantFrom('hold', 'hold_and_release', 'close', 'open', 'allot'),
})
type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never

const perform = async ({ first, count, server, pause, what }: Act): Promise<void> => {
  const at = server ? world : secondWorld
  const seats = Array.from({ length: count }, (_, index) => hall.seat(first + index))
  await sleep(pause)
  if (what.startsWith('hold')) {
    const answer = await requestSeats(at, hall, seats)
    if (!answer.error && what === 'hold_and_release') await at.call(releaseOrder, holding(answer.body.data))
    return
  }
  const body = what === 'allot' ? { channel: 'house' as const } : { for_sale: what === 'open' }
  await at.call(updateEventSeats, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: { seat_uuids: seats, ...body, ...(what === 'open' && { channel: 'public' as const }) },
  })
}

interface Look {
  readonly rev: number
  readonly free: ReadonlySet<number>
}

/** Polls now this server, now that one, at a pace of its own, until the writers are done and once more. */
const watch = async (pauses: readonly number[], isOver: () => boolean): Promise<Look[]> => {
  const viewer = seatViewer(SEATS)
  const looks: Look[] = []
  for (let poll = 0, isLast = false; !isLast; poll++) {
    isLast = isOver()
    const since = viewer.since()
    const answer = await (poll % 2 === 0 ? world : secondWorld).call(showSeats, {
      params: { uuid: hall.event.uuid },
      query: since === undefined ? {} : { since },
    })
    const state = (answer.body as { readonly data: SeatsState }).data
    // A server that has not heard of it yet says what was; a page goes on from there.
    viewer.apply(state)
    looks.push({ rev: state.rev, free: new Set(viewer.free()) })
    await sleep(pauses[poll % pauses.length])
  }
  return looks
}

it('of buyers and a producer who write at two servers at random, every viewer is shown at each revision what was free then, and no change is passed over', async () => {
  const plans = fc.tuple(
    fc.array(fc.array(acts, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 }),
    fc.array(fc.array(fc.nat(25), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
  )
  let deltas = 0
  await fc.assert(
    fc.asyncProperty(plans, async ([writers, viewers]) => {
      let isOver = false
      const watching = viewers.map((pauses) => watch(pauses, () => isOver))
      await Promise.all(
        writers.map(async (own) => {
          for (const act of own) await perform(act)
        }),
      )
      isOver = true
      const looks = (await Promise.all(watching)).flat()
      const { rows } = await history.query<{ rev: string }>('select max(rev) as rev from event_seat_clock')
      const last = Number(rows[0]?.rev ?? 0)
      for (const list of await Promise.all(watching)) expect(list.at(-1)?.rev).toBe(last)
      for (const rev of new Set(looks.map((look) => look.rev))) {
        const expected = await freeAt(rev)
        for (const look of looks) if (look.rev === rev) expect(look.free).toEqual(expected)
      }
      deltas += looks.length
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect(deltas).toBeGreaterThan(30)
}, 120_000)
