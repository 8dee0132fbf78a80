import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { PAID, PAID_NET } from '../../catalogue/events/index.ts'
import { type MeansRow, meansRows, serviceFeeRows, SETTLED_END, SETTLEMENTS } from '../payouts/index.ts'
import type { Span } from './period-queries.ts'

/** Inputs of an event's payout report: agorot and counts. */
export interface SettledRow {
  readonly id: string
  /** The end that its payout waits for. */
  readonly settled_end: Date
  readonly settled_at: Date | null
  readonly paid_at: Date | null
  readonly total: number
  readonly cards: number
  readonly special: number
  readonly tourist: number
  readonly count: number
  readonly free: number
  readonly means: readonly MeansRow[]
  /** Of the revenue, paid by buyers as the service fee. */
  readonly service_fee: number
}

/**
 * Inputs of the payout reports of every event that ended in a span and ever issued a ticket, with one statement; only of
 * `eventIds` where given. The sums are those of `capturedOf` and `typeSalesOf`.
 */
export const readSettled = async (
  db: Db,
  accountId: string,
  { start, end }: Span,
  eventIds?: readonly string[],
): Promise<SettledRow[]> => {
  const { rows } = await sql<SettledRow>`
    with e as materialized (
      select e.id, e.starts_at, ${SETTLED_END} as settled_end from events e
      where account_id = ${accountId} and ends_at >= ${start} and ends_at < ${end}
        and (${eventIds ? [...eventIds] : null}::uuid[] is null or id = any(${eventIds ? [...eventIds] : null}::uuid[]))
    )
    select e.id, e.settled_end, o.settled_at, o.paid_at, coalesce(m.total, 0) as total, m.cards, m.special, m.tourist, g.count, g.free, w.means, s.agorot as service_fee
    from e
    cross join lateral (
      select sum(net)::float8 as total,
             coalesce(sum(net) filter (where method <> 'cash'), 0)::float8 as cards,
             coalesce(sum(net) filter (where method <> 'cash' and bucket = 'special'), 0)::float8 as special,
             coalesce(sum(net) filter (where method <> 'cash' and bucket = 'tourist'), 0)::float8 as tourist
      from (select method, bucket, ${PAID_NET} as net from payments where event_id = e.id and ${PAID}) p
    ) m
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('means', means, 'count', count, 'net', net)), '[]') as means
      from (${meansRows(sql`e.id`)}) x
    ) w
    cross join lateral (
      select sum(t.all) as all, coalesce(sum(t.count), 0)::int as count, coalesce(sum(t.free), 0)::int as free
      from ticket_types y cross join lateral (
        select count(*) as all, count(*) filter (where status = 'valid') as count,
               count(*) filter (where price = 0 and (status = 'valid' or cancelled_at >= e.starts_at)) as free
        from tickets where event_id = e.id and ticket_type_id = y.id
      ) t
      where y.event_id = e.id
    ) g
    cross join lateral (${serviceFeeRows(sql`e.id`)}) s
    left join ${SETTLEMENTS} as o on o.event_id = e.id
    where m.total is not null or g.all > 0`.execute(db)
  return rows
}
