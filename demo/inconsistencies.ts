import { sql } from 'kysely'
import type { Db, Tx } from './server.ts'

/**
 * Inconsistencies in a workspace, as texts with counts: stock against tickets, orders against their lines, tickets and payments,
 * refunds against payments, scans against tickets. Empty when there are none.
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
            and r.reason in ('charged_twice', 'refunded_double', 'refunded_earlier_sum', 'refunded_late')))
      union all
      select 'refunds differ from payments', count(*)::int from payments p join e on e.id = p.event_id
      where p.refunded <> (select coalesce(sum(r.amount), 0) from refunds r where r.event_id = p.event_id and r.payment_id = p.id and r.status = 'done')
      union all
      select 'state differs from tickets', count(*)::int from o
      where (o.status in ('refunded', 'cancelled')) <> not exists (select from t where t.event_id = o.event_id and t.order_id = o.id and t.status = 'valid')
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
