import { type EventReport, PAID_MEANS } from '@kartis/contract/event-figures.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { PAID, PAID_NET, paidMeans } from '../../catalogue/events/index.ts'

/** Money of an event in agorot, captured less refunded. */
export interface CapturedRow {
  /** Cards, cash and terminals together. */
  readonly total: number
  readonly cards: number
  readonly special: number
  readonly tourist: number
}

/** Captured amounts by card bucket. A card with an unknown rate is regular: `bucketsOf` assigns regular what the other two leave. */
export const capturedOf = async (db: Db, eventId: string): Promise<CapturedRow> => {
  const { rows } = await sql<CapturedRow>`
    select coalesce(sum(net), 0)::float8 as total,
           coalesce(sum(net) filter (where method <> 'cash'), 0)::float8 as cards,
           coalesce(sum(net) filter (where method <> 'cash' and bucket = 'special'), 0)::float8 as special,
           coalesce(sum(net) filter (where method <> 'cash' and bucket = 'tourist'), 0)::float8 as tourist
    from (select method, bucket, ${PAID_NET} as net from payments where event_id = ${eventId} and ${PAID}) p`.execute(
    db,
  )
  return rows[0] ?? { total: 0, cards: 0, special: 0, tourist: 0 }
}

/** Captured less refunded of an event by what was paid with, in agorot. */
export interface MeansRow {
  readonly means: EventReport['totals']['by_means'][number]['means']
  /** Payments of which something is left. */
  readonly count: number
  readonly net: number
}

/** Rows of MeansRow of the event with this id, without means of which nothing is left. */
export const meansRows = (eventId: RawBuilder<unknown>): RawBuilder<MeansRow> => sql<MeansRow>`
  select means, (count(*) filter (where net > 0))::int as count, sum(net)::float8 as net
  from (
    select ${paidMeans()} as means, ${PAID_NET} as net
    from payments where event_id = ${eventId} and ${PAID}
  ) p
  group by means having sum(net) <> 0`

/** In the order of the report. */
export const meansOf = async (db: Db, eventId: string): Promise<MeansRow[]> => {
  const { rows } = await sql<MeansRow>`
    ${meansRows(sql`${eventId}`)}
    order by array_position(${[...PAID_MEANS]}::text[], means)`.execute(db)
  return rows
}

export interface OrdersRow {
  /** Orders that count: paid, free or invited, not cancelled as a whole. */
  readonly count: number
  /** agorot refunded to buyers, without duplicate charges that were returned. */
  readonly refunded: number
  /** The part of it that waits for bank transfers, agorot. */
  readonly waiting: number
  /** Prices of everything sold before discounts, agorot. */
  readonly gross: number
  /** agorot */
  readonly discounts: number
}

export const ordersOf = async (db: Db, eventId: string): Promise<OrdersRow> => {
  const { rows } = await sql<OrdersRow>`
    with touched as materialized (
      select distinct order_id from payments where event_id = ${eventId} and status = 'paid' and refunded > 0
    ), captured as (
      select order_id, sum(amount - refunded) as net from payments
      where event_id = ${eventId} and status = 'paid' and order_id in (select order_id from touched) group by order_id
    )
    select (select count(*)::int from orders
             where event_id = ${eventId} and status in ('paid', 'partially_refunded')) as count,
           (select coalesce(sum(greatest(0, o.total - k.net)), 0)::float8
             from captured k join orders o on o.event_id = ${eventId} and o.id = k.order_id
             where o.paid_at is not null) as refunded,
           (select coalesce(sum(waiting), 0)::float8 from payments
             where event_id = ${eventId} and status = 'paid' and order_id in (select order_id from touched)) as waiting,
           sold.*
    from (select coalesce(sum(total + discount), 0)::float8 as gross, coalesce(sum(discount), 0)::float8 as discounts
          from orders where event_id = ${eventId} and paid_at is not null and channel <> 'invitation') sold`.execute(db)
  return rows[0] ?? { count: 0, refunded: 0, waiting: 0, gross: 0, discounts: 0 }
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
  /** Free tickets that were not cancelled before the event. */
  readonly free: number
}

/** Ticket types of an event in display order; archived types appear while they have tickets. */
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
