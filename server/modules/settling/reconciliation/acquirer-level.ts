import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { saveDifferences } from './exceptions-queries.ts'
import { chargesNear, chargesOf, type Days } from './our-books.ts'

/** Days after the day on which a deal is due to be paid, from which it is late. */
const GRACE_DAYS = 5

/** Days after a charge within which an acquirer may take it back. */
const CHARGEBACK_DAYS = 200

export interface AcquirerScope extends Days {
  readonly terminalId: string
  readonly acquirer: string
  /** The last day of the month after a sale on which the acquirer pays; null where it pays at once. */
  readonly lastPayDay: number | null
  /** The highest fee that was agreed, in hundredths of a per cent; null where it is not compared. */
  readonly maxFee: number | null
}

/** Chargebacks come months after their charge: by the gateway's reference, or by an approval that only one charge has. */
const matchChargebacks = async (tx: Tx, scope: AcquirerScope): Promise<void> => {
  const rows = sql`a.terminal_id = ${scope.terminalId} and a.acquirer = ${scope.acquirer} and a.kind = 'chargeback'
      and a.day between ${scope.from}::date and ${scope.until}::date and a.payment_id is null`
  const { rows: open } = await sql`select from acquirer_rows a where ${rows} limit 1`.execute(tx)
  // Most reports have none, and months of charges need not be read for them.
  if (open.length === 0) return
  const charges = chargesOf(scope.terminalId, scope, CHARGEBACK_DAYS)
  await sql`
    update acquirer_rows a set event_id = p.event_id, payment_id = p.id
    from (${charges}) p where ${rows} and a.ref <> '' and a.ref = p.ref`.execute(tx)
  await sql`
    update acquirer_rows a set event_id = p.event_id, payment_id = p.id
    from (
      select approval, (array_agg(event_id))[1] as event_id, (array_agg(id))[1] as id
      from (${charges}) c where approval <> '' group by 1 having count(*) = 1
    ) p
    where ${rows} and a.ref = '' and a.approval = p.approval`.execute(tx)
}

/** Rows of the acquirer find their payment by the gateway's reference; one without it by its approval, sum and day, where only one payment has them. */
export const matchAcquirerRows = async (tx: Tx, scope: AcquirerScope): Promise<void> => {
  const rows = sql`a.terminal_id = ${scope.terminalId} and a.acquirer = ${scope.acquirer}
      and a.day between ${scope.from}::date and ${scope.until}::date and a.kind in ('charge', 'credit') and a.payment_id is null`
  await sql`
    update acquirer_rows a set event_id = p.event_id, payment_id = p.id
    from (${chargesNear(scope.terminalId, scope)}) p
    where ${rows} and a.ref <> '' and a.ref = p.ref`.execute(tx)
  await sql`
    update acquirer_rows a set event_id = p.event_id, payment_id = p.id
    from (
      select approval, amount, day, (array_agg(event_id))[1] as event_id, (array_agg(id))[1] as id
      from (${chargesNear(scope.terminalId, scope)}) c where approval <> '' group by 1, 2, 3 having count(*) = 1
    ) p
    where ${rows} and a.ref = '' and a.approval = p.approval and a.amount = p.amount and a.day = p.day`.execute(tx)
  await matchChargebacks(tx, scope)
}

/**
 * Compares the deals that an acquirer settled with our payments. Payments are missed only where a report covers their day
 * and the acquirer settles such cards: those with a code that its other rows have. A payment in instalments is settled in
 * parts, so it may still be incomplete. What was taken back of a charge must be in a dispute. How many differences there are.
 */
export const compareAcquirer = (tx: Tx, scope: AcquirerScope, now: Date): Promise<number> => {
  const { terminalId, acquirer, from, until, lastPayDay, maxFee } = scope
  const due =
    lastPayDay === null
      ? sql`c.paid_day`
      : sql`(date_trunc('month', c.paid_day) + interval '1 month')::date + ${lastPayDay - 1}::int`
  const rows = sql`acquirer_rows a where a.terminal_id = ${terminalId} and a.acquirer = ${acquirer}
      and a.day between ${from}::date and ${until}::date`
  const subject = sql`${`${terminalId} ${acquirer} `}`
  return saveDifferences(
    tx,
    { level: 'acquirer', scope: `${terminalId} ${acquirer}`, from, until },
    sql`
    with settled as materialized (
      select s.event_id, s.payment_id, sum(s.amount)::bigint as amount, max(s.day) as day, count(*) as n, max(s.paid_on) as paid_on
      from acquirer_rows s
      where s.kind = 'charge' and s.payment_id in (select a.payment_id from ${rows} and a.kind = 'charge')
      group by 1, 2
    ), compared as materialized (
      select s.*, p.account_id, p.amount::bigint as ours, p.installments, p.acquirer_code,
        (p.paid_at at time zone 'Asia/Jerusalem')::date as paid_day
      from settled s join payments p on p.event_id = s.event_id and p.id = s.payment_id
    )
    select 'theirs_only' as kind, ${subject} || a.kind || ' ' || a.row_key as subject, a.day, t.account_id, null::uuid as event_id,
      null::uuid as payment_id, 0::bigint as ours, a.amount as theirs
    from (select * from ${rows} and a.kind in ('charge', 'chargeback') and a.payment_id is null) a
    join payment_terminals t on t.id = a.terminal_id
    union all
    select case when c.amount > c.ours and c.n > c.installments then 'duplicate' else 'sum' end, ${subject} || 'charge ' || c.payment_id,
      c.day, c.account_id, c.event_id, c.payment_id, c.ours, c.amount
    from compared c where c.amount > c.ours or (c.amount < c.ours and c.installments = 1)
    union all
    select 'late', ${subject} || 'charge ' || c.payment_id, c.day, c.account_id, c.event_id, c.payment_id, c.ours, c.amount
    from compared c where c.installments = 1 and c.paid_on > ${due} + ${GRACE_DAYS}::int
    union all
    select 'currency', ${subject} || a.kind || ' ' || a.row_key, a.day, t.account_id, a.event_id, a.payment_id, a.amount, a.amount
    from (select * from ${rows} and a.currency <> 'ILS') a join payment_terminals t on t.id = a.terminal_id
    union all
    select 'fee', ${subject} || a.kind || ' ' || a.row_key, a.day, t.account_id, a.event_id, a.payment_id,
      case when a.net <> a.amount - a.fee then a.fee else a.amount * ${maxFee ?? 10_000}::int / 10000 end, a.amount - a.net
    from (select * from ${rows} and a.kind = 'charge'
      and (a.net <> a.amount - a.fee or a.fee * 10000 > a.amount * ${maxFee ?? 10_000}::int)) a
    join payment_terminals t on t.id = a.terminal_id
    union all
    select case when c.disputed = 0 then 'theirs_only' else 'sum' end, ${subject} || 'chargeback ' || c.payment_id, c.day, c.account_id,
      c.event_id, c.payment_id, c.disputed, c.taken
    from (
      select p.account_id, p.event_id, p.id as payment_id, p.disputed::bigint as disputed, -sum(s.amount)::bigint as taken,
        max(s.day) as day
      from acquirer_rows s join payments p on p.event_id = s.event_id and p.id = s.payment_id
      where s.kind = 'chargeback' and s.payment_id in (select a.payment_id from ${rows} and a.kind = 'chargeback')
      group by p.account_id, p.event_id, p.id, p.disputed
    ) c where c.taken > c.disputed
    union all
    select 'ours_only', ${subject} || 'charge ' || p.id, p.day, p.account_id, p.event_id, p.id, p.amount, 0
    from (${chargesOf(terminalId, scope)}) p
    where p.acquirer_code in (select c.acquirer_code from compared c)
      and exists (
        select from acquirer_reports r
        where r.terminal_id = ${terminalId} and r.acquirer = ${acquirer} and p.day between r.first_day and r.last_day)
      and not exists (
        select from acquirer_rows a where a.payment_id = p.id and a.event_id = p.event_id and a.kind <> 'chargeback')`,
    now,
  )
}
