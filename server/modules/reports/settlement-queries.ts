import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import type { Span } from './period-queries.ts'

/** What the payout report of an event is computed from: agorot and counts. */
export interface SettledRow {
  readonly id: string
  readonly ends_at: Date
  readonly paid_at: Date | null
  readonly total: number
  readonly cards: number
  readonly special: number
  readonly tourist: number
  readonly count: number
  readonly free: number
}

/**
 * The facts of every event that ended in a span and ever sold or gave a ticket, with one statement; of those named alone
 * where names are given. The sums are those of `capturedOf` and `typeSalesOf`.
 */
export const readSettled = async (
  db: Db,
  accountId: string,
  { start, end }: Span,
  eventIds?: readonly string[],
): Promise<SettledRow[]> => {
  const { rows } = await sql<SettledRow>`
    with e as materialized (
      select id, starts_at, ends_at from events
      where account_id = ${accountId} and ends_at >= ${start} and ends_at < ${end}
        and (${eventIds ? [...eventIds] : null}::uuid[] is null or id = any(${eventIds ? [...eventIds] : null}::uuid[]))
    ), money as (
      select p.event_id, sum(p.amount - p.refunded)::float8 as total,
             coalesce(sum(p.amount - p.refunded) filter (where p.method <> 'cash'), 0)::float8 as cards,
             coalesce(sum(p.amount - p.refunded) filter (where p.method <> 'cash' and p.bucket = 'special'), 0)::float8 as special,
             coalesce(sum(p.amount - p.refunded) filter (where p.method <> 'cash' and p.bucket = 'tourist'), 0)::float8 as tourist
      from payments p join e on e.id = p.event_id where p.status = 'paid' group by 1
    ), given as (
      select t.event_id, count(*) filter (where t.status = 'valid')::int as count,
             count(*) filter (where t.price = 0 and (t.status = 'valid' or t.cancelled_at >= e.starts_at))::int as free
      from tickets t join e on e.id = t.event_id group by 1
    )
    select e.id, e.ends_at, o.paid_at, coalesce(m.total, 0) as total, coalesce(m.cards, 0) as cards,
           coalesce(m.special, 0) as special, coalesce(m.tourist, 0) as tourist, coalesce(g.count, 0) as count,
           coalesce(g.free, 0) as free
    from e left join money m on m.event_id = e.id left join given g on g.event_id = e.id
    left join payouts o on o.event_id = e.id
    where m.event_id is not null or g.event_id is not null`.execute(db)
  return rows
}
