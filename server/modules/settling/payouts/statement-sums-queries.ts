import { PAID_MEANS, type PaidMeans } from '@kartis/contract/event-figures.ts'
import { CARD_BUCKETS, type CardBucket } from '@kartis/domain/card-bucket.ts'
import { REVENUE_KINDS } from '@kartis/domain/ledger.ts'
import type { InstallmentSales } from '@kartis/domain/settlement.ts'
import type { PromisedRefunds } from '@kartis/domain/statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { paidMeans } from '../../catalogue/events/index.ts'
import { PAYMENT_OF_JOURNAL, PRODUCER_ENTRY } from '../ledger/index.ts'
import { salesByMonth } from './due-queries.ts'

/** What a statement has of an event by one kind of card. Sums in agorot. */
export interface CardSums {
  readonly eventId: string
  readonly eventName: string
  readonly bucket: CardBucket
  /** Sales less refunds. */
  readonly sales: number
  readonly fee: number
  /** When the event was settled first, which decides about its terms: an instant as text. */
  readonly settledAt: string
}

/**
 * The events of a statement with their journals in it: those after the last statement before it that has lines of the same
 * event, up to its own last one. Columns: event_id, event_name, position, after, to_seq, made_at.
 */
const eventsOf = (statementId: string): RawBuilder<unknown> => sql`
  select l.event_id, min(l.event_name) as event_name, min(l.position) as position, s.to_seq, s.made_at, coalesce((
    select max(p.to_seq) from statements p
    where p.account_id = s.account_id and p.number < s.number
      and exists (select from statement_lines e where e.statement_id = p.id and e.event_id = l.event_id)
  ), 0) as after
  from statements s join statement_lines l on l.statement_id = s.id
  where s.id = ${statementId} and l.event_id is not null
  group by l.event_id, s.account_id, s.number, s.to_seq, s.made_at`

/** The card sales that a statement settles and the installation collects, by month and instalments. */
const settledSales = (statementId: string): RawBuilder<InstallmentSales> =>
  salesByMonth(sql`
    select j.* from (${eventsOf(statementId)}) l
    join journals j on j.event_id = l.event_id and j.kind = 'sale' and j.seq > l.after and j.seq <= l.to_seq`)

const cardSums = (statementId: string): RawBuilder<CardSums> => sql<CardSums>`
  select l.event_id as "eventId", l.event_name as "eventName", j.bucket,
    coalesce(-sum(e.amount) filter (where j.kind <> 'card_fee'), 0)::float8 as sales,
    coalesce(sum(e.amount) filter (where j.kind = 'card_fee'), 0)::float8 as fee,
    to_json(coalesce(t.settled_at, l.made_at)) #>> '{}' as "settledAt"
  from (${eventsOf(statementId)}) l
  join journals j on j.event_id = l.event_id and j.seq > l.after and j.seq <= l.to_seq and j.bucket is not null
    and j.kind = any(${[...REVENUE_KINDS, 'card_fee']}::text[])
  ${PRODUCER_ENTRY}
  left join settled_events t on t.event_id = l.event_id
  group by l.event_id, l.event_name, l.position, j.bucket, t.settled_at, l.made_at
  order by l.position, array_position(${[...CARD_BUCKETS]}::text[], j.bucket)`

/** The revenue of a statement by what was paid with: what the installation collects, and what the producer has already. Agorot. */
export interface MeansSums {
  readonly means: PaidMeans
  readonly sales: number
}

const meansSums = (statementId: string): RawBuilder<MeansSums> => sql<MeansSums>`
  select means, -sum(amount)::float8 as sales
  from (
    select ${paidMeans(sql`p`)} as means, e.amount
    from (${eventsOf(statementId)}) l
    join journals j on j.event_id = l.event_id and j.seq > l.after and j.seq <= l.to_seq
      and j.kind = any(${[...REVENUE_KINDS]}::text[])
    ${PRODUCER_ENTRY} ${PAYMENT_OF_JOURNAL}
    where p.id is not null
  ) m
  group by means having sum(amount) <> 0
  order by array_position(${[...PAID_MEANS]}::text[], means)`

/** Sums up the journals of a statement for good, so that nobody who looks at it reads the ledger. */
export const saveStatementSums = async (
  tx: Tx,
  statementId: string,
  promised: readonly PromisedRefunds[],
): Promise<void> => {
  await sql`
    insert into statement_sales (statement_id, sales, cards, means, promised)
    select ${statementId},
      coalesce((select jsonb_agg(m) from (${settledSales(statementId)}) m), '[]'),
      coalesce((select jsonb_agg(c) from (${cardSums(statementId)}) c), '[]'),
      coalesce((select jsonb_agg(m) from (${meansSums(statementId)}) m), '[]'), ${JSON.stringify(promised)}::jsonb`.execute(
    tx,
  )
}

/** The saved sums of a statement; those of versions before are computed. */
const saved = async <T>(
  db: Db,
  statementId: string,
  column: 'sales' | 'cards' | 'means',
  compute: (statementId: string) => RawBuilder<T>,
): Promise<readonly T[]> => {
  const { rows } = await sql<{ sums: T[] | null }>`
    select ${sql.ref(column)} as sums from statement_sales where statement_id = ${statementId}`.execute(db)
  return rows[0]?.sums ?? (await compute(statementId).execute(db)).rows
}

/** What runs had promised when a statement was made, by event; nothing of statements of versions before. */
export const readPromised = async (db: Db, statementId: string): Promise<readonly PromisedRefunds[]> => {
  const { rows } = await sql<{ promised: PromisedRefunds[] | null }>`
    select promised from statement_sales where statement_id = ${statementId}`.execute(db)
  return rows[0]?.promised ?? []
}

export const readSettledSales = (db: Db, statementId: string): Promise<readonly InstallmentSales[]> =>
  saved(db, statementId, 'sales', settledSales)

export const readCardSums = (db: Db, statementId: string): Promise<readonly CardSums[]> =>
  saved(db, statementId, 'cards', cardSums)

export const readMeansSums = (db: Db, statementId: string): Promise<readonly MeansSums[]> =>
  saved(db, statementId, 'means', meansSums)

/** What the operator named the corrections and fee payments of a statement, by the place of their line. */
export const readReasons = async (db: Db, { id }: { readonly id: string }): Promise<Map<number, string>> => {
  const { rows } = await sql<{ position: number; reasons: string }>`
    select l.position, string_agg(j.ref, ', ' order by j.seq) as reasons
    from statements s
    join statement_lines l on l.statement_id = s.id and l.event_id is null and l.kind in ('correction', 'fee_payment')
    join journals j on j.account_id = s.account_id and j.event_id is null and j.kind = l.kind and j.seq <= s.to_seq
      and j.seq > coalesce(
        (select max(p.to_seq) from statements p where p.account_id = s.account_id and p.number < s.number), 0)
    where s.id = ${id} group by l.position`.execute(db)
  return new Map(rows.map(({ position, reasons }) => [position, reasons]))
}
