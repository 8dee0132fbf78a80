import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { SettleableEvent } from './due-queries.ts'

/** A transfer from before there were statements, with its events. */
export interface EarlierPayout {
  readonly account_id: string
  readonly paid_at: Date
  readonly reference: string
}

/** Transfers of which no statement was made, the oldest first. */
export const readEarlierPayouts = async (db: Db): Promise<EarlierPayout[]> => {
  const { rows } = await sql<EarlierPayout>`
    select account_id, paid_at, reference from event_payouts p
    where not exists (select from settled_events s where s.event_id = p.event_id)
    group by account_id, paid_at, reference order by paid_at, account_id`.execute(db)
  return rows
}

export interface EarlierEvent extends SettleableEvent {
  /** What was transferred for it, in agorot; below 0 a debt that reduced the others. */
  readonly amount: number
}

/** The events of a transfer that no statement contains. */
export const readEarlierEvents = async (tx: Tx, payout: EarlierPayout): Promise<EarlierEvent[]> => {
  const { rows } = await sql<EarlierEvent>`
    select e.id, e.name, e.starts_at, e.ends_at, e.ends_at as settled_end, 0 as seq, p.paid_at as settled_at, p.amount
    from event_payouts p join events e on e.id = p.event_id
    where p.account_id = ${payout.account_id} and p.paid_at = ${payout.paid_at} and p.reference = ${payout.reference}
      and not exists (select from settled_events s where s.event_id = p.event_id)
    order by e.ends_at, e.id`.execute(tx)
  return rows
}

/** What the ledger owes the producer of events, in agorot. */
export const readPayable = async (tx: Tx, eventIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ event_id: string; amount: number }>`
    select j.event_id, -sum(e.amount)::float8 as amount
    from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where j.event_id = any(${[...eventIds]}::uuid[]) and e.ledger_account = 'producer_payable'
    group by j.event_id`.execute(tx)
  return new Map(rows.map((row) => [row.event_id, row.amount]))
}

export interface ConfirmedPayout {
  readonly id: string
  readonly accountId: string
  readonly statementId: string
  readonly amount: number
  readonly by: string
  readonly at: Date
  readonly reference: string
}

/** A payout that was transferred before there were statements. */
export const insertConfirmedPayout = async (tx: Tx, payout: ConfirmedPayout): Promise<void> => {
  const { at } = payout
  await tx
    .insertInto('payouts')
    .values({
      id: payout.id,
      account_id: payout.accountId,
      statement_id: payout.statementId,
      state: 'confirmed',
      amount: payout.amount,
      drafted_by: payout.by,
      drafted_at: at,
      sent_at: at,
      confirmed_at: at,
      reference: payout.reference,
    })
    .execute()
}
