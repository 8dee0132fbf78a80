import { GATE_SEARCH, type GateQuery, type SeatReading } from '@kartis/domain/gate-search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { TicketSeat } from '../../selling/ticketing/index.ts'
import { containing } from '../../../platform/http/listing.ts'

export interface GateOrderRow {
  readonly id: string
  readonly number: string
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
  readonly tickets_count: number
  readonly entered_count: number
}

export interface GateTicketRow {
  readonly id: string
  readonly order_id: string
  readonly ticket_type_id: string
  readonly name: string
  readonly position: number
  readonly status: 'valid' | 'cancelled'
  readonly redeemed_at: Date | null
  readonly gate: string | null
  readonly left_at: Date | null
  readonly seat: TicketSeat | null
  /** Another person than the buyer holds it: this one, until the person is erased. */
  readonly is_held: boolean
  readonly holder_name: string | null
  readonly holder_phone: string | null
}

const numbered = (query: Extract<GateQuery, { by: 'number' | 'phone' }>): RawBuilder<boolean> =>
  sql<boolean>`o.number = any(${query.readings.map(({ order }) => order)}::bigint[])`

/** The signs of Hebrew names that `searchText` ignores. */
const SIGNS = `'"’‘”“\`´׳״`

/** A text of a seat in the form of the terms: `י״ב` and `יב` are one row. */
const comparable = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`translate(lower(${text}), ${SIGNS}, '')`

/** The order has a ticket with this seat. */
const seated = ({ place, rows, number }: SeatReading): RawBuilder<boolean> => {
  const inPlace = place.map(
    (term) =>
      sql`and ${comparable(sql`concat_ws(' ', s.seat->>'floor', s.seat->>'section')`)} like ${containing(term)}`,
  )
  return sql<boolean>`o.id in (select s.order_id from tickets s where s.event_id = o.event_id
    and ${comparable(sql`s.seat->>'row'`)} = any(${[...rows]}::text[]) and ${comparable(sql`s.seat->>'number'`)} = ${number}
    ${sql.join(inPlace, sql` `)})`
}

/** Each term is in the name, a column that is stored as `searchText` compares it. */
const named = (terms: readonly string[], name: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql.join(
    terms.map((term) => sql<boolean>`${name} like ${containing(term)}`),
    sql` and `,
  ) as RawBuilder<boolean>

/** The order has a ticket that somebody else holds, whom this is true of. There are few, and they are read once. */
const heldBy = (eventId: string, holder: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`o.id in (
  select x.order_id from ticket_transfers x where x.event_id = ${eventId} and x.state = 'accepted' and ${holder})`

/** The order's name, number, phone, one of its seats or a holder of its tickets matches what was typed. */
const matches = (eventId: string, query: GateQuery): RawBuilder<boolean> => {
  if (query.by === 'seat') return seated(query.seat)
  if (query.by === 'number') return numbered(query)
  const inSeat = query.seat ? seated(query.seat) : sql<boolean>`false`
  if (query.by === 'name')
    return sql<boolean>`((${named(query.terms, sql`o.buyer_search`)})
      or ${heldBy(eventId, named(query.terms, sql`x.holder_search`))} or ${inSeat})`
  return sql<boolean>`(${numbered(query)} or o.number::text like ${`${query.digits}%`}
    or o.buyer_phone like ${containing(query.phone)}
    or ${heldBy(eventId, sql<boolean>`x.holder_phone like ${containing(query.phone)}`)} or ${inSeat})`
}

/** Orders of an event with tickets in people's hands, one more than are shown. */
export const readGateOrders = async (db: Db, eventId: string, query: GateQuery): Promise<GateOrderRow[]> => {
  const { rows } = await sql<GateOrderRow>`
    select o.id, o.number::text as number, o.buyer_name, o.buyer_phone, t.tickets_count, t.entered_count
    from orders o cross join lateral (
      select count(*)::int as tickets_count, count(redeemed_at)::int as entered_count
      from tickets where event_id = o.event_id and order_id = o.id
    ) t
    where o.event_id = ${eventId} and o.paid_at is not null and ${matches(eventId, query)}
    order by o.buyer_name nulls last, o.number
    limit ${sql.lit(GATE_SEARCH.orders + 1)}`.execute(db)
  return rows
}

/** The first tickets of each of these orders, in their order. */
export const readGateTickets = async (
  db: Db,
  eventId: string,
  orderIds: readonly string[],
): Promise<GateTicketRow[]> => {
  const { rows } = await sql<GateTicketRow>`
    select t.id, t.order_id, t.ticket_type_id, t.name, t.position, t.status, t.redeemed_at, s.gate, t.left_at, t.seat,
      x.id is not null as is_held, x.holder_name, x.holder_phone
    from tickets t left join scans s on s.event_id = t.event_id and s.id = t.redeemed_by
    left join ticket_transfers x on x.event_id = t.event_id and x.ticket_id = t.id and x.state = 'accepted'
    where t.event_id = ${eventId} and t.order_id = any(${[...orderIds]}::uuid[])
      and t.position <= ${sql.lit(GATE_SEARCH.ticketsOfOrder)}
    order by t.order_id, t.position`.execute(db)
  return rows
}
