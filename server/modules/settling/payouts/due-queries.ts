import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import type { JournalKind } from '@kartis/domain/ledger.ts'
import {
  acquirerPaidUntil,
  type AcquirerTerms,
  type Arrival,
  arrivalsOf,
  type InstallmentSales,
  laterInstallments,
} from '@kartis/domain/settlement.ts'
import { type KindSum, type PromisedRefunds, REVENUE_LINES } from '@kartis/domain/statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { SETTLED_END } from './due.ts'

/** An event that a statement may settle. */
export interface SettleableEvent {
  readonly id: string
  readonly name: string
  readonly starts_at: Date
  readonly ends_at: Date
  /** The end that its payout waits for. */
  readonly settled_end: Date
  /** The last of its journals that statements contain; 0 for none. */
  readonly seq: number
  /** When a statement settled it first. */
  readonly settled_at: Date | null
  readonly cancelled_at: Date | null
}

/**
 * Events of an account that have ended, or that an earlier statement has settled, with something that no statement contains: journals,
 * or tickets of an event that was never settled.
 */
export const readSettleable = async (tx: Tx, accountId: string, now: Date): Promise<SettleableEvent[]> => {
  const { rows } = await sql<SettleableEvent>`
    select e.id, e.name, e.starts_at, e.ends_at, ${SETTLED_END} as settled_end, coalesce(s.seq, 0) as seq, s.settled_at,
      e.cancelled_at
    from events e left join settled_events s on s.event_id = e.id
    where e.account_id = ${accountId} and (s.event_id is not null or ${SETTLED_END} < ${now})
      and (exists (select from journals j where j.event_id = e.id and j.seq > coalesce(s.seq, 0))
        or (s.event_id is null and exists (select from tickets t where t.event_id = e.id)))
    order by e.ends_at, e.id`.execute(tx)
  return rows
}

/** Events of an account, running ones included, with journals that no statement contains. */
export const readUnsettled = async (db: Db, accountId: string): Promise<SettleableEvent[]> => {
  const { rows } = await sql<SettleableEvent>`
    select e.id, e.name, e.starts_at, e.ends_at, ${SETTLED_END} as settled_end, coalesce(s.seq, 0) as seq, s.settled_at,
      e.cancelled_at
    from events e left join settled_events s on s.event_id = e.id
    where e.account_id = ${accountId}
      and (exists (select from journals j where j.event_id = e.id and j.seq > coalesce(s.seq, 0))
        or (s.event_id is null and exists (select from tickets t where t.event_id = e.id and t.price = 0)))
    order by e.ends_at, e.id`.execute(db)
  return rows
}

/** What the ledger owes an account, in agorot: as it stands, on its way in payouts, and disputed and not decided. */
export interface LedgerBalance {
  readonly payable: number
  readonly inTransit: number
  readonly disputes: number
}

export const ledgerBalanceOf = async (db: Db, accountId: string): Promise<LedgerBalance> => {
  const { rows } = await sql<LedgerBalance>`
    select coalesce((select payable from ledger_positions where account_id = ${accountId}), 0)::float8 as payable,
      (select coalesce(-sum(e.amount), 0)::float8
       from payouts p
       join journals j on j.kind in ('payout', 'payout_confirmed', 'payout_returned') and j.ref = p.id::text
       join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
       where p.account_id = ${accountId} and e.ledger_account = 'payouts_in_transit') as "inTransit",
      (select coalesce(-sum(e.amount), 0)::float8
       from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
       where j.account_id = ${accountId} and j.kind in ('dispute', 'dispute_won', 'dispute_lost')
         and e.ledger_account = 'disputes_reserve') as disputes`.execute(db)
  return rows[0] ?? { payable: 0, inTransit: 0, disputes: 0 }
}

/**
 * Refunds that the refund runs of an account have promised and not requested yet, of sales whose money the installation
 * has, by event: orders in line, and those whose buyers may still choose a refund.
 */
export const promisedRefundsOf = async (db: Db | Tx, accountId: string): Promise<PromisedRefunds[]> => {
  const { rows } = await sql<PromisedRefunds>`
    select v.id as "eventId", v.name as "eventName", sum(i.card + i.terminal)::float8 as amount
    from refund_runs r join events v on v.id = r.event_id join refund_run_items i on i.event_id = r.event_id and i.run_id = r.id
    where r.account_id = ${accountId} and r.approved_at is not null and r.finished_at is null
      and i.state in ('planned', 'queued') and i.by_hand is null
      and i.order_id in (
        select j.order_id from journals j
        where j.event_id = r.event_id and j.kind = 'sale' and j.holder = 'platform' and j.order_id is not null)
    group by v.id, v.name having sum(i.card + i.terminal) > 0 order by v.name, v.id`.execute(db)
  return rows
}

/** Accounts in which a statement may have something to say: their balance is not that of their last statement, or is owed. */
export const readAccountsToSettle = async (db: Db | Tx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ account_id: string }>`
    select p.account_id from ledger_positions p
    left join lateral (
      select closing from statements s where s.account_id = p.account_id order by number desc limit 1
    ) s on true
    where p.payable <> coalesce(s.closing, 0) or s.closing > 0
    union
    select e.account_id from events e
    where ${SETTLED_END} < ${now} and not exists (select from settled_events s where s.event_id = e.id)
      and exists (select from tickets t where t.event_id = e.id)
    order by account_id`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Free tickets that were not cancelled before their event, by event. */
export const freeTicketsOf = async (tx: Db | Tx, eventIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ event_id: string; free: number }>`
    select t.event_id, count(*)::int as free
    from tickets t join events e on e.id = t.event_id
    where t.event_id = any(${[...eventIds]}::uuid[]) and t.price = 0
      and (t.status = 'valid' or t.cancelled_at >= e.starts_at)
    group by t.event_id`.execute(tx)
  return new Map(rows.map((row) => [row.event_id, row.free]))
}

export interface BookedFee {
  readonly event_id: string
  readonly kind: JournalKind
  readonly bucket: CardBucket | null
  /** agorot */
  readonly amount: number
  /** What it was computed of; null where a part was booked by versions that did not write it. */
  readonly base: number | null
}

/** Fees and VAT that are booked of events. */
export const bookedFeesOf = async (tx: Db | Tx, eventIds: readonly string[]): Promise<BookedFee[]> => {
  const { rows } = await sql<BookedFee>`
    select j.event_id, j.kind, j.bucket, sum(e.amount)::float8 as amount,
      case when count(*) = count(j.fee_base) then sum(j.fee_base)::float8 end as base
    from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where j.event_id = any(${[...eventIds]}::uuid[]) and j.kind in ('card_fee', 'service_fee', 'vat')
      and e.ledger_account = 'producer_payable'
    group by j.event_id, j.kind, j.bucket`.execute(tx)
  return rows
}

/**
 * What a statement contains, by event and kind: the journals of these events that no statement contains, and those of the
 * account itself after `since`.
 */
export const sumsSince = async (
  tx: Db | Tx,
  accountId: string,
  events: readonly Pick<SettleableEvent, 'id' | 'seq'>[],
  since: number,
): Promise<KindSum[]> => {
  const { rows } = await sql<KindSum>`
    with due as (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ seq }) => seq)}::int[])
        with ordinality as d (event_id, seq, place)
    ), j as (
      select d.place, j.account_id, j.seq, j.kind, j.bucket, j.event_id
      from due d join journals j on j.event_id = d.event_id and j.seq > d.seq
      union all
      select null, account_id, seq, kind, bucket, null from journals
      where account_id = ${accountId} and event_id is null and seq > ${since}
    )
    select j.kind, j.bucket, j.event_id as "eventId", v.name as "eventName",
      coalesce(-sum(e.amount) filter (where e.ledger_account = 'producer_payable'), 0)::float8 as amount,
      coalesce(-sum(e.amount) filter (where e.ledger_account = 'producer_held'), 0)::float8 as held
    from j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    left join events v on v.id = j.event_id
    group by j.place, j.event_id, v.name, j.kind, j.bucket
    order by j.place nulls last, j.kind, j.bucket`.execute(tx)
  return rows
}

/** Instalments are at most three years. */
const MAX_MONTHS = 36

/**
 * Sales in instalments before an instant whose money the installation collects, by month; without those that are paid whole
 * by now, and those that were refunded whole: nothing is to come of them.
 */
const installmentSalesOf = async (tx: Db | Tx, accountId: string, until: Date): Promise<InstallmentSales[]> => {
  const { rows } = await sql<InstallmentSales>`
    select to_char(p.paid_at at time zone 'Asia/Jerusalem', 'YYYY-MM') as month, p.installments, sum(p.amount)::float8 as amount
    from payments p join journals j on j.kind = 'sale' and j.ref = p.id::text
    where p.account_id = ${accountId} and p.installments > 1 and p.status = 'paid' and p.refunded < p.amount
      and j.holder = 'platform'
      and p.paid_at < ${until} and p.paid_at > ${until}::timestamptz - make_interval(months => ${MAX_MONTHS}::int + 1)
    group by 1, 2`.execute(tx)
  return rows
}

/**
 * What has arrived from the acquirer and was not paid out, in agorot: the balance without sales that it has not paid yet, and
 * without the instalments to come of the others. Refunds count whole.
 */
export const arrivedOf = async (tx: Db | Tx, accountId: string, terms: AcquirerTerms, now: Date): Promise<number> => {
  const paidUntil = acquirerPaidUntil(now, terms.acquirerDays)
  const [booked, inInstallments] = [
    await arrivedWhole(tx, accountId, paidUntil),
    await installmentSalesOf(tx, accountId, paidUntil),
  ]
  return booked - laterInstallments(inInstallments, terms, now)
}

/** The sales of these journals that the installation collects, by month and instalments. */
export const salesByMonth = (journals: RawBuilder<unknown>): RawBuilder<InstallmentSales> => sql<InstallmentSales>`
  select to_char(j.occurred_at at time zone 'Asia/Jerusalem', 'YYYY-MM') as month, p.installments,
    -sum(e.amount)::float8 as amount
  from (${journals}) j
  join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq and e.ledger_account = 'producer_payable'
  join payments p on p.event_id = j.event_id and p.id = j.ref::uuid
  group by 1, 2`

/** What the acquirer pays after now, by day; its sum is what `arrivedOf` takes off the balance. */
export const arrivalsAfter = async (db: Db, accountId: string, terms: AcquirerTerms, now: Date): Promise<Arrival[]> => {
  const paidUntil = acquirerPaidUntil(now, terms.acquirerDays)
  const { rows } = await salesByMonth(sql`
    select * from journals where account_id = ${accountId} and kind = 'sale' and occurred_at >= ${paidUntil}`).execute(
    db,
  )
  return arrivalsOf([...rows, ...(await installmentSalesOf(db, accountId, paidUntil))], terms, now)
}

/** The balance without sales since `paidUntil`. */
const arrivedWhole = async (tx: Db | Tx, accountId: string, paidUntil: Date): Promise<number> => {
  const { rows } = await sql<{ arrived: number }>`
    select p.payable::float8 - coalesce((
      select -sum(e.amount) from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
      where j.account_id = p.account_id and j.kind = 'sale' and j.occurred_at >= ${paidUntil}
        and e.ledger_account = 'producer_payable'
    ), 0)::float8 as arrived
    from ledger_positions p where p.account_id = ${accountId}`.execute(tx)
  return rows[0]?.arrived ?? 0
}

/** Card revenue on the statements since an instant, in agorot. */
export const settledSalesSince = async (tx: Db | Tx, accountId: string, since: Date): Promise<number> => {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(l.amount), 0)::float8 as amount
    from statements s join statement_lines l on l.statement_id = s.id
    where s.account_id = ${accountId} and s.made_at > ${since} and l.kind = any(${[...REVENUE_LINES]}::text[])`.execute(
    tx,
  )
  return rows[0]?.amount ?? 0
}
