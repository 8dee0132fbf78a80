import { REVENUE_KINDS } from '@kartis/domain/ledger.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { PAID, PAID_NET, paidMeans } from '../../catalogue/events/index.ts'
import { PAYMENT_OF_JOURNAL, PRODUCER_ENTRY } from './journal-sql.ts'

/** A sum of an event that payments and ledger both have, where they differ. Agorot. */
export interface BookDifference {
  readonly eventId: string
  /**
   * `captured`, `refunded`, `revenue`; the revenue by kind of card (`regular`, `special`, `tourist`, `cash`) and by what was paid with
   * (`paid_with_…`); refunds that wait for a bank transfer (`waiting`) and that are owed to buyers in all (`owed`).
   */
  readonly sum: string
  readonly payments: number
  readonly ledger: number
}

const MEANS = 'paid_with_'

const paymentSums = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select event_id, v.sum, v.amount::bigint as payments, 0::bigint as ledger
  from payments cross join lateral (values
    ('captured', amount), ('refunded', refunded), ('revenue', ${PAID_NET}), ('waiting', waiting),
    (case when method = 'cash' then 'cash' else coalesce(bucket, 'regular') end, ${PAID_NET}),
    (${MEANS} || ${paidMeans()}, ${PAID_NET})) v (sum, amount)
  where event_id = ${ids} and ${PAID}
  union all
  select r.event_id, 'owed', r.amount, 0
  from refunds r join payments p on p.event_id = r.event_id and p.id = r.payment_id
  where r.event_id = ${ids} and (r.status = 'queued' or r.waits) and p.method <> 'cash'`

/** A journal whose payment is missing stands under a name of its own. */
const revenueSums = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select j.event_id, v.sum, 0, -e.amount * v.sign
  from journals j ${PRODUCER_ENTRY} ${PAYMENT_OF_JOURNAL}
  cross join lateral (values
    (case when j.kind in ('sale', 'cash_sale') then 'captured' else 'refunded' end,
      case when j.kind in ('sale', 'cash_sale') then 1 else -1 end),
    ('revenue', 1), (coalesce(j.bucket, 'cash'), 1),
    (${MEANS} || case when p.id is null then 'nothing' else ${paidMeans(sql`p`)} end, 1)) v (sum, sign)
  where j.event_id = ${ids} and j.kind = any(${[...REVENUE_KINDS]}::text[])`

const owedSums = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select j.event_id, 'owed', 0, -e.amount
  from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq and e.ledger_account = 'refunds_payable'
  where j.event_id = ${ids}
  union all
  select j.event_id, 'waiting', 0, -e.amount
  from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq and e.ledger_account = 'refunds_payable'
  where j.event_id = ${ids} and j.kind = 'refund_owed' and not exists (
    select from journals k
    where k.kind in ('refund_withdrawn', 'refund_by_hand', 'refund_paid') and k.ref = j.ref)`

/**
 * Every sum of events that payments and ledger both have, compared in one snapshot; only those that differ. The rest of the payout
 * report (fees, VAT, net) is computed from these sums, so that it is the same where these are. A payment or refund whose domain event
 * was not read so far is a difference until then.
 */
export const compareBooks = async (db: Db | Tx, eventIds: readonly string[]): Promise<BookDifference[]> => {
  const ids = sql`any(${[...eventIds]}::uuid[])`
  const { rows } = await sql<BookDifference>`
    select event_id as "eventId", sum, sum(payments)::float8 as payments, sum(ledger)::float8 as ledger
    from (${paymentSums(ids)} union all ${revenueSums(ids)} union all ${owedSums(ids)}) s
    group by event_id, sum having sum(payments) <> sum(ledger)
    order by event_id, sum`.execute(db)
  return rows
}

/** The next events by their ids, without those whose payments of before the ledger are still to be booked. */
export const readBookedEvents = async (db: Db, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from events where (${after}::uuid is null or id > ${after}::uuid)
      and not exists (select from ledger_unbooked u where u.event_id = events.id)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
