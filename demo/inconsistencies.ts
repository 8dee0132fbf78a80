import { sql } from 'kysely'
import type { Db, Tx } from './server.ts'

/**
 * Inconsistencies in a workspace, as texts with counts: stock against tickets, orders against their lines, tickets and payments,
 * seats against tickets, orders, lines and stock, refunds against payments, scans against tickets. Empty when there are none.
 */
export const findInconsistencies = async (db: Db | Tx, accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ problem: string; count: number }>`
    with e as (select id from events where account_id = ${accountId}),
    o as (select * from orders where account_id = ${accountId}),
    t as not materialized (select t.* from tickets t join e on e.id = t.event_id)
    select problem, count from (
      select 'stock differs from valid tickets' as problem, count(*)::int from stock s join e on e.id = s.event_id
      where s.sold <> (select count(*) from t where t.event_id = s.event_id and t.ticket_type_id = s.ticket_type_id and t.status = 'valid')
      union all
      select 'more sold than offered', count(*)::int from stock s join e on e.id = s.event_id where s.sold + s.held > s.total
      union all
      select 'order total differs from its lines', count(*)::int from o
      where o.total <> coalesce((select sum(l.quantity * l.unit_price - l.discount) from order_lines l where l.event_id = o.event_id and l.order_id = o.id), -1)
      union all
      select 'tickets differ from lines', count(*)::int from o
      where o.tickets_count <> (select count(*) from t where t.event_id = o.event_id and t.order_id = o.id)
         or o.tickets_count <> (select sum(l.quantity) from order_lines l where l.event_id = o.event_id and l.order_id = o.id)
      union all
      select 'ticket prices differ from the order', count(*)::int from o
      where o.total <> (select sum(price) from t where t.event_id = o.event_id and t.order_id = o.id)
      union all
      select 'paid orders without their payment', count(*)::int from o
      where o.paid_at is not null
        and o.total <> (select coalesce(sum(p.amount), 0) from payments p where p.event_id = o.event_id and p.order_id = o.id and p.status = 'paid'
          -- A charge that bought nothing goes back as a whole: it is none of the order's.
          and not exists (select from refunds r where r.event_id = p.event_id and r.payment_id = p.id
            and r.reason in ('charged_twice', 'refunded_double', 'refunded_earlier_sum', 'refunded_late', 'refunded_wrong_sum')))
      union all
      select 'refunds differ from payments', count(*)::int from payments p join e on e.id = p.event_id
      where p.refunded <> (select coalesce(sum(r.amount), 0) from refunds r where r.event_id = p.event_id and r.payment_id = p.id and (r.status = 'done' or r.waits))
      union all
      select 'state differs from tickets', count(*)::int from o
      where (o.status in ('refunded', 'cancelled')) <> not exists (select from t where t.event_id = o.event_id and t.order_id = o.id and t.status = 'valid')
      union all
      select 'sold seats without their ticket', count(*)::int from event_seats s join e on e.id = s.event_id
      where s.state = 2 and not exists (select from t where t.event_id = s.event_id and t.seat_no = s.seat_no and t.order_id = s.order_id and t.ticket_type_id = s.ticket_type_id and t.status = 'valid')
      union all
      select 'tickets without their sold seat', count(*)::int from t
      where t.seat_no is not null and t.status = 'valid'
        and not exists (select from event_seats s where s.event_id = t.event_id and s.seat_no = t.seat_no and s.order_id = t.order_id and s.state = 2)
      union all
      select 'tickets of seated types without a seat', count(*)::int from t
      where t.seat_no is null and exists (select from event_seat_prices p where p.event_id = t.event_id and p.ticket_type_id = t.ticket_type_id and p.area_capacity is null)
      union all
      select 'tickets that say another seat', count(*)::int from t join event_seats s on s.event_id = t.event_id and s.seat_no = t.seat_no
      where t.status = 'valid' and (t.seat ->> 'section', t.seat ->> 'row', t.seat ->> 'number') is distinct from (s.section, s.row_label, s.label)
      union all
      select 'held seats without an open order', count(*)::int from event_seats s join e on e.id = s.event_id
      where s.state = 1 and not exists (select from o where o.event_id = s.event_id and o.id = s.order_id and o.status in ('reserved', 'pending_payment'))
      union all
      select 'seats differ from stock', count(*)::int from stock k join e on e.id = k.event_id
      where exists (select from event_seat_prices p where p.event_id = k.event_id and p.ticket_type_id = k.ticket_type_id and p.area_capacity is null)
        and (k.held, k.sold) <> (select count(*) filter (where s.state = 1), count(*) filter (where s.state = 2) from event_seats s where s.event_id = k.event_id and s.ticket_type_id = k.ticket_type_id)
      union all
      select 'lines without their seats', count(*)::int from order_lines l join o on o.event_id = l.event_id and o.id = l.order_id
      where exists (select from event_seat_prices p where p.event_id = l.event_id and p.ticket_type_id = l.ticket_type_id and p.area_capacity is null)
        and coalesce(cardinality(l.seats), 0) <> l.quantity
      union all
      select 'entered without a scan', count(*)::int from t
      where t.redeemed_at is not null and not exists (select from scans s where s.event_id = t.event_id and s.id = t.redeemed_by and s.ticket_id = t.id and s.verdict = 'admitted')
      union all
      select 'cancelled but entered', count(*)::int from t where t.status = 'cancelled' and t.redeemed_at is not null
      union all
      select 'entries are miscounted', count(*)::int from e left join event_entries n on n.event_id = e.id
      where coalesce(n.entered, 0) <> (select count(*) from t where t.event_id = e.id and t.redeemed_at is not null and t.status = 'valid')
      union all
      select 'in the future', count(*)::int from o where greatest(o.created_at, o.paid_at, o.closed_at) > now() + interval '1 minute'
    ) f where count > 0`.execute(db)
  return rows.map(({ problem, count }) => `${problem} (${count})`)
}
