import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db.ts'

/** Orders that count: paid, free or invited, not cancelled as a whole. */
const COUNTED = sql`o.status in ('paid', 'partially_refunded')`

export interface TypeStockRow {
  event_id: string
  type: 'regular' | 'producer'
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  total: number
  held: number
  sold: number
}

/** Ticket types of many events with their stock: what a phase and a meter are made of. */
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
          'ticket_types.event_id',
          'ticket_types.type',
          'ticket_types.sale_starts_at',
          'ticket_types.sale_ends_at',
        ])
        .select([
          sql<number>`coalesce(stock.total, 0)`.as('total'),
          sql<number>`coalesce(stock.held, 0)`.as('held'),
          sql<number>`coalesce(stock.sold, 0)`.as('sold'),
        ])
        .execute()

/** Money of many events, in agorot: what was charged for counted orders, less what went back. */
export const revenueOf = async (db: Db, eventIds: readonly string[]): Promise<Map<string, number>> => {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ event_id: string; revenue: number }>`
    select p.event_id, sum(p.amount - p.refunded)::float8 as revenue
    from payments p join orders o on o.event_id = p.event_id and o.id = p.order_id
    where p.event_id = any(${[...eventIds]}::uuid[]) and p.status = 'paid' and ${COUNTED}
    group by p.event_id`.execute(db)
  return new Map(rows.map((row) => [row.event_id, row.revenue]))
}

export interface TotalsRow {
  tickets: number
  tickets_cancelled: number
  orders: number
  revenue: number
  tickets_today: number
  orders_today: number
  revenue_today: number
}

export const totalsOf = async (db: Db, eventId: string, dayStart: Date): Promise<TotalsRow> => {
  const { rows } = await sql<TotalsRow>`
    with counted as (
      select count(*) as all, count(*) filter (where o.paid_at >= ${dayStart}) as today
      from orders o where o.event_id = ${eventId} and ${COUNTED}
    ), money as (
      select coalesce(sum(p.amount - p.refunded), 0) as all,
             coalesce(sum(p.amount - p.refunded) filter (where o.paid_at >= ${dayStart}), 0) as today
      from payments p join orders o on o.event_id = p.event_id and o.id = p.order_id
      where p.event_id = ${eventId} and p.status = 'paid' and ${COUNTED}
    ), t as (
      select count(*) filter (where status = 'valid') as valid, count(*) filter (where status = 'cancelled') as cancelled,
             count(*) filter (where status = 'valid' and created_at >= ${dayStart}) as today
      from tickets where event_id = ${eventId}
    )
    select t.valid::int as tickets, t.cancelled::int as tickets_cancelled, t.today::int as tickets_today,
           counted.all::int as orders, counted.today::int as orders_today,
           money.all::float8 as revenue, money.today::float8 as revenue_today
    from t, counted, money`.execute(db)
  return (
    rows[0] ?? {
      tickets: 0,
      tickets_cancelled: 0,
      orders: 0,
      revenue: 0,
      tickets_today: 0,
      orders_today: 0,
      revenue_today: 0,
    }
  )
}

export interface DayRow {
  day: string
  tickets: number
  revenue: number
}

/** Valid tickets and their printed prices, a row for each day of the event's zone that sold any. */
export const salesByDay = async (db: Db, eventId: string, timezone: string, since: Date): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as day, count(*)::int as tickets, sum(price)::float8 as revenue
    from tickets where event_id = ${eventId} and status = 'valid' and created_at >= ${since}
    group by 1 order by 1`.execute(db)
  return rows
}

export interface TypeSalesRow {
  id: string
  name: string
  sold: number
  held: number
  total: number
  revenue: number
}

export const salesByType = async (db: Db, eventId: string): Promise<TypeSalesRow[]> => {
  const { rows } = await sql<TypeSalesRow>`
    select t.id, t.name, coalesce(k.sold, 0)::int as sold, coalesce(k.held, 0)::int as held, coalesce(k.total, 0)::int as total, coalesce(r.revenue, 0)::float8 as revenue
    from ticket_types t
    left join stock k on k.event_id = t.event_id and k.ticket_type_id = t.id
    left join (select ticket_type_id, sum(price) as revenue from tickets where event_id = ${eventId} and status = 'valid' group by 1) r on r.ticket_type_id = t.id
    where t.event_id = ${eventId} and (t.archived_at is null or k.sold > 0)
    order by t.position, t.id`.execute(db)
  return rows
}

export const visitsOf = async (db: Db, eventId: string, today: string): Promise<{ views: number; today: number }> => {
  const row = await db
    .selectFrom('event_visits')
    .where('event_id', '=', eventId)
    .select([
      sql<number>`coalesce(sum(views), 0)::int`.as('views'),
      sql<number>`coalesce(sum(views) filter (where day = ${today}::date), 0)::int`.as('today'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/**
 * The lowest price the public may pay, in agorot, by event: of what can be bought now, then of what will be, and of
 * everything where nothing is left. Events with nothing for the public are not there.
 */
export const lowestPrices = async (db: Db, eventIds: readonly string[], now: Date): Promise<Map<string, number>> => {
  const { rows } = await sql<{ event_id: string; price: number }>`
    with offers as (
      select t.event_id, t.price,
             case when t.sale_ends_at <= ${now} or coalesce(s.total - s.held - s.sold, 0) <= 0 then 2
                  when t.sale_starts_at > ${now} then 1
                  else 0 end as rank
      from ticket_types t
      left join stock s on s.event_id = t.event_id and s.ticket_type_id = t.id
      where t.event_id = any(${[...eventIds]}::uuid[]) and t.type = 'regular' and t.archived_at is null
    ), best as (
      -- A companion's free ticket beside paid ones does not make an event free.
      select event_id, rank, coalesce(min(nullif(price, 0)), 0)::float8 as price, bool_or(price > 0) as paid
      from offers group by event_id, rank
    )
    select distinct on (event_id) event_id, price from best
    order by event_id, (rank = 2), (not paid), rank`.execute(db)
  return new Map(rows.map((row) => [row.event_id, row.price]))
}
