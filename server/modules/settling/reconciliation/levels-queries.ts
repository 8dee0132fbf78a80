import type { ReconciliationLevel } from '@kartis/domain/reconciliation.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** What was compared at one level, of the account's own terminals. Sums in agorot. */
export interface LevelRow {
  readonly level: ReconciliationLevel
  /** Charges in the books of the other side since the first day. */
  readonly rows: number
  readonly amount: number
  /** Those that are found in our books. */
  readonly matched: number
  readonly matched_amount: number
  /** Those that no comparison has reached: charges of a day are compared once it is over. */
  readonly waiting: number
  readonly waiting_amount: number
  /** When rows came last; null where none ever did. */
  readonly loaded_at: Date | null
  /** Differences that nobody has explained or corrected, of whatever day, and what they come to without their signs. */
  readonly open: number
  readonly open_amount: number
}

/** The levels at which the terminals of an account are compared; `since`: `YYYY-MM-DD`, the first day of the charges. */
export const readLevels = async (db: Db, accountId: string, since: string): Promise<LevelRow[]> => {
  const { rows } = await sql<LevelRow>`
    with t as (select id from payment_terminals where account_id = ${accountId}),
    theirs as (
      select 'gateway' as level, g.payment_id is not null as matched, g.amount, g.loaded_at,
        -- Whatever a comparison does not find in our books is a difference.
        g.payment_id is null and not exists (
          select from reconciliation_exceptions e
          where e.level = 'gateway' and e.scope = t.id::text and e.day = g.day and e.subject = t.id::text || ' charge ' || g.ref
        ) as waiting
      from t join gateway_rows g on g.terminal_id = t.id and g.day >= ${since}::date where g.kind = 'charge'
      union all
      select 'acquirer', a.payment_id is not null, a.amount, a.loaded_at, false
      from t join acquirer_rows a on a.terminal_id = t.id and a.day >= ${since}::date where a.kind = 'charge'
    ),
    open as (
      select e.level, count(*)::int as n, sum(abs(coalesce(e.theirs, 0) - coalesce(e.ours, 0)))::float8 as amount
      from reconciliation_exceptions e
      where e.state = 'open' and exists (select from t where t.id::text = split_part(e.scope, ' ', 1))
      group by e.level
    )
    select l.level, count(b.level)::int as rows, coalesce(sum(b.amount), 0)::float8 as amount,
      (count(*) filter (where b.matched))::int as matched,
      coalesce(sum(b.amount) filter (where b.matched), 0)::float8 as matched_amount,
      (count(*) filter (where b.waiting))::int as waiting,
      coalesce(sum(b.amount) filter (where b.waiting), 0)::float8 as waiting_amount, max(b.loaded_at) as loaded_at,
      coalesce(max(o.n), 0)::int as open, coalesce(max(o.amount), 0)::float8 as open_amount
    from (values ('gateway', 1), ('acquirer', 2)) as l (level, place)
    left join theirs b on b.level = l.level
    left join open o on o.level = l.level
    group by l.level, l.place order by l.place`.execute(db)
  return rows
}
