import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { saveDifferences } from './exceptions-queries.ts'
import type { Days } from './our-books.ts'

/** Days after the day on which an acquirer says it paid, until the bank must have it. */
const BANK_DAYS = 3

/** The days of deposits with those on which the acquirer says it paid them: a bank may write either first. */
export const daysOfDeposits = async (tx: Tx, acquirer: string, { from, until }: Days): Promise<Days> => {
  const { rows } = await sql<Days>`
    select least(${from}::date, min(paid_on))::text as from, greatest(${until}::date, max(paid_on))::text as until from (
      select max(paid_on) as paid_on from acquirer_rows
      where acquirer = ${acquirer} and deposit_ref in (
        select ref from deposits where acquirer = ${acquirer} and day between ${from}::date and ${until}::date
      )
      group by deposit_ref
    ) paid`.execute(tx)
  return rows[0] ?? { from, until }
}

/**
 * Compares what an acquirer says it paid, deposit by deposit, with what the bank received. A deposit that did not arrive at
 * all is late when it is some days overdue. How many differences there are.
 */
export const compareDeposits = (tx: Tx, acquirer: string, days: Days, now: Date): Promise<number> =>
  saveDifferences(
    tx,
    { level: 'bank', scope: acquirer, ...days },
    sql`
    with paid as materialized (
      select deposit_ref as ref, sum(net)::bigint as amount, max(paid_on) as day from acquirer_rows
      where acquirer = ${acquirer} and deposit_ref <> '' group by 1
      having max(paid_on) between ${days.from}::date and ${days.until}::date
    ), received as materialized (
      select ref, sum(amount)::bigint as amount, max(day) as day from deposits where acquirer = ${acquirer} group by 1
    )
    select case when r.amount < p.amount then 'deposit_short' else 'sum' end as kind, ${acquirer} || ' ' || p.ref as subject, p.day,
      null::uuid as account_id, null::uuid as event_id, null::uuid as payment_id, p.amount as ours, r.amount as theirs
    from paid p join received r using (ref) where r.amount <> p.amount
    union all
    select 'late', ${acquirer} || ' ' || p.ref, p.day, null, null, null, p.amount, coalesce(r.amount, 0)
    from paid p left join received r using (ref)
    where coalesce(r.day, (${now}::timestamptz at time zone 'Asia/Jerusalem')::date) - p.day > ${BANK_DAYS}::int
    union all
    select 'theirs_only', ${acquirer} || ' ' || r.ref, r.day, null, null, null, 0, r.amount
    from received r
    where r.day between ${days.from}::date and ${days.until}::date
      and not exists (select from acquirer_rows a where a.acquirer = ${acquirer} and a.deposit_ref = r.ref)`,
    now,
  )
