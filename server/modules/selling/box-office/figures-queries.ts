import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { ShiftFigures } from './tables.ts'

interface MethodRow {
  readonly method: 'cash' | 'terminal'
  readonly count: number
  readonly total: number
  readonly refund_count: number
  readonly refunded: number
}

const methodsOf = async (db: Db | Tx, shiftId: string): Promise<ShiftFigures['methods']> => {
  // Refunds count in the shift of their sale, unless a person said from which drawer they were handed back.
  const { rows } = await sql<MethodRow>`
    select m.method, count(p.id)::int as count, coalesce(sum(p.amount), 0)::float8 as total,
           (count(p.id) filter (where p.refunded > 0) + m.handed)::int as refund_count,
           (coalesce(sum(p.refunded), 0) + m.handed_amount)::float8 as refunded
    from (
      select 'cash' as method, 1 as place, count(*) as handed, coalesce(sum(amount), 0) as handed_amount
      from register_refunds where shift_id = ${shiftId}
      union all values ('terminal', 2, 0, 0)
    ) as m
    left join (
      select p.id, p.method, p.amount, p.refunded - coalesce((
        select sum(h.amount) from refunds r join register_refunds h on h.refund_id = r.id
        where r.event_id = p.event_id and r.payment_id = p.id
      ), 0) as refunded
      from box_office_sales s
      join payments p on p.event_id = s.event_id and p.order_id = s.order_id and p.status = 'paid'
      where s.shift_id = ${shiftId}
    ) p on case when p.method = 'cash' then 'cash' else 'terminal' end = m.method
    group by m.method, m.place, m.handed, m.handed_amount order by m.place`.execute(db)
  return rows.map((row) => ({
    method: row.method,
    sales: { count: row.count, total: row.total },
    refunds: { count: row.refund_count, total: row.refunded },
  }))
}

const typesOf = async (db: Db | Tx, shiftId: string): Promise<ShiftFigures['types']> => {
  const { rows } = await sql<ShiftFigures['types'][number]>`
    select e.name as event, t.name, count(*)::int as count, sum(t.price)::float8 as total
    from box_office_sales s
    join tickets t on t.event_id = s.event_id and t.order_id = s.order_id and t.status = 'valid'
    join events e on e.id = s.event_id
    where s.shift_id = ${shiftId}
    group by e.id, e.name, e.starts_at, t.ticket_type_id, t.name order by e.starts_at, e.id, t.name`.execute(db)
  return rows
}

/** Sales and refunds of a shift, by method and by ticket type. Sums in agorot. */
export const figuresOf = async (db: Db | Tx, shiftId: string): Promise<ShiftFigures> => {
  const { rows } = await sql<{ count: number; total: number; free: number; tickets: number }>`
    select count(*)::int as count, coalesce(sum(o.total), 0)::float8 as total,
           count(*) filter (where o.total = 0)::int as free, coalesce(sum(o.tickets_count), 0)::int as tickets
    from box_office_sales s join orders o on o.event_id = s.event_id and o.id = s.order_id
    where s.shift_id = ${shiftId} and o.paid_at is not null`.execute(db)
  const all = rows[0] ?? { count: 0, total: 0, free: 0, tickets: 0 }
  return {
    sales: { count: all.count, total: all.total },
    tickets: all.tickets,
    free: all.free,
    methods: await methodsOf(db, shiftId),
    types: await typesOf(db, shiftId),
  }
}
