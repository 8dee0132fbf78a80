import { EVENT } from '@kartis/domain/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { PAID, PAID_NET } from './revenue-sql.ts'

/**
 * Orders that count: paid, free or invited, and not cancelled as a whole. A literal condition, the same as that of the
 * partial index.
 */
const COUNTED = sql`o.status in ('paid', 'partially_refunded')`

export interface TypeStockRow {
  id: string
  event_id: string
  type: 'regular' | 'producer'
  /** Agorot. */
  price: number
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  total: number
  held: number
  sold: number
  /**
   * Of a type with numbered seats: how many of them anybody could take now, at most one more than make an event scarce.
   * Types that share a category also share its seats, which their counters do not show. Null: its tickets are counted only.
   */
  seats_left: number | null
}

const FREE_SEATS = sql`state = 0 and channel = 0 and for_sale`

const SEATS_LEFT = sql<number | null>`(
  select sum(free.seats)::int from event_seat_prices p cross join lateral (
    select count(*) as seats from (
      select 1 from event_seats s where s.event_id = p.event_id and s.category = p.category and ${FREE_SEATS}
      limit ${sql.lit(EVENT.lastTicketsMost + 1)}
    ) bounded
  ) free
  where p.event_id = ticket_types.event_id and p.ticket_type_id = ticket_types.id and p.area_capacity is null)`

/** Ticket types of many events with their stock counters, from which phases and sold shares are computed. */
export const typeStockOf = async (db: Db | Tx, eventIds: readonly string[]): Promise<TypeStockRow[]> =>
  eventIds.length === 0
    ? []
    : db
        .selectFrom('ticket_types')
        .leftJoin('stock', (join) =>
          join
            .onRef('stock.event_id', '=', 'ticket_types.event_id')
            .onRef('stock.ticket_type_id', '=', 'ticket_types.id'),
        )
        .where(sql<boolean>`ticket_types.event_id = any(${[...eventIds]}::uuid[])`)
        .where('ticket_types.archived_at', 'is', null)
        .select([
          'ticket_types.id',
          'ticket_types.event_id',
          'ticket_types.type',
          'ticket_types.price',
          'ticket_types.sale_starts_at',
          'ticket_types.sale_ends_at',
        ])
        .select([
          sql<number>`coalesce(stock.total, 0)`.as('total'),
          sql<number>`coalesce(stock.held, 0)`.as('held'),
          sql<number>`coalesce(stock.sold, 0)`.as('sold'),
          SEATS_LEFT.as('seats_left'),
        ])
        .execute()

/**
 * How many seats anybody could take now as each seated ticket type of an event. Types that share a category also share its
 * seats, which their counters do not show; standing areas and types without seats are missing.
 */
export const seatsLeftOf = async (db: Db | Tx, eventId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ ticket_type_id: string; seats: number }>`
    select p.ticket_type_id, coalesce(sum(c.seats), 0)::int as seats
    from event_seat_prices p
    left join (
      select category, count(*) as seats from event_seats
      where event_id = ${eventId} and ${FREE_SEATS} group by category
    ) c on c.category = p.category
    where p.event_id = ${eventId} and p.area_capacity is null group by p.ticket_type_id`.execute(db)
  return new Map(rows.map((row) => [row.ticket_type_id, row.seats]))
}

/** Counters that leave no more than there are seats. */
export const withSeatsLeft = <T extends Pick<TypeStockRow, 'id' | 'total' | 'held' | 'sold'>>(
  rows: readonly T[],
  left: ReadonlyMap<string, number>,
): T[] =>
  rows.map((row) => ({
    ...row,
    total: Math.min(row.total, row.held + row.sold + (left.get(row.id) ?? Number.POSITIVE_INFINITY)),
  }))

/** Revenue of many events in agorot: charges less refunds. */
export const revenueOf = async (db: Db, eventIds: readonly string[]): Promise<Map<string, number>> => {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ event_id: string; revenue: number }>`
    select event_id, sum(${PAID_NET})::float8 as revenue from payments
    where event_id = any(${[...eventIds]}::uuid[]) and ${PAID} group by event_id`.execute(db)
  return new Map(rows.map((row) => [row.event_id, row.revenue]))
}

/** Tickets of invitations that are still valid, by event. They are no sales; events without any are missing. */
export const invitedOf = async (db: Db, eventIds: readonly string[]): Promise<Map<string, number>> => {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ event_id: string; tickets: number }>`
    select o.event_id, count(*)::int as tickets
    from orders o join tickets t on t.event_id = o.event_id and t.order_id = o.id and t.status = 'valid'
    where o.event_id = any(${[...eventIds]}::uuid[]) and o.channel = 'invitation' group by o.event_id`.execute(db)
  return new Map(rows.map((row) => [row.event_id, row.tickets]))
}

/** An event and the limits of its calendar days, in its own time zone. */
export interface StatisticsOf {
  readonly id: string
  readonly timezone: string
  /** The beginning of today. */
  readonly dayStart: Date
  /** Days before it are not listed. */
  readonly since: Date
  /** Today as `YYYY-MM-DD`. */
  readonly today: string
}

/** The given events as rows `e` of a statement. */
const eventRowsOf = (events: readonly StatisticsOf[]) => sql`(
  select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ timezone }) => timezone)}::text[],
    ${events.map(({ dayStart }) => dayStart)}::timestamptz[], ${events.map(({ since }) => since)}::timestamptz[],
    ${events.map(({ today }) => today)}::date[]) as e (id, timezone, day_start, since, today)) as e`

const byEvent = <T extends { event_id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.event_id, row]))

export interface OrderTotals {
  event_id: string
  /** Invitations included. */
  orders: number
  /** Ordered on the sale page. */
  online: number
  invited: number
  /** Without invitations. */
  orders_today: number
}

/** Counted orders of many events by channel, and those of today. */
export const orderTotalsOf = async (db: Db, events: readonly StatisticsOf[]): Promise<Map<string, OrderTotals>> => {
  const { rows } = await sql<OrderTotals>`
    select e.id as event_id, counted.* from ${eventRowsOf(events)}
    cross join lateral (
      select count(*)::int as orders, (count(*) filter (where o.channel = 'online'))::int as online,
             (count(*) filter (where o.channel = 'invitation'))::int as invited,
             (count(*) filter (where o.paid_at >= e.day_start and o.channel <> 'invitation'))::int as orders_today
      from orders o where o.event_id = e.id and ${COUNTED}
    ) counted`.execute(db)
  return byEvent(rows)
}

export interface RevenueTotals {
  event_id: string
  /** Agorot; `today` is the part paid today. */
  revenue: number
  today: number
  /** By day of payment in the event's zone; days without payments are missing. */
  days: { day: string; revenue: number }[]
}

/** Revenue of many events, whole and by day, in one pass: quarters of an hour, as in `ticketTotalsOf`. */
export const revenueTotalsOf = async (db: Db, events: readonly StatisticsOf[]): Promise<Map<string, RevenueTotals>> => {
  const { rows } = await sql<RevenueTotals>`
    select e.id as event_id, totals.* from ${eventRowsOf(events)}
    cross join lateral (
      with quarters as materialized (
        select date_bin('15 minutes', paid_at, '2000-01-01T00:00:00Z') as at, sum(${PAID_NET}) as net
        from payments where event_id = e.id and ${PAID} group by 1
      ), days as (
        select to_char(at at time zone e.timezone, 'YYYY-MM-DD') as day, sum(net)::float8 as revenue
        from quarters where at >= e.since group by 1
      )
      select (select coalesce(sum(net), 0)::float8 from quarters) as revenue,
             (select coalesce(sum(net), 0)::float8 from quarters where at >= e.day_start) as today,
             (select coalesce(jsonb_agg(to_jsonb(days) order by day), '[]') from days) as days
    ) totals`.execute(db)
  return byEvent(rows)
}

export interface InvitedTotals {
  event_id: string
  tickets: number
  today: number
  days: { day: string; tickets: number }[]
  types: { id: string; tickets: number }[]
}

/** Valid tickets of invitations of many events, by day and by ticket type: what is subtracted to count sales. */
export const invitedTotalsOf = async (db: Db, events: readonly StatisticsOf[]): Promise<Map<string, InvitedTotals>> => {
  const { rows } = await sql<InvitedTotals>`
    select e.id as event_id, totals.* from ${eventRowsOf(events)}
    cross join lateral (
      with quarters as materialized (
        select t.ticket_type_id as type, date_bin('15 minutes', t.created_at, '2000-01-01T00:00:00Z') as at, count(*) as n
        from orders o join tickets t on t.event_id = e.id and t.order_id = o.id and t.status = 'valid'
        where o.event_id = e.id and o.channel = 'invitation' group by 1, 2
      ), days as (
        select to_char(at at time zone e.timezone, 'YYYY-MM-DD') as day, sum(n)::int as tickets
        from quarters where at >= e.since group by 1
      ), types as (
        select type as id, sum(n)::int as tickets from quarters group by 1
      )
      select (select coalesce(sum(n), 0)::int from quarters) as tickets,
             (select coalesce(sum(n), 0)::int from quarters where at >= e.day_start) as today,
             (select coalesce(jsonb_agg(to_jsonb(days) order by day), '[]') from days) as days,
             (select coalesce(jsonb_agg(to_jsonb(types)), '[]') from types) as types
    ) totals`.execute(db)
  return byEvent(rows)
}

export interface TicketTotals {
  event_id: string
  tickets: number
  tickets_cancelled: number
  tickets_today: number
  /** Valid tickets by day of the event's zone; days without any are missing. */
  days: { day: string; tickets: number }[]
  /** Printed prices of valid tickets by ticket type, in agorot. */
  types: { id: string; revenue: number }[]
}

/**
 * Ticket counts of many events in one pass. Tickets are read type by type through their index and summed by quarters of
 * an hour, because every time zone's midnight falls on one; days, types and totals are computed from those sums.
 */
export const ticketTotalsOf = async (db: Db, events: readonly StatisticsOf[]): Promise<Map<string, TicketTotals>> => {
  const { rows } = await sql<TicketTotals>`
    select e.id as event_id, totals.* from ${eventRowsOf(events)}
    cross join lateral (
      with quarters as materialized (
        select y.id as type, t.* from ticket_types y cross join lateral (
          select date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z') as at,
                 count(*) filter (where status = 'valid') as n, sum(price) filter (where status = 'valid') as price,
                 count(*) filter (where status = 'cancelled') as cancelled
          from tickets where event_id = e.id and ticket_type_id = y.id group by 1
        ) t
        where y.event_id = e.id
      ), days as (
        select to_char(at at time zone e.timezone, 'YYYY-MM-DD') as day, sum(n)::int as tickets
        from quarters where n > 0 and at >= e.since group by 1
      ), types as (
        select type as id, coalesce(sum(price), 0)::float8 as revenue from quarters group by 1
      )
      select (select coalesce(sum(n), 0)::int from quarters) as tickets,
             (select coalesce(sum(cancelled), 0)::int from quarters) as tickets_cancelled,
             (select coalesce(sum(n), 0)::int from quarters where at >= e.day_start) as tickets_today,
             (select coalesce(jsonb_agg(to_jsonb(days) order by day), '[]') from days) as days,
             (select coalesce(jsonb_agg(to_jsonb(types)), '[]') from types) as types
    ) totals`.execute(db)
  return byEvent(rows)
}

export interface TypeCountersRow {
  event_id: string
  id: string
  name: string
  type: 'regular' | 'producer'
  sold: number
  held: number
  total: number
}

/** The counters of the ticket types of many events; archived types appear while tickets of them are sold, and offer no more. */
export const typeCountersOf = async (db: Db, eventIds: readonly string[]): Promise<TypeCountersRow[]> => {
  const { rows } = await sql<TypeCountersRow>`
    select t.event_id, t.id, t.name, t.type, coalesce(k.sold, 0)::int as sold, coalesce(k.held, 0)::int as held,
           (case when t.archived_at is null then coalesce(k.total, 0) else coalesce(k.sold, 0) end)::int as total
    from ticket_types t
    left join stock k on k.event_id = t.event_id and k.ticket_type_id = t.id
    where t.event_id = any(${[...eventIds]}::uuid[]) and (t.archived_at is null or k.sold > 0)
    order by t.event_id, t.position, t.id`.execute(db)
  return rows
}

export interface VisitTotals {
  event_id: string
  views: number
  today: number
}

/** Page views of many events, total and today; events without views are missing. */
export const visitsOf = async (db: Db, events: readonly StatisticsOf[]): Promise<Map<string, VisitTotals>> => {
  const { rows } = await sql<VisitTotals>`
    select v.event_id, sum(v.views)::int as views, coalesce(sum(v.views) filter (where v.day = e.today), 0)::int as today
    from ${eventRowsOf(events)} join event_visits v on v.event_id = e.id
    group by v.event_id`.execute(db)
  return byEvent(rows)
}
