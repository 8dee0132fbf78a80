import { type RawBuilder, sql } from 'kysely'

/** Whole days in Israel, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** Days before and after a period in which the other side of a row is looked for. */
const MARGIN = 3

const startOf = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day})::timestamp at time zone 'Asia/Jerusalem')`

const within = (
  column: RawBuilder<unknown>,
  { from, until }: Days,
  margin: number,
): RawBuilder<boolean> => sql<boolean>`
  ${column} >= ${startOf(sql`${from}::date - ${margin}::int`)}
  and ${column} < ${startOf(sql`${until}::date + ${margin}::int + 1`)}`

/**
 * Whether a payment was charged at a terminal. One without a terminal, which is older than terminals, was at the oldest of
 * its gateway, as for its refunds.
 */
const isAt = (terminalId: string): RawBuilder<boolean> => sql<boolean>`
  (p.terminal_id = ${terminalId} or (p.terminal_id is null and p.provider = (
    select t.provider from payment_terminals t where t.id = ${terminalId} and t.id = (
      select o.id from payment_terminals o where o.provider = t.provider
      order by o.account_id nulls first, o.created_at, o.id limit 1))))`

/**
 * Card payments that were charged at a terminal in a period, `(account_id, event_id, id, ref, charge_key, approval, acquirer_code,
 * amount, installments, paid_at, day)`: read through the index by account, so that a large table is not read whole.
 * Payments that are older than the column have their key among the stored fields (CardCom's Uid).
 */
export const chargesOf = (terminalId: string, days: Days, margin = 0): RawBuilder<unknown> => sql`
  select p.account_id, p.event_id, p.id, p.provider_ref as ref, coalesce(p.charge_key, p.raw ->> 'Uid') as charge_key, p.approval_code as approval, p.acquirer_code,
    p.amount::bigint as amount, p.installments, p.paid_at, (p.paid_at at time zone 'Asia/Jerusalem')::date as day
  from accounts a cross join lateral (
    select * from payments
    where payments.account_id = a.id and payments.status = 'paid' and ${within(sql`payments.paid_at`, days, margin)}
  ) p
  where ${isAt(terminalId)} and p.method <> 'cash' and p.provider_ref is not null`

/** The same with the margin: what a row of the period may be. */
export const chargesNear = (terminalId: string, days: Days): RawBuilder<unknown> => chargesOf(terminalId, days, MARGIN)

/** Refunds that the gateway of a terminal made in a period, `(account_id, event_id, id, payment_id, ref, amount, day)`. */
export const refundsOf = (terminalId: string, days: Days, margin = 0): RawBuilder<unknown> => sql`
  select p.account_id, r.event_id, r.id, r.payment_id, r.provider_ref as ref, r.amount::bigint as amount,
    (r.done_at at time zone 'Asia/Jerusalem')::date as day
  from refunds r join payments p on p.event_id = r.event_id and p.id = r.payment_id
  where r.status = 'done' and r.way in ('void', 'credit') and ${within(sql`r.done_at`, days, margin)}
    and ${isAt(terminalId)}`

export const refundsNear = (terminalId: string, days: Days): RawBuilder<unknown> => refundsOf(terminalId, days, MARGIN)

/** A text as a uuid, null where it is none: a comparison with it uses the index of ids. */
export const uuidIn = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${text} ~ '^[0-9a-fA-F-]{36}$' then ${text}::uuid end`
