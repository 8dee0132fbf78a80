import { duplicateEvent, publishEvent } from '@kartis/contract/events.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import type { SeatNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import type { Producer } from '@kartis/testing/people.ts'
import { createSeatedSale, type Hall, type SeatedSale } from '@kartis/testing/seats.ts'
import type { Pool } from 'pg'

/** Two seats side by side, which leave no single seat wherever their pairs begin at the start of a row. */
export interface Pair {
  readonly type: string
  readonly numbers: readonly [number, number]
  readonly seats: readonly [string, string]
}

/** A published event with numbered seats, as a browser sees it. */
export interface SeatedEvent {
  readonly uuid: string
  readonly hash: string
  readonly map: CompiledMap
  readonly numbers: SeatNumbers
  /** Base of the uuids of the seats. */
  readonly seating: string
  /** Ticket types of the categories that have places. */
  readonly types: readonly string[]
  /** Those with the best view first. */
  readonly pairs: readonly Pair[]
}

export const readSeatedEvent = async ({ call }: Producer, uuid: string): Promise<SeatedEvent> => {
  const { seat_map: brief } = (await call(showPublicEvent, { params: { uuid } })).data
  if (!brief) throw new Error('the event has no seats')
  const { data } = await call(showSeatMap, { params: { uuid, hash: brief.hash } })
  const { map, numbers } = fromWire(data)
  const typeOf = new Map(brief.prices.map(({ category, events_ticket_uuid: type }) => [category, type]))
  const pairs = map.rows.flatMap(({ first, end }) =>
    Array.from({ length: (end - first) >> 1 }, (_, index): Pair & { readonly quality: number } => {
      const place = first + 2 * index
      const own = [numbers.byIndex[place] ?? 0, numbers.byIndex[place + 1] ?? 0] as const
      return {
        type: typeOf.get(map.categories[map.category[place] ?? 0] ?? '') ?? '',
        numbers: own,
        seats: [seatUuid(data.seating, own[0]), seatUuid(data.seating, own[1])],
        quality: map.quality[place] ?? 0,
      }
    }),
  )
  const types = map.categories.map((category) => typeOf.get(category) ?? '')
  return {
    uuid,
    hash: brief.hash,
    map,
    numbers,
    seating: data.seating,
    types,
    pairs: pairs.toSorted((a, b) => a.quality - b.quality),
  }
}

/** A sale in a hall, its categories with a ticket type each at 100 shekels. */
export const seatedSale = (owner: Producer, hall: Hall, categories: number): Promise<SeatedSale> => {
  const type = { price: 100, sum_total_available: 100_000 }
  return createSeatedSale(owner, hall, { types: Array.from({ length: categories }, () => type) })
}

/**
 * A published copy of an event, with all of its seats free and its rows as the database leaves them a minute later: the
 * autovacuum of so many new rows would otherwise run while they are sold.
 */
export const freshEvent = async (owner: Producer, db: Pool, uuid: string): Promise<SeatedEvent> => {
  const copy = (await owner.call(duplicateEvent, { params: { uuid } })).data
  await owner.call(publishEvent, { params: { uuid: copy.uuid } })
  await db.query('vacuum (analyze) event_seats')
  return readSeatedEvent(owner, copy.uuid)
}

/** What the tables say of an event's seats after a run. */
export interface SeatBooks {
  /** Numbers of held and sold seats. */
  readonly taken: ReadonlySet<number>
  /** Seats that two open or paid orders have. */
  readonly double: number
  /** Seats by the lines of open and paid orders, and by the counters. */
  readonly ordered: number
  readonly counted: number
}

export const seatBooks = async (db: Pool, event: string): Promise<SeatBooks> => {
  const { rows } = await db.query<{ taken: number[] | null; double: number; ordered: number; counted: number }>(
    `with line as (
       select unnest(l.seats) as seat from order_lines l join orders o on o.event_id = l.event_id and o.id = l.order_id
       where l.event_id = $1 and o.status in ('reserved', 'pending_payment', 'paid')
     )
     select
       (select array_agg(seat_no) from event_seats where event_id = $1 and state <> 0) as taken,
       (select count(*)::int from (select from line group by seat having count(*) > 1) d) as double,
       (select count(*)::int from line) as ordered,
       (select sum(held + sold)::int from stock where event_id = $1) as counted`,
    [event],
  )
  const [row] = rows
  return {
    taken: new Set(row?.taken),
    double: row?.double ?? 0,
    ordered: row?.ordered ?? 0,
    counted: row?.counted ?? 0,
  }
}
