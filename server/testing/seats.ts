import { publishEvent } from '@kartis/contract/events.ts'
import type { Event } from '@kartis/contract/events.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { DEFAULT_SEAT_RULES, type SeatRules } from '@kartis/domain/seats.ts'
import { compile, describePlace } from '@kartis/seat-map/model/compile.ts'
import { emptyDocument, type MapDocument, type Row } from '@kartis/seat-map/model/document.ts'
import { firstNumbers, stretchesOf } from '@kartis/seat-map/model/seat-numbers.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { sql } from 'kysely'
import { inTransaction } from '../platform/database/db.ts'
import { as, draftEvent, ticketTypeOf } from './events.ts'
import type { Producer } from './people.ts'
import type { World } from './world.ts'

/** A section `s` with rows one behind the other; each has ten places of category `a` by default. */
export const hallDocument = (rows: readonly Partial<Row>[], change: Partial<MapDocument> = {}): MapDocument => ({
  ...emptyDocument(),
  next: 2_000_000_000,
  focus: [500, 0],
  categories: ['a', 'b'].map((id, rank) => ({ id, name: id, color: '#aa8800', rank })),
  sections: [
    {
      id: 's',
      floor: '1',
      name: 'אולם',
      short: '',
      kind: 'rows',
      outline: [],
      rank: 0,
      gate: 'שער 5',
      numbering: { scheme: '1', first: 1, step: 1, from: 'right', skip: [] },
    },
  ],
  rows: rows.map((row, index) => ({
    id: `r${index + 1}`,
    section: 's',
    label: String(index + 1),
    rank: index,
    at: [275, 300 + 100 * index],
    angle: 0,
    gap: 50,
    bend: 0,
    count: 10,
    breaks: [],
    numbering: {},
    category: 'a',
    except: {},
    ...row,
  })),
  ...change,
})

export interface SeatedEvent {
  readonly event: Event
  /** Of category `a`, then of `b`. */
  readonly type: TicketType
  readonly other: TicketType
  /** The uuid of a place by its index in the hall: the first row from the left of the screen, then the next. */
  readonly seat: (index: number) => string
}

/** The seating of an event as its producer would have taken it; `prices`: category to ticket type. */
export const seatEvent = async (
  world: World,
  eventId: string,
  accountId: string,
  document: MapDocument,
  prices: readonly (readonly [category: string, typeId: string])[],
  rules: SeatRules = DEFAULT_SEAT_RULES,
): Promise<(index: number) => string> => {
  const map = compile(document)
  const seating = world.platform.newId()
  const numbers = firstNumbers(map.size)
  const places = { stretches: stretchesOf(numbers), next: numbers.next, gone: {} }
  await sql`insert into event_seat_clock (event_id) values (${eventId})`.execute(world.db)
  await world.db
    .insertInto('event_seating')
    .values({
      event_id: eventId,
      account_id: accountId,
      map_id: world.platform.newId(),
      edition: 1,
      revision: 1,
      seating,
      rules: JSON.stringify(rules),
      document: JSON.stringify(document),
      places: JSON.stringify(places),
      hash: seating,
      updated_at: world.clock.now(),
    })
    .execute()
  await world.db
    .insertInto('event_seat_prices')
    .values(prices.map(([category, ticket_type_id]) => ({ event_id: eventId, category, ticket_type_id })))
    .execute()
  await world.db
    .insertInto('event_seats')
    .values(
      map.keys.map((place, index) => {
        const printed = describePlace(map, index)
        return {
          event_id: eventId,
          seat_no: index,
          place,
          category: map.categories[map.category[index] ?? 0] ?? '',
          section: printed.section,
          row_label: printed.row,
          label: printed.number,
          flags: map.flags[index] ?? 0,
        }
      }),
    )
    .execute()
  return (index) => seatUuid(seating, index)
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
  const document = options.document ?? hallDocument(options.rows ?? [{}])
  const prices = [
    ['a', type.uuid],
    ['b', other.uuid],
    ...(options.more ?? []).map((category) => [category, type.uuid]),
  ] as [string, string][]
  const rules = { ...DEFAULT_SEAT_RULES, orphans: 'off' as const, ...options.rules }
  const seat = await seatEvent(world, draft.uuid, producer.account.uuid, document, prices, rules)
  const published = await world.call(publishEvent, { ...as(producer), params: { uuid: draft.uuid } })
  if (published.error) throw new Error(`refused: ${published.text}`)
  return { event: published.body.data, type, other, seat }
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
