import { changeSeating, showSeating, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { cancelOrder, reseatOrder } from '@kartis/contract/orders.ts'
import { changeTickets, releaseOrder } from '@kartis/contract/public-orders.ts'
import { SEAT_CHANNELS } from '@kartis/domain/seats.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, holding, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, signIn } from '../../../testing/people.ts'
import { publishEdition } from '../../../testing/seating.ts'
import {
  expectSeatsBalanced,
  requestBest,
  requestSeats,
  type SeatedEvent,
  seatedEvent,
} from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

const ROWS = 5
const SEATS = ROWS * 10
const PRICE = 10_000

let world: World
let owner: Producer
let secondWorld: World
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld()
  secondWorld = await openWorld({ beside: world })
  // A server that starts makes its own terminal that of new payments.
  gateway = await useTestGateway(world)
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

/** Repeatable numbers from 0 to 1. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Who was charged has tickets for the sum, or the sum back; in agorot. */
const expectPaid = async (hall: SeatedEvent, charged: ReadonlyMap<string, number>): Promise<void> => {
  await world.platform.jobs.drain({ names: ['payments.word', 'payments.refund'], later: true })
  const { rows } = await sql<{ id: string; tickets: number }>`
    select p.id, (select count(*)::int from tickets t where t.event_id = p.event_id and t.order_id = p.order_id
      and t.status = 'valid') as tickets
    from payments p where p.event_id = ${hall.event.uuid}`.execute(world.db)
  const tickets = new Map(rows.map((row) => [row.id, row.tickets]))
  const returned = new Map<string, number>()
  for (const { paymentId, amount } of gateway.refunds) returned.set(paymentId, (returned.get(paymentId) ?? 0) + amount)
  for (const [payment, amount] of charged)
    expect((tickets.get(payment) ?? 0) * PRICE + (returned.get(payment) ?? 0)).toBe(amount)
}

interface Evening {
  readonly hall: SeatedEvent
  readonly random: () => number
  readonly pick: (count: number) => number
  readonly seatsFrom: (first: number, count: number) => string[]
  readonly charged: Map<string, number>
  /** Payments whose gateway is slower than the hold. */
  readonly late: { readonly payment: string; readonly amount: number }[]
  readonly statuses: Set<number>
}

const charge = async ({ charged }: Evening, payment: string, amount: number): Promise<void> => {
  charged.set(payment, amount)
  await deliverWebhook(world, { payment, ref: gateway.charge(payment, amount) })
}

const buyer = async (evening: Evening): Promise<void> => {
  const { hall, random, pick, seatsFrom, statuses } = evening
  const server = random() < 0.5 ? world : secondWorld
  const [first, count, next, fate] = [pick(SEATS), 1 + pick(3), pick(SEATS), random()]
  const answer =
    random() < 0.4 ? await requestBest(server, hall, count) : await requestSeats(server, hall, seatsFrom(first, count))
  statuses.add(answer.status)
  if (answer.error) return
  const order = answer.body.data
  const item = { events_ticket_uuid: hall.type.uuid, quantity: count, seat_uuids: seatsFrom(next, count) }
  if (fate < 0.4) await server.call(changeTickets, { ...holding(order), body: { items: [item] } })
  if (fate < 0.15) return void (await server.call(releaseOrder, holding(order)))
  if (fate > 0.85) return
  await withDetails(server, order)
  const payment = await atGateway(world, order, { accepts_equal_seats: random() < 0.5 })
  if (fate > 0.7) return void evening.late.push({ payment, amount: count * PRICE })
  await charge(evening, payment, count * PRICE)
  if (fate < 0.35)
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: true, reason: '' } })
}

/** Seats are blocked, given to a channel, opened; the rule of single seats and the edition change; tickets are moved. */
const producerActs: readonly ((evening: Evening) => Promise<number>)[] = [
  async ({ hall, pick, seatsFrom, random }) =>
    (
      await world.call(updateEventSeats, {
        ...as(owner),
        params: { uuid: hall.event.uuid },
        body: {
          seat_uuids: seatsFrom(pick(SEATS), 1 + pick(6)),
          ...(random() < 0.5
            ? { for_sale: random() < 0.5 }
            : { channel: SEAT_CHANNELS[pick(SEAT_CHANNELS.length)] ?? 'public' }),
        },
      })
    ).status,
  async ({ hall, pick, random, seatsFrom }) => {
    const quantity = 1 + pick(2)
    const seats = random() < 0.5 ? { best: {} } : { seat_uuids: seatsFrom(pick(SEATS), quantity) }
    return (
      await world.call(sendInvitation, {
        ...as(owner),
        params: { uuid: hall.event.uuid },
        body: {
          recipient: { name: 'אורי לב', phone: newPhone() },
          items: [{ events_ticket_uuid: hall.type.uuid, quantity, ...seats }],
        },
      })
    ).status
  },
  async ({ hall, pick }) => {
    const { rows: sold } = await sql<{ id: string; order_id: string }>`
      select id, order_id from tickets
      where event_id = ${hall.event.uuid} and status = 'valid' order by id`.execute(world.db)
    const ticket = sold[pick(Math.max(1, sold.length))]
    if (!ticket) return 409
    const moves = [{ ticket_uuid: ticket.id, seat_uuid: hall.seat(pick(SEATS)) }]
    return (await world.call(reseatOrder, { ...as(owner), params: { uuid: ticket.order_id }, body: { moves } })).status
  },
  async ({ hall, pick }) =>
    (
      await world.call(changeSeating, {
        ...as(owner),
        params: { uuid: hall.event.uuid },
        body: { edition: 1 + pick(3) },
      })
    ).status,
]

const expected = new Set([200, 201, 409, 422])

const evenings = async (seed: number): Promise<void> => {
  owner = await producer(world)
  const hall = await seatedEvent(world, owner, {
    price: PRICE / 100,
    rows: Array.from({ length: ROWS }, () => ({})),
    rules: { orphans: seed % 2 === 0 ? 'gentle' : 'off' },
  })
  const params = { uuid: hall.event.uuid }
  const map = (await world.call(showSeating, { ...as(owner), params })).body.data.venues_map_uuid
  // One in which the last row is gone, which sold seats forbid, and one in which every row has another name.
  const rows = Array.from({ length: ROWS }, (_, index) => ({ label: `ת${index + 1}` }))
  await publishEdition(world, owner, map, hallOf(rows.slice(1).map(() => ({}))))
  await publishEdition(world, owner, map, hallOf(rows))
  const random = randomFrom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const evening: Evening = {
    hall,
    random,
    pick,
    seatsFrom: (first, count) => Array.from({ length: count }, (_, index) => hall.seat((first + index) % SEATS)),
    charged: new Map(),
    late: [],
    statuses: new Set(),
  }
  const act = async (): Promise<void> => {
    const answered = await producerActs[pick(producerActs.length)]?.(evening)
    expect(expected).toContain(answered)
  }
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 24 }, (_, place) => (place % 4 === 0 ? act() : buyer(evening))))
    await expectSeatsBalanced(world, hall)
    world.clock.advance(1801)
    owner = { ...owner, ...(await signIn(world, owner.phone)) }
    await Promise.all([
      expireOrders(world.platform, world.payments),
      ...evening.late.splice(0).map(({ payment, amount }) => charge(evening, payment, amount)),
    ])
    await expectSeatsBalanced(world, hall)
    await expectPaid(hall, evening.charged)
    await expectSeatsBalanced(world, hall)
  }
  expect(evening.charged.size).toBeGreaterThan(5)
  expect([...evening.statuses].filter((status) => !expected.has(status))).toEqual([])
}

it.each([20_261_123, 20_261_130, 7])(
  'after random buyers, payments that come late, and a producer who changes seats, editions and tickets (%i), seats are those of orders, counters and tickets, and who was charged has tickets or the money back',
  async (seed) => {
    await evenings(seed)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(world.db)
    expect(rows[0]?.deadlocks).toBe(0)
  },
)
