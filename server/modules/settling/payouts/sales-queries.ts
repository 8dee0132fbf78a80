import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** Money of an event in agorot, captured less refunded. */
export interface CapturedRow {
  /** Cards, cash and terminals together. */
  readonly total: number
  readonly cards: number
  readonly special: number
  readonly tourist: number
}

/** A card whose rate nobody knows is a regular one: `bucketsOf` gives regular what the other two leave. */
export const capturedOf = async (db: Db, eventId: string): Promise<CapturedRow> => {
  const { rows } = await sql<CapturedRow>`
    select coalesce(sum(kept), 0)::float8 as total,
           coalesce(sum(kept) filter (where method <> 'cash'), 0)::float8 as cards,
           coalesce(sum(kept) filter (where method <> 'cash' and bucket = 'special'), 0)::float8 as special,
           coalesce(sum(kept) filter (where method <> 'cash' and bucket = 'tourist'), 0)::float8 as tourist
    from (select method, bucket, amount - refunded as kept from payments where event_id = ${eventId} and status = 'paid') p`.execute(
    db,
  )
  return rows[0] ?? { total: 0, cards: 0, special: 0, tourist: 0 }
}

export interface OrdersRow {
  /** Orders that count: paid, free or invited, not cancelled as a whole. */
  readonly count: number
  /** What went back to buyers; a charge returned because it was one too many is none of it. */
  readonly refunded: number
}

export const ordersOf = async (db: Db, eventId: string): Promise<OrdersRow> => {
  const { rows } = await sql<OrdersRow>`
    with touched as materialized (
      select distinct order_id from payments where event_id = ${eventId} and status = 'paid' and refunded > 0
    ), kept as (
      select order_id, sum(amount - refunded) as kept from payments
      where event_id = ${eventId} and status = 'paid' and order_id in (select order_id from touched) group by order_id
    )
    select (select count(*)::int from orders
             where event_id = ${eventId} and status in ('paid', 'partially_refunded')) as count,
           (select coalesce(sum(greatest(0, o.total - k.kept)), 0)::float8
             from kept k join orders o on o.event_id = ${eventId} and o.id = k.order_id
             where o.paid_at is not null) as refunded`.execute(db)
  return rows[0] ?? { count: 0, refunded: 0 }
}

export interface TypeSalesRow {
  readonly id: string
  readonly name: string
  /** agorot */
  readonly price: number
  /** Valid tickets. */
  readonly count: number
  /** Their printed prices, agorot. */
  readonly amount: number
  /** Tickets that nobody paid for and that were not cancelled before the event. */
  readonly free: number
}

/** Ticket types of an event in the order of the sale page; types put away appear while tickets of them exist. */
export const typeSalesOf = async (db: Db, eventId: string, startsAt: Date): Promise<TypeSalesRow[]> => {
  const { rows } = await sql<TypeSalesRow>`
    select t.id, t.name, t.price, coalesce(k.count, 0)::int as count, coalesce(k.amount, 0)::float8 as amount,
           coalesce(k.free, 0)::int as free
    from ticket_types t
    left join (
      select ticket_type_id, count(*) filter (where status = 'valid') as count,
             sum(price) filter (where status = 'valid') as amount,
             count(*) filter (where price = 0 and (status = 'valid' or cancelled_at >= ${startsAt})) as free
      from tickets where event_id = ${eventId} group by ticket_type_id
    ) k on k.ticket_type_id = t.id
    where t.event_id = ${eventId} and (t.archived_at is null or k.count > 0 or k.free > 0)
    order by t.position, t.id`.execute(db)
  return rows
}
