import { CARD_BUCKETS, type CardBucket } from '@kartis/domain/card-bucket.ts'
import type { FeeContract } from '@kartis/domain/fees.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { feeTermsOver } from '../../people/accounts/index.ts'

/** What a statement has of an event by one kind of card. Sums in agorot. */
export interface StatementCards {
  readonly eventId: string
  readonly eventName: string
  readonly bucket: CardBucket
  /** Sales less refunds. */
  readonly sales: number
  readonly fee: number
  /** Basis points, of the contract under which the event was settled. */
  readonly rateBp: number
}

const rateOf = (terms: FeeContract, bucket: CardBucket): number =>
  ({ regular: terms.regularBp, special: terms.specialBp, tourist: terms.touristBp })[bucket]

/**
 * Sales and card fees of a statement by event and kind of card: the journals of its lines, which never change. They sum to its
 * lines of sales and refunds, what is held included, and of card fees.
 */
export const statementCards = async (
  db: Db,
  statement: { readonly id: string; readonly account_id: string },
): Promise<StatementCards[]> => {
  const { rows } = await sql<Omit<StatementCards, 'rateBp'> & { settled_at: Date }>`
    with l as (
      select l.event_id, min(l.event_name) as event_name, min(l.position) as position, s.to_seq, s.made_at, coalesce((
        select max(p.to_seq) from statements p
        where p.account_id = s.account_id and p.number < s.number
          and exists (select from statement_lines e where e.statement_id = p.id and e.event_id = l.event_id)
      ), 0) as after
      from statements s join statement_lines l on l.statement_id = s.id
      where s.id = ${statement.id} and l.event_id is not null
      group by l.event_id, s.account_id, s.number, s.to_seq, s.made_at
    )
    select l.event_id as "eventId", l.event_name as "eventName", j.bucket,
      coalesce(-sum(e.amount) filter (where j.kind <> 'card_fee'), 0)::float8 as sales,
      coalesce(sum(e.amount) filter (where j.kind = 'card_fee'), 0)::float8 as fee,
      coalesce(t.settled_at, l.made_at) as settled_at
    from l
    join journals j on j.event_id = l.event_id and j.seq > l.after and j.seq <= l.to_seq and j.bucket is not null
      and j.kind in ('sale', 'refund', 'refund_failed', 'card_fee')
    join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
      and e.ledger_account in ('producer_payable', 'producer_held')
    left join settled_events t on t.event_id = l.event_id
    group by l.event_id, l.event_name, l.position, j.bucket, t.settled_at, l.made_at
    order by l.position, array_position(${[...CARD_BUCKETS]}::text[], j.bucket)`.execute(db)
  const termsAt = rows.length > 0 ? await feeTermsOver(db, statement.account_id) : undefined
  return rows.flatMap(({ settled_at: settledAt, ...row }) =>
    termsAt ? [{ ...row, rateBp: rateOf(termsAt(settledAt), row.bucket) }] : [],
  )
}
