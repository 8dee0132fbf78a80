import { ADJUSTMENT_KINDS, REVENUE_KINDS } from '@kartis/domain/ledger.ts'
import type { Adjustments } from '@kartis/domain/payout.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { PRODUCER_ENTRY } from './journal-sql.ts'

/** The revenue of an event as the ledger has it, in agorot: the parts that the payout report is made of. */
export interface LedgerRevenue {
  readonly event_id: string
  /** Cards and cash together. */
  readonly total: number
  readonly cards: number
  readonly special: number
  readonly tourist: number
}

/** The revenue of events by the ledger; an event without a journal has no row. */
export const ledgerRevenueOf = async (db: Db | Tx, eventIds: readonly string[]): Promise<LedgerRevenue[]> => {
  const { rows } = await sql<LedgerRevenue>`
    select j.event_id, (0 - sum(e.amount))::float8 as total,
      coalesce(-sum(e.amount) filter (where j.bucket is not null), 0)::float8 as cards,
      coalesce(-sum(e.amount) filter (where j.bucket = 'special'), 0)::float8 as special,
      coalesce(-sum(e.amount) filter (where j.bucket = 'tourist'), 0)::float8 as tourist
    from journals j ${PRODUCER_ENTRY}
    where j.event_id = any(${[...eventIds]}::uuid[]) and j.kind = any(${[...REVENUE_KINDS]}::text[])
    group by j.event_id`.execute(db)
  return rows
}

const creditOf = (kinds: readonly string[]): RawBuilder<number> => sql`
  coalesce(-sum(e.amount) filter (where j.kind = any(${[...kinds]}::text[]) and e.ledger_account = 'producer_payable'), 0)::float8`

/** Lost before a decision released what was set aside: taken out of the reserve, not from the producer a second time. */
const LOST_OF_RESERVE = sql`
  coalesce(sum(e.amount) filter (where e.ledger_account = 'disputes_reserve'), 0)::float8`

/** What changes the net of events beside revenue and fees; an event without it has no row. */
export const adjustmentsOf = async (db: Db | Tx, eventIds: readonly string[]): Promise<Map<string, Adjustments>> => {
  const { disputes, disputesLost, handedBack, corrections } = ADJUSTMENT_KINDS
  const { rows } = await sql<Adjustments & { readonly event_id: string }>`
    select j.event_id, ${creditOf(disputes)} + ${LOST_OF_RESERVE} as disputes,
      ${creditOf(disputesLost)} - ${LOST_OF_RESERVE} as "disputesLost", ${creditOf(handedBack)} as "handedBack",
      ${creditOf(corrections)} as corrections
    from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where j.event_id = any(${[...eventIds]}::uuid[])
      and j.kind = any(${[...disputes, ...disputesLost, ...handedBack, ...corrections]}::text[])
      and (e.ledger_account = 'producer_payable' or (j.kind = 'dispute_lost' and e.ledger_account = 'disputes_reserve'))
    group by j.event_id`.execute(db)
  return new Map(rows.map(({ event_id: id, ...sums }) => [id, sums]))
}
