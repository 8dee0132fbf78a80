import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { saveDifferences } from './exceptions-queries.ts'
import { chargesNear, chargesOf, type Days, refundsNear, refundsOf, uuidIn } from './our-books.ts'

/** Hours between the gateway's time of a charge and ours, above which it is late. */
const LATE_HOURS = 36

/** Rows of the gateway find their payment by the gateway's own reference, and their refund by that or by our id. */
export const matchGatewayRows = async (tx: Tx, terminalId: string, days: Days): Promise<void> => {
  await sql`
    update gateway_rows g set event_id = p.event_id, payment_id = p.id
    from (${chargesNear(terminalId, days)}) p
    where g.terminal_id = ${terminalId} and g.day between ${days.from}::date and ${days.until}::date
      and g.kind = 'charge' and g.payment_id is null and g.ref = p.ref`.execute(tx)
  // Two statements: one condition with "or" could not be hashed.
  for (const same of [sql`g.ref = r.ref`, sql`g.reference = r.id::text`])
    await sql`
      update gateway_rows g set event_id = r.event_id, payment_id = r.payment_id, refund_id = r.id
      from (${refundsNear(terminalId, days)}) r
      where g.terminal_id = ${terminalId} and g.day between ${days.from}::date and ${days.until}::date
        and g.kind <> 'charge' and g.refund_id is null and ${same}`.execute(tx)
}

/** Days after a charge within which somebody may refund it in the gateway's console. */
const CONSOLE_DAYS = 400

/**
 * What went back without our doing finds its payment among the charges of the past year, by the charge's reference or key:
 * the list of a few days need not have the charge itself.
 */
export const matchOlderCharges = async (tx: Tx, terminalId: string, days: Days): Promise<void> => {
  const rows = sql`g.terminal_id = ${terminalId} and g.day between ${days.from}::date and ${days.until}::date
      and g.kind <> 'charge' and g.refund_id is null and g.payment_id is null`
  const { rows: open } = await sql`select from gateway_rows g where ${rows} limit 1`.execute(tx)
  // Refunds in the console are rare, and a year of charges need not be read without one.
  if (open.length === 0) return
  for (const same of [sql`g.charge_ref = p.ref`, sql`g.charge_key = p.charge_key`])
    await sql`
      update gateway_rows g set event_id = p.event_id, payment_id = p.id
      from (${chargesOf(terminalId, days, CONSOLE_DAYS)}) p where ${rows} and ${same}`.execute(tx)
}

/**
 * Compares the gateway's list with our payments and refunds. A charge without a payment of ours that carries the id of a
 * payment that was charged already is a duplicate. A void takes its charge off the lists of some gateways, so a payment
 * that was voided is not missed there. How many differences there are.
 */
export const compareGateway = (tx: Tx, terminalId: string, days: Days, now: Date): Promise<number> => {
  const rows = sql`gateway_rows g where g.terminal_id = ${terminalId} and g.day between ${days.from}::date and ${days.until}::date`
  return saveDifferences(
    tx,
    { level: 'gateway', scope: terminalId, ...days },
    sql`
    select case when d.id is null then 'theirs_only' else 'duplicate' end as kind, ${terminalId} || ' charge ' || g.ref as subject,
      g.day, coalesce(d.account_id, t.account_id) as account_id, d.event_id, d.id as payment_id, 0::bigint as ours, g.amount as theirs
    from (select * from ${rows} and g.kind = 'charge' and g.payment_id is null) g
    join payment_terminals t on t.id = g.terminal_id
    left join lateral (select * from payments where payments.id = ${uuidIn(sql`g.reference`)} and payments.status = 'paid' limit 1) d on true
    union all
    select 'sum', ${terminalId} || ' charge ' || g.ref, g.day, p.account_id, p.event_id, p.id, p.amount, g.amount
    from (select * from ${rows} and g.kind = 'charge') g
    join payments p on p.event_id = g.event_id and p.id = g.payment_id
    where p.amount <> g.amount
    union all
    select 'currency', ${terminalId} || ' ' || g.kind || ' ' || g.ref, g.day, p.account_id, p.event_id, p.id, p.amount, g.amount
    from (select * from ${rows}) g
    join payments p on p.event_id = g.event_id and p.id = g.payment_id
    where g.currency <> 'ILS'
    union all
    select 'late', ${terminalId} || ' charge ' || g.ref, g.day, p.account_id, p.event_id, p.id, p.amount, g.amount
    from (select * from ${rows} and g.kind = 'charge') g
    join payments p on p.event_id = g.event_id and p.id = g.payment_id
    where abs(extract(epoch from g.at - p.paid_at)) > ${LATE_HOURS}::int * 3600
    union all
    select 'ours_only', ${terminalId} || ' charge ' || p.ref, p.day, p.account_id, p.event_id, p.id, p.amount, 0
    from (${chargesOf(terminalId, days)}) p
    where not exists (select from gateway_rows g where g.terminal_id = ${terminalId} and g.kind = 'charge' and g.ref = p.ref)
      and not exists (select from refunds r where r.event_id = p.event_id and r.payment_id = p.id and r.way = 'void' and r.status = 'done')
    union all
    select 'theirs_only', ${terminalId} || ' ' || g.kind || ' ' || g.ref, g.day, coalesce(p.account_id, t.account_id), p.event_id, p.id,
      0, g.amount
    from (select * from ${rows} and g.kind <> 'charge' and g.refund_id is null) g
    join payment_terminals t on t.id = g.terminal_id
    left join gateway_rows c on c.terminal_id = g.terminal_id and c.kind = 'charge' and c.ref = g.charge_ref
    left join payments p on p.event_id = coalesce(g.event_id, c.event_id) and p.id = coalesce(g.payment_id, c.payment_id)
    union all
    select 'sum', ${terminalId} || ' ' || g.kind || ' ' || g.ref, g.day, p.account_id, r.event_id, r.payment_id, r.amount, g.amount
    from (select * from ${rows} and g.refund_id is not null) g
    join refunds r on r.event_id = g.event_id and r.id = g.refund_id
    join payments p on p.event_id = r.event_id and p.id = r.payment_id
    where r.amount <> g.amount
    union all
    select 'ours_only', ${terminalId} || ' refund ' || r.id, r.day, r.account_id, r.event_id, r.payment_id, r.amount, 0
    from (${refundsOf(terminalId, days)}) r
    where not exists (
      select from gateway_rows g where g.terminal_id = ${terminalId} and g.kind in ('void', 'credit') and g.ref = r.ref)
      and not exists (
        select from gateway_rows g where g.terminal_id = ${terminalId} and g.refund_id = r.id and g.event_id = r.event_id)`,
    now,
  )
}
