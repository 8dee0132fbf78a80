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
  const { rows } = await sql<MethodRow>`
    select m.method, count(p.id)::int as count, coalesce(sum(p.amount), 0)::float8 as total,
           count(p.id) filter (where p.refunded > 0)::int as refund_count, coalesce(sum(p.refunded), 0)::float8 as refunded
    from (values ('cash', 1), ('terminal', 2)) as m (method, place)
    left join (
      select p.* from box_office_sales s
      join payments p on p.event_id = s.event_id and p.order_id = s.order_id and p.status = 'paid'
      where s.shift_id = ${shiftId}
    ) p on case when p.method = 'cash' then 'cash' else 'terminal' end = m.method
    group by m.method, m.place order by m.place`.execute(db)
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
