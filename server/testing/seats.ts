import { setTimeout as sleep } from 'node:timers/promises'
import { publishEvent } from '@kartis/contract/events.ts'
import type { Event } from '@kartis/contract/events.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import type { SeatRules } from '@kartis/domain/seats.ts'
import type { MapDocument, Row } from '@kartis/seat-map/model/document.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { inTransaction } from '../platform/database/db.ts'
import { as, draftEvent, ticketTypeOf } from './events.ts'
import type { Producer } from './people.ts'
import { takeSeating } from './seating.ts'
import type { World } from './world.ts'

export interface SeatedEvent {
  readonly event: Event
  /** Of category `a`, then of `b`. */
  readonly type: TicketType
  readonly other: TicketType
  /** The uuid of a place by its index in the hall: the first row from the left of the screen, then the next. */
  readonly seat: (index: number) => string
}

/** An event on sale with numbered places; one ticket type for category `a`, another one for `b`. */
export const seatedEvent = async (
  world: World,
  producer: Producer,
  options: {
    readonly rows?: readonly Partial<Row>[]
    readonly document?: MapDocument
    readonly rules?: Partial<SeatRules>
    readonly price?: number
    readonly quota?: number
    readonly otherQuota?: number
    readonly event?: Parameters<typeof draftEvent>[2]
    /** Further prices of the first type, such as that of a category of both. */
    readonly more?: readonly string[]
  } = {},
): Promise<SeatedEvent> => {
  const draft = await draftEvent(world, producer, { kind: 'seats', ...options.event })
  const price = options.price ?? 100
  const type = await ticketTypeOf(world, producer, draft, { price, sum_total_available: options.quota ?? 1000 })
  const other = await ticketTypeOf(world, producer, draft, {
    name: 'יציע',
    price,
    sum_total_available: options.otherQuota ?? 1000,
  })
  const document = options.document ?? hallOf(options.rows ?? [{}])
  const prices = [
    { category: 'a', events_ticket_uuid: type.uuid },
    { category: 'b', events_ticket_uuid: other.uuid },
    ...(options.more ?? []).map((category) => ({ category, events_ticket_uuid: type.uuid })),
  ]
  const rules = { orphans: 'off' as const, ...options.rules }
  const { seating } = await takeSeating(world, producer, draft.uuid, { document, prices, rules })
  const published = await world.call(publishEvent, { ...as(producer), params: { uuid: draft.uuid } })
  if (published.error) throw new Error(`refused: ${published.text}`)
  return { event: published.body.data, type, other, seat: (index) => seatUuid(seating, index) }
}

type Items = BodyIn<typeof reserve>['items']

/** Holds the seat clock of an event until the returned function is called: what comes meanwhile forms one batch. */
export const holdClock = async (world: Pick<World, 'db'>, eventId: string): Promise<() => Promise<void>> => {
  let free = (): void => {}
  const freed = new Promise<void>((resolve) => (free = resolve))
  let locked = (): void => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const done = inTransaction(world.db, async (tx) => {
    await sql`select from event_seat_clock where event_id = ${eventId} for update`.execute(tx)
    locked()
    await freed
  })
  await isLocked
  return () => {
    free()
    return done
  }
}

/** Waits until as many transactions of the database wait for a lock. */
export const untilWaiting = async (world: Pick<World, 'db'>, count: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    if ((rows[0]?.count ?? 0) >= count) return
    await sleep(5)
  }
}

/** Two calls behind the clock's lock, the first one first. */
export const inTurn = async <A, B>(
  world: Pick<World, 'db'>,
  hall: Pick<SeatedEvent, 'event'>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  const free = await holdClock(world, hall.event.uuid)
  const earlier = first()
  await untilWaiting(world, 1)
  const later = second()
  await untilWaiting(world, 2)
  await free()
  return Promise.all([earlier, later])
}

/** Asks for named seats of one type. */
export const requestSeats = (
  world: World,
  { event, type }: SeatedEvent,
  seats: readonly string[],
  idempotencyKey?: string,
) =>
  requestItems(
    world,
    event.uuid,
    [{ events_ticket_uuid: type.uuid, quantity: seats.length, seat_uuids: [...seats] }],
    idempotencyKey,
  )

export const requestItems = (world: World, eventId: string, items: Items, idempotencyKey?: string) =>
  world.call(reserve, { ...(idempotencyKey && { idempotencyKey }), body: { event_uuid: eventId, items } })

export interface SeatBooks {
  /** Seats by state, beside what orders and tickets say. */
  readonly held: number
  readonly sold: number
  readonly inHolds: number
  readonly tickets: number
  /** Counters of the event's seated types. */
  readonly heldInStock: number
  readonly soldInStock: number
  /** Seats whose order does not name them, or names them and does not have them. */
  readonly torn: number
}

/** Asks for the best places of one type. */
export const requestBest = (
  world: World,
  { event, type }: SeatedEvent,
  quantity: number,
  best: NonNullable<Items[number]['best']> = {},
) => requestItems(world, event.uuid, [{ events_ticket_uuid: type.uuid, quantity, best }])

/** The seats of an event beside its orders, counters and tickets. */
export const seatBooksOf = async (world: Pick<World, 'db'>, eventId: string): Promise<SeatBooks> => {
  const { rows } = await sql<SeatBooks>`
    with lines as (
      select o.id, o.status, l.ticket_type_id, x.seat
      from orders o join order_lines l on l.event_id = o.event_id and l.order_id = o.id
      cross join lateral unnest(l.seats) as x (seat)
      where o.event_id = ${eventId} and o.status in ('reserved', 'pending_payment')
    ), seats as (select * from event_seats where event_id = ${eventId})
    select (select count(*)::int from seats where state = 1) as held,
      (select count(*)::int from seats where state = 2) as sold,
      (select count(*)::int from lines) as "inHolds",
      (select count(*)::int from tickets t where t.event_id = ${eventId} and t.status = 'valid' and t.seat_no is not null) as tickets,
      (select coalesce(sum(held), 0)::int from stock where event_id = ${eventId}) as "heldInStock",
      (select coalesce(sum(sold), 0)::int from stock where event_id = ${eventId}) as "soldInStock",
      (select count(*)::int from lines left join seats s on s.order_id = lines.id and s.state = 1
         and s.seat_no = ('x' || right(lines.seat::text, 8))::bit(32)::int and s.ticket_type_id = lines.ticket_type_id
        where s.seat_no is null)
      + (select count(*)::int from seats s left join tickets t
           on t.event_id = s.event_id and t.seat_no = s.seat_no and t.status = 'valid' and t.order_id = s.order_id
          where s.state = 2 and t.id is null) as torn`.execute(world.db)
  const [row] = rows
  if (!row) throw new Error('no such event')
  return row
}

/** Seats, orders, counters and tickets of an event agree. */
export const expectSeatsBalanced = async (
  world: Pick<World, 'db'>,
  { event }: Pick<SeatedEvent, 'event'>,
): Promise<void> => {
  const books = await seatBooksOf(world, event.uuid)
  expect(books).toMatchObject({ torn: 0, held: books.inHolds, sold: books.tickets })
  expect([books.heldInStock, books.soldInStock]).toEqual([books.held, books.sold])
}
