import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { PAID, PAID_NET } from '../../catalogue/events/index.ts'

/** Instants: the first included, the last not. */
export interface Span {
  readonly start: Date
  readonly end: Date
}

/** Sums in agorot. */
export interface SalesRow {
  readonly tickets: number
  readonly orders: number
  /** Of `tickets`, those of invitations. */
  readonly invited_tickets: number
  /** Of `orders`, invitations. */
  readonly invited_orders: number
  /** The revenue: captured less refunded. */
  readonly net: number
  readonly refunds: number
}

export const NO_SALES: SalesRow = { tickets: 0, orders: 0, invited_tickets: 0, invited_orders: 0, net: 0, refunds: 0 }

const SUMS = sql`sum(tickets)::int as tickets, sum(orders)::int as orders, sum(invited_tickets)::int as invited_tickets,
  sum(invited_orders)::int as invited_orders, sum(net)::float8 as net, sum(refunds)::float8 as refunds`

/** Quarters of an hour: no time zone starts its days in between, and converting every row to a zone's day is slow. */
const quarter = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_bin('15 minutes', ${column}, '2000-01-01T00:00:00Z')`

const within = (column: RawBuilder<unknown>, { start, end }: Span): RawBuilder<unknown> =>
  sql`${column} >= ${start} and ${column} < ${end}`

/**
 * Sales of a span as additive rows, by event and quarter of an hour. Orders, their valid tickets (created at the instant of
 * payment) and refunds count at the instant that the order was paid; money at the instant of its payment. Over the whole time the
 * sums of an event are those of its own report. Each event and type is read along its own index: index-only, and nothing of
 * other accounts.
 */
const facts = (accountId: string, span: Span): RawBuilder<unknown> => sql`
  e as materialized (select id from events where account_id = ${accountId}),
  facts as (
    select e.id as event_id, o.at, 0::bigint as tickets, o.n as orders, 0::bigint as net, 0::bigint as refunds,
           0::bigint as invited_tickets, o.invited as invited_orders
    from e cross join lateral (
      select ${quarter(sql`paid_at`)} as at, count(*) as n, count(*) filter (where channel = 'invitation') as invited
      from orders
      where event_id = e.id and status in ('paid', 'partially_refunded') and ${within(sql`paid_at`, span)} group by 1
    ) o
    union all
    select e.id, t.at, t.n, 0, 0, 0, 0, 0
    from e join ticket_types y on y.event_id = e.id cross join lateral (
      select ${quarter(sql`created_at`)} as at, count(*) as n from tickets
      where event_id = e.id and ticket_type_id = y.id and status = 'valid' and ${within(sql`created_at`, span)}
      group by 1
    ) t
    union all
    select e.id, t.at, 0, 0, 0, 0, t.n, 0
    from e cross join lateral (
      select ${quarter(sql`t.created_at`)} as at, count(*) as n
      from orders o join tickets t on t.event_id = e.id and t.order_id = o.id and t.status = 'valid'
      where o.event_id = e.id and o.channel = 'invitation' and ${within(sql`t.created_at`, span)} group by 1
    ) t
    union all
    select event_id, ${quarter(sql`paid_at`)}, 0, 0, sum(${PAID_NET}), 0, 0, 0 from payments
    where account_id = ${accountId} and ${PAID} and ${within(sql`paid_at`, span)} group by 1, 2
    union all
    select e.id, ${quarter(sql`o.paid_at`)}, 0, 0, 0, greatest(0, o.total - k.net), 0, 0
    from e cross join lateral (
      select distinct order_id from payments where event_id = e.id and status = 'paid' and refunded > 0
    ) r
    join orders o on o.event_id = e.id and o.id = r.order_id and ${within(sql`o.paid_at`, span)}
    cross join lateral (
      select sum(${PAID_NET}) as net from payments where event_id = e.id and order_id = o.id and ${PAID}
    ) k
  )`

export interface SeriesRow extends SalesRow {
  /** The day, or the first day of the month. */
  readonly day: string
}

/** A row for each day or month with sales, oldest first. */
export const readSeries = async (
  db: Db,
  accountId: string,
  span: Span,
  zone: string,
  unit: 'day' | 'month',
): Promise<SeriesRow[]> => {
  const { rows } = await sql<SeriesRow>`
    with ${facts(accountId, span)}, quarters as (
      select at, ${SUMS} from facts group by 1
    )
    select to_char(date_trunc(${unit}::text, at at time zone ${zone}), 'YYYY-MM-DD') as day, ${SUMS} from quarters
    group by 1 order by 1`.execute(db)
  return rows
}

export const readTotals = async (db: Db, accountId: string, span: Span): Promise<SalesRow> => {
  const { rows } = await sql<SalesRow>`
    with ${facts(accountId, span)}
    select ${SUMS} from facts having count(*) > 0`.execute(db)
  return rows[0] ?? NO_SALES
}

export interface EventSalesRow extends SalesRow {
  readonly id: string
  readonly name: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly timezone: string
  readonly status: 'draft' | 'published' | 'archived'
  readonly cancelled: boolean
}

const ORDERS = {
  starts_at: sql`e.starts_at, e.id`,
  '-starts_at': sql`e.starts_at desc, e.id`,
  tickets: sql`tickets, e.starts_at desc, e.id`,
  '-tickets': sql`tickets desc, e.starts_at desc, e.id`,
  total_amount: sql`net, e.starts_at desc, e.id`,
  '-total_amount': sql`net desc, tickets desc, e.starts_at desc, e.id`,
} as const
export type EventsOrder = keyof typeof ORDERS

export const isEventsOrder = (text: string): text is EventsOrder => text in ORDERS

export interface EventsPage {
  readonly order: EventsOrder
  readonly limit: number
  readonly offset: number
}

/** Events that sold in a span, or ended in it and ever sold; with their total number. */
export const readEventSales = async (
  db: Db,
  accountId: string,
  span: Span,
  { order, limit, offset }: EventsPage,
): Promise<{ rows: EventSalesRow[]; total: number }> => {
  const found = await sql<EventSalesRow & { all: number }>`
    with ${facts(accountId, span)}, sales as (select event_id, ${SUMS} from facts group by 1)
    select e.id, e.name, e.starts_at, e.ends_at, e.timezone, e.status, e.cancelled_at is not null as cancelled, coalesce(s.tickets, 0) as tickets,
           coalesce(s.orders, 0) as orders, coalesce(s.invited_tickets, 0) as invited_tickets,
           coalesce(s.invited_orders, 0) as invited_orders, coalesce(s.net, 0) as net, coalesce(s.refunds, 0) as refunds,
           count(*) over ()::int as all
    from events e left join sales s on s.event_id = e.id
    where e.account_id = ${accountId} and (
      s.event_id is not null or (
        e.ends_at >= ${span.start} and e.ends_at < ${span.end} and (
          exists (select from tickets t where t.event_id = e.id)
          or exists (select from payments p where p.event_id = e.id and p.status = 'paid'))))
    order by ${ORDERS[order]} limit ${limit} offset ${offset}`.execute(db)
  const total =
    found.rows[0]?.all ??
    (offset === 0 ? 0 : (await readEventSales(db, accountId, span, { order, limit: 1, offset: 0 })).total)
  return { rows: found.rows, total }
}

export interface TypeRow {
  readonly name: string
  readonly events: number
  readonly count: number
  readonly free: number
  readonly invited: number
  /** Paid for valid tickets, agorot. */
  readonly amount: number
}

/** Over all types, also those that are not on the page. */
interface Totals {
  readonly types: number
  readonly all_count: number
  readonly all_free: number
  readonly all_invited: number
  readonly all_amount: number
}

/** A page of ticket types by name, by amount descending, and the sums of those that are not on it. */
export const readTypes = async (
  db: Db,
  accountId: string,
  span: Span,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ rows: TypeRow[]; others: Omit<TypeRow, 'name' | 'events'> & { types: number } }> => {
  const { rows } = await sql<TypeRow & Totals>`
    with invited as (
      select e.id as event_id, t.ticket_type_id, count(*) as n
      from events e join orders o on o.event_id = e.id and o.channel = 'invitation'
      join tickets t on t.event_id = e.id and t.order_id = o.id and t.status = 'valid' and ${within(sql`t.created_at`, span)}
      where e.account_id = ${accountId} group by 1, 2
    ), types as (
      select y.name, count(distinct y.event_id)::int as events, sum(t.n - coalesce(i.n, 0))::int as count,
             sum(t.free - coalesce(i.n, 0))::int as free, sum(coalesce(i.n, 0))::int as invited,
             sum(t.amount)::float8 as amount
      from events e join ticket_types y on y.event_id = e.id
      cross join lateral (
        select count(*) as n, count(*) filter (where price = 0) as free, sum(price) as amount from tickets
        where event_id = e.id and ticket_type_id = y.id and status = 'valid' and ${within(sql`created_at`, span)}
      ) t
      left join invited i on i.event_id = e.id and i.ticket_type_id = y.id
      where e.account_id = ${accountId} and t.n > 0
      group by y.name
    )
    select *, count(*) over ()::int as types, sum(count) over ()::int as all_count, sum(free) over ()::int as all_free,
           sum(invited) over ()::int as all_invited, sum(amount) over ()::float8 as all_amount
    from types order by amount desc, count desc, name limit ${limit} offset ${offset}`.execute(db)
  const [first] = rows
  const shown = (of: (row: TypeRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  return {
    rows,
    others: {
      types: (first?.types ?? 0) - rows.length - offset,
      count: (first?.all_count ?? 0) - shown((row) => row.count),
      free: (first?.all_free ?? 0) - shown((row) => row.free),
      invited: (first?.all_invited ?? 0) - shown((row) => row.invited),
      amount: (first?.all_amount ?? 0) - shown((row) => row.amount),
    },
  }
}

/** The first instant at which an order was paid or an event ended; undefined for an account without either. */
export const readBeginning = async (db: Db, accountId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(o.at) from events e cross join lateral (
                    select least(
                      (select min(paid_at) from orders where event_id = e.id and status in ('paid', 'partially_refunded')),
                      (select min(paid_at) from orders where event_id = e.id and status in ('refunded', 'cancelled'))
                    ) as at) o
                  where e.account_id = ${accountId}),
                 (select min(paid_at) from payments where account_id = ${accountId} and status = 'paid'),
                 (select min(ends_at) from events where account_id = ${accountId})) as at`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Number of paid orders of a span, counted up to `max`. */
export const countOrders = async (db: Db, accountId: string, { start, end }: Span, max: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from orders where account_id = ${accountId} and paid_at >= ${start} and paid_at < ${end} limit ${max}
    ) o`.execute(db)
  return rows[0]?.count ?? 0
}
